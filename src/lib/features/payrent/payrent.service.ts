/**
 * Takes rent for landlords who are not on the site, holds it for them, and says when staff have passed it on. Until then all of it, our
 * fee too, goes back to who paid on their word.
 */
import { dayMs } from '#lib/dates/dates.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Ledger } from '#lib/features/ledger/ledger.schema.ts';
import type { PaymentsService } from '#lib/features/payments/payments.service.ts';
import type { FileOwner } from '#lib/features/uploads/uploads.schema.ts';
import { apart } from '#lib/jobs/apart.ts';
import { readersCurrencies } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import { feeOf } from '#lib/money/rent-fee.ts';
import type { RentFee } from '#lib/money/rent-fee.ts';
import { isTransfer } from '#lib/money/payment-methods.ts';
import type { PaymentMethod } from '#lib/money/payment-methods.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Collecting, Payable } from '#lib/features/payments/payments.schema.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { PayoutProvider } from '#lib/ports/payout/payout.ts';
import { nextRentState } from './payrent.process.rules.ts';
import { isCancellable, isDeletable, takesVoucher, totalOf } from './payrent.rules.ts';
import { draftDays } from './payrent.schema.ts';
import type { SecondPerson } from '#lib/features/payouts/payouts.schema.ts';
import type { Rent } from './payrent.schema.ts';
import { createRentRows, refOf } from './payrent-rows.service.ts';
import type { RentRowsParts } from './payrent-rows.service.ts';
import { createRentDesk } from './payrent-desk.service.ts';
import { createRentPayouts } from './payrent-payouts.service.ts';
import { createRentReminders } from './payrent-reminders.service.ts';
import { createRentSteps } from './payrent-steps.service.ts';

/** On which terms rent is passed on here. */
export type RentOffer = {
  /** Whether it is at all: where real money moves, somebody has to be licensed to. */
  readonly isOpen: boolean;
  /** Whether money moves. */
  readonly isReal: boolean;
  /** Who is licensed to pass money on, as the settings name them. */
  readonly licence: string | undefined;
  readonly fee: RentFee;
};

export type PayrentService = ReturnType<typeof createPayrentService>;

type Parts = RentRowsParts & {
  readonly collecting: Collecting;
  readonly ledger: Pick<Ledger, 'post'>;
  readonly payments: Pick<PaymentsService, 'providers' | 'methodsFor' | 'ofUser' | 'paidWith'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly seconds: SecondPerson;
  readonly fee: RentFee;
  readonly licence: string | undefined;
  /** Brings money to landlords; without one staff do. */
  readonly payout: PayoutProvider | undefined;
  /** Days for which what shows who somebody is, is kept once it is over. */
  readonly documentDays: number;
};

const batch = 200;

export function createPayrentService(parts: Parts) {
  const { repository, collecting, payments, uploads, fee, licence, payout, documentDays, emailOf, mails } = parts;
  const rows = createRentRows(parts);
  const { open, eachWithin, ownWithin, move, tell, releaseFiles } = rows;
  const payouts = createRentPayouts({ ...parts, rows, provider: payout });
  const isReal = (): boolean => payments.providers.some((one) => one.isLive);
  const offer = (): RentOffer => ({ isOpen: !isReal() || licence !== undefined, isReal: isReal(), licence, fee });
  /** How its tenant tried to pay it, the newest first. */
  const attempts = async (code: string, userId: UserId) =>
    (await payments.ofUser(userId))
      .filter(({ request }) => request.kind === 'payrent' && request.code === code)
      .flatMap((one) => one.payments)
      .toSorted((a, b) => b.id - a.id);

  return {
    attempts,
    ...createRentSteps({ ...parts, rows, isOpen: () => offer().isOpen }),
    ...createRentReminders({ ...parts, rows }),
    ...createRentDesk({ ...parts, rows, isReal, payouts }),
    followPayouts: payouts.followPayouts,
    payoutsOf: payouts.payoutsOf,
    /** Who brings money to landlords, as readers may see it; undefined where staff do. */
    payoutTitle: payout?.title,
    canSend: async (code: string): Promise<boolean> => {
      const stored = await repository.find(code);
      return stored !== undefined && payouts.reaches(stored);
    },
    offer,

    /** Currencies that can be chosen and in which somebody here takes money, whatever the amount. */
    takes: (currency: Money['currency']): boolean => readersCurrencies.includes(currency) && payments.methodsFor(currency).length > 0,

    methodsFor: ({ currency, minor }: Money): readonly PaymentMethod[] => payments.methodsFor(currency, minor).map(({ method }) => method),

    feeOf: (rent: Money): Money => feeOf(rent, fee),

    /** One of a person's own; undefined where it is not theirs. */
    async find(code: string, userId: UserId): Promise<Rent | undefined> {
      const stored = await repository.find(code);
      return stored?.userId === userId ? open(stored) : undefined;
    },

    ofUser: async (userId: UserId): Promise<readonly Rent[]> => (await repository.ofUser(userId)).map(open),

    async addVoucher(
      code: string,
      voucher: string,
      owner: FileOwner & { readonly userId: UserId },
      now: Date,
    ): Promise<Outcome<{ readonly code: string }, 'unknown' | 'not-now' | 'no-file'>> {
      const made = await attempts(code, owner.userId);
      return ownWithin<{ readonly code: string }, 'not-now' | 'no-file'>(code, owner.userId, async (tx, rent) => {
        if (!takesVoucher(rent.state, made)) return refused('not-now');
        if (rent.voucher === voucher) return done({ code });
        if (!(await uploads.claim(tx, voucher, 'rent', owner, now))) return refused('no-file');
        if (rent.voucher !== undefined) await uploads.release(tx, rent.voucher, now);
        await repository.setSealed(tx, code, { voucher });
        return done({ code });
      });
    },

    /** Mails how it is transferred; the account stands on the page that the mail leads to. */
    async mailTransfer(code: string, userId: UserId): Promise<Outcome<{ readonly code: string }, 'unknown' | 'not-now' | 'no-transfer' | 'no-email'>> {
      const waiting = (await attempts(code, userId)).find((one) => isTransfer(one.method) && one.state === 'pending');
      return ownWithin<{ readonly code: string }, 'not-now' | 'no-transfer' | 'no-email'>(code, userId, async (tx, rent) => {
        const { state, terms, payUntil, locale } = rent;
        if (state !== 'to_pay' || !terms || !payUntil) return refused('not-now');
        if (!payments.methodsFor(terms.rent.currency).some(({ method }) => isTransfer(method))) return refused('no-transfer');
        const email = await emailOf(userId, tx);
        if (email === undefined) return refused('no-email');
        await mails.transfer(tx, email, locale, { code, total: totalOf(terms), until: payUntil, payment: waiting?.reference });
        return done({ code });
      });
    },

    /** Calls it off; all that was paid goes back, our fee too. */
    async cancel(code: string, userId: UserId, now: Date): Promise<Outcome<{ readonly code: string }, 'unknown' | 'not-now'>> {
      return ownWithin<{ readonly code: string }, 'not-now'>(code, userId, async (tx, rent) => {
        if (!isCancellable(rent.state)) return refused('not-now');
        if (rent.state === 'to_pay') {
          await move(tx, rent, 'cancel', 'customer', { ended_at: now });
          await collecting.withdraw(tx, refOf(code), now);
        } else {
          const kept = await collecting.kept(refOf(code), tx);
          const isThere = kept !== undefined && kept.minor > 0n;
          await move(tx, rent, isThere ? 'withdraw' : 'cancel', 'customer', { ended_at: now });
          if (isThere) await collecting.refund(tx, refOf(code), { amount: kept, reason: 'cancelled', by: 'system' }, now);
        }
        await tell(tx, rent, 'cancelled', now);
        return done({ code });
      });
    },

    async remove(code: string, userId: UserId, now: Date): Promise<Outcome<{ readonly code: string }, 'unknown' | 'not-now'>> {
      return ownWithin<{ readonly code: string }, 'not-now'>(code, userId, async (tx, rent) => {
        if (!isDeletable(rent.state)) return refused('not-now');
        await releaseFiles(tx, rent, now);
        await repository.remove(tx, code);
        return done({ code });
      });
    },

    /** Ends what was not paid in time. Returns how many. */
    async lapse(now: Date): Promise<number> {
      let count = 0;
      const turns = apart();
      await eachWithin(turns, await repository.overdue(now, batch), async (tx, rent) => {
        if (rent.state !== 'to_pay' || !rent.payUntil || rent.payUntil > now) return;
        await move(tx, rent, 'lapse', 'clock', { ended_at: now });
        await collecting.withdraw(tx, refOf(rent.code), now);
        await tell(tx, rent, 'expired', now);
        count += 1;
      });
      turns.end();
      return count;
    },

    /** Takes drafts that nobody went on with, and accounts and files that are of no more use. */
    async tidy(now: Date): Promise<void> {
      const turns = apart();
      await eachWithin(turns, await repository.staleDrafts(new Date(now.getTime() - draftDays * dayMs), batch), async (tx, rent) => {
        if (rent.state !== 'draft') return;
        await releaseFiles(tx, rent, now);
        await repository.remove(tx, rent.code);
      });
      await eachWithin(turns, await repository.toForget(new Date(now.getTime() - documentDays * dayMs), batch), async (tx, rent) => {
        if (!rent.endedAt) return;
        await releaseFiles(tx, rent, now);
        await repository.forget(tx, rent.code);
      });
      turns.end();
    },

    /** What payments asks of rent, but for the words. */
    payable: {
      async paid(tx, { code }, now) {
        const rent = await repository.find(code, tx);
        if (!rent) return 'too-late';
        if (nextRentState(rent.state, 'pay', 'payment')) {
          await move(tx, rent, 'pay', 'payment', { paid_at: now, ended_at: null });
          await tell(tx, rent, 'paid', now);
          return 'accepted';
        }
        if (nextRentState(rent.state, 'late-pay', 'payment')) await move(tx, rent, 'late-pay', 'payment');
        return 'too-late';
      },
      async passedOn(code, tx) {
        const rent = await repository.find(code, tx);
        return rent?.state === 'paying_out' || rent?.state === 'paid_out';
      },
      async refunded(tx, { code }, _gone, left, now) {
        const rent = await repository.find(code, tx);
        if (!rent || left.minor > 0n || !nextRentState(rent.state, 'refunded', 'payment')) return;
        await move(tx, rent, 'refunded', 'payment', { ended_at: now });
        await tell(tx, rent, 'refunded', now);
      },
      /** Nothing is passed on of what is disputed, and staff decide. What a bank gives back for one that was cancelled meanwhile goes on to who paid. */
      async disputed(tx, { code }, { name, state }, now) {
        const rent = await repository.find(code, tx);
        if (!rent) return;
        await tell(tx, rent, `dispute-${state}`, now, name);
        const kept = state === 'won' && rent.state === 'cancelled' ? await collecting.kept(refOf(code), tx) : undefined;
        if (!kept || kept.minor === 0n) return;
        await move(tx, rent, 'late-pay', 'payment');
        await collecting.refund(tx, refOf(code), { amount: kept, reason: 'cancelled', by: 'system' }, now);
      },
    } satisfies Omit<Payable, 'facts'>,

    join: repository.join,
    binds: repository.binds,
  };
}
