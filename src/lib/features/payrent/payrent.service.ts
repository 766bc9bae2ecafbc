/**
 * Takes rent for landlords who are not on the site, holds it for them, and says when staff have passed it on. Until then all of it, our
 * fee too, goes back to who paid on their word.
 */
import * as z from 'zod/mini';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Ledger } from '#lib/features/ledger/ledger.schema.ts';
import type { Collecting, Payable } from '#lib/features/payments/payments.schema.ts';
import type { PaymentsService } from '#lib/features/payments/payments.service.ts';
import type { FileOwner } from '#lib/features/uploads/uploads.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { rentAccount } from '#lib/features/ledger/ledger.rules.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import { apart } from '#lib/jobs/apart.ts';
import type { Apart } from '#lib/jobs/apart.ts';
import { newReference } from '#lib/ids/reference.ts';
import type { Money } from '#lib/money/money.ts';
import { feeOf } from '#lib/money/rent-fee.ts';
import type { RentFee } from '#lib/money/rent-fee.ts';
import { isTransfer } from '#lib/money/payment-methods.ts';
import type { PaymentMethod } from '#lib/money/payment-methods.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import { nextRentState, openRentStates } from './payrent.process.rules.ts';
import type { RentActor, RentEvent, RentState } from './payrent.process.rules.ts';
import type { PayrentRepository, StoredRent } from './payrent.repository.ts';
import { daysAfter, endOf, isCancellable, isDeletable, nextRemindOn, nextStepOf, takesVoucher, totalOf } from './payrent.rules.ts';
import { draftDays, mostRents, rentPayDays } from './payrent.schema.ts';
import type { HouseKind, PayeeBank, Rent, RentDeed, RentNote, RentSecrets, RentStep } from './payrent.schema.ts';

/** What its tenant is told of by mail. */
export type RentNews = 'paid' | 'paid_out' | 'cancelled' | 'declined' | 'refunded' | 'expired';

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

export type Stepped = { readonly code: string; readonly next: RentStep };
/** A transfer that was begun and did not arrive yet, if there is one. */
export type RentLetter = { readonly code: string; readonly total: Money; readonly until: Date; readonly payment: string | undefined };

export type PayrentService = ReturnType<typeof createPayrentService>;

type Parts = {
  readonly repository: PayrentRepository;
  readonly collecting: Collecting;
  readonly ledger: Pick<Ledger, 'post'>;
  readonly payments: Pick<PaymentsService, 'providers' | 'methodsFor' | 'ofUser' | 'paidWith'>;
  readonly uploads: Pick<UploadsService, 'claim' | 'release'>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt' | 'sign' | 'verify'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly fee: RentFee;
  readonly licence: string | undefined;
  /** Days for which what shows who somebody is, is kept once it is over. */
  readonly documentDays: number;
  readonly emailOf: (userId: UserId, tx?: DbTransaction) => Promise<string | undefined>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>, lockOf?: string) => Promise<T>;
  /** Tell the tenant, as part of the transaction that makes it true. */
  readonly mails: {
    news(tx: DbTransaction, to: string, rent: StoredRent, news: RentNews): Promise<void>;
    transfer(tx: DbTransaction, to: string, locale: Locale, letter: RentLetter): Promise<void>;
    reminder(tx: DbTransaction, to: string, rent: StoredRent, reminder: { readonly on: string; readonly token: string }): Promise<void>;
  };
};

const day = 86_400_000;
const batch = 200;
const nobody: RentSecrets = { address: '', tenant: '', landlord: '', accountEnd: '' };
const secretsSchema = z.object({ address: z.string(), tenant: z.string(), landlord: z.string(), accountEnd: z.string() });
const bankSchema = z.object({ holder: z.string(), account: z.string(), bankCode: z.string(), note: z.string() });
const todayOf = (now: Date): string => now.toISOString().slice(0, 10);
const refOf = (code: string) => ({ kind: 'payrent', code }) as const;

export function createPayrentService(parts: Parts) {
  const { repository, collecting, ledger, payments, uploads, secrets, audit, fee, licence, documentDays, emailOf, transact, mails } = parts;

  const seal = (said: RentSecrets): string => secrets.encrypt('rents', JSON.stringify(said));
  const secretsOf = ({ sealed }: Pick<StoredRent, 'sealed'>): RentSecrets => {
    const text = sealed === undefined ? undefined : secrets.decrypt('rents', sealed);
    return text === undefined ? nobody : secretsSchema.parse(JSON.parse(text));
  };
  const open = ({ sealed, bank: _, ...rent }: StoredRent): Rent => ({ ...rent, ...secretsOf({ sealed }) });

  /** One piece of work at a time on a rent, its payments included, with what it is now. */
  const within = <T>(code: string, work: (tx: DbTransaction, rent: StoredRent | undefined) => Promise<T>): Promise<T> =>
    transact(async (tx) => work(tx, await repository.find(code, tx)), `payrent:${code}`);

  /** As `within`, for each of several that a job sees to. */
  async function eachWithin(rows: Apart, codes: readonly string[], work: (tx: DbTransaction, rent: StoredRent) => Promise<void>): Promise<void> {
    for (const code of codes) await rows.run(() => within(code, async (tx, rent) => (rent ? work(tx, rent) : undefined)));
  }

  /** As `within`, for its tenant alone. */
  const ownWithin = <T, R extends string>(
    code: string,
    userId: UserId,
    work: (tx: DbTransaction, rent: StoredRent) => Promise<Outcome<T, R>>,
  ): Promise<Outcome<T, R | 'unknown'>> =>
    within<Outcome<T, R | 'unknown'>>(code, async (tx, rent) => (rent?.userId === userId ? work(tx, rent) : refused('unknown')));

  /** Moves it along the graph. @throws {TypeError} where the caller has not asked the graph before. */
  async function move(
    tx: DbTransaction,
    { code, state }: Pick<StoredRent, 'code' | 'state'>,
    event: RentEvent,
    by: RentActor,
    more: Parameters<PayrentRepository['move']>[4] = {},
  ) {
    const to = nextRentState(state, event, by);
    if (!to || !(await repository.move(tx, code, state, to, more))) throw new TypeError(`rent ${code} cannot go on from ${state} by ${event}`);
  }

  async function tell(tx: DbTransaction, rent: StoredRent, news: RentNews): Promise<void> {
    const email = rent.userId === undefined ? undefined : await emailOf(rent.userId, tx);
    if (email !== undefined) await mails.news(tx, email, rent, news);
  }

  /** Lets its files go; an agreement that another rent was said to have stays for that one. */
  async function releaseFiles(tx: DbTransaction, { code, lease, voucher }: StoredRent, now: Date): Promise<void> {
    if (voucher !== undefined) await uploads.release(tx, voucher, now);
    if (lease !== undefined && !(await repository.isLeaseOfOther(tx, code, lease))) await uploads.release(tx, lease, now);
  }

  const isReal = (): boolean => payments.providers.some((one) => one.isLive);
  const offer = (): RentOffer => ({ isOpen: !isReal() || licence !== undefined, isReal: isReal(), licence, fee });

  const stepped = (rent: StoredRent): Stepped => ({ code: rent.code, next: nextStepOf(open(rent)) });
  const drafts = (all: readonly StoredRent[]): number => all.filter(({ state }) => state === 'draft').length;

  /** Changes a draft and says what is still missing of it. */
  const draftWithin = <R extends string>(
    code: string,
    userId: UserId,
    work: (tx: DbTransaction, rent: StoredRent) => Promise<R | undefined>,
  ): Promise<Outcome<Stepped, R | 'unknown' | 'not-now'>> =>
    ownWithin<Stepped, R | 'not-now'>(code, userId, async (tx, rent) => {
      if (rent.state !== 'draft') return refused('not-now');
      const wrong = await work(tx, rent);
      if (wrong !== undefined) return refused(wrong);
      const after = await repository.find(code, tx);
      return after ? done(stepped(after)) : refused('not-now');
    });

  const tokenOf = (code: string): string => `${code}.${secrets.sign('unsubscribe', `rent ${code}`)}`;
  function codeOfToken(token: string): string | undefined {
    const [, code = '', signature = ''] = /^([\dA-Z]{4}-[\dA-Z]{4})\.([\w.-]{10,100})$/.exec(token) ?? [];
    return code !== '' && secrets.verify('unsubscribe', `rent ${code}`, signature) ? code : undefined;
  }

  return {
    offer,
    /** Currencies in which somebody here takes money. */
    takes: (currency: Money['currency']): boolean => payments.methodsFor(currency).length > 0,
    methodsFor: (currency: Money['currency']): readonly PaymentMethod[] => payments.methodsFor(currency).map(({ method }) => method),
    feeOf: (rent: Money): Money => feeOf(rent, fee),

    async begin(
      { kind, country, locale }: { readonly kind: HouseKind; readonly country: string; readonly locale: Locale },
      userId: UserId,
      now: Date,
    ): Promise<Outcome<Stepped, 'closed' | 'too-many'>> {
      if (!offer().isOpen) return refused('closed');
      return transact(async (tx) => {
        if (drafts(await repository.ofUser(userId, tx)) >= mostRents.drafts) return refused('too-many');
        const code = newReference();
        await repository.add(tx, { code, userId, kind, country, locale, madeAt: now, terms: undefined, sealed: undefined, bank: undefined, lease: undefined });
        return done({ code, next: 'terms' });
      }, `rents of ${userId}`);
    },

    changeHouse: (code: string, home: { readonly kind: HouseKind; readonly country: string; readonly locale: Locale }, userId: UserId) =>
      draftWithin<never>(code, userId, async (tx) => {
        await repository.setHouse(tx, code, home);
        return undefined;
      }),

    setTerms: (code: string, said: { readonly rent: Money; readonly from: string; readonly to: string; readonly address: string }, userId: UserId) =>
      draftWithin<never>(code, userId, async (tx, rent) => {
        const { address, ...terms } = said;
        await repository.setTerms(tx, code, { ...terms, fee: feeOf(terms.rent, fee) }, seal({ ...secretsOf(rent), address }));
        return undefined;
      }),

    setTenant: (
      code: string,
      { tenant, lease }: { readonly tenant: string; readonly lease: string },
      owner: FileOwner & { readonly userId: UserId },
      now: Date,
    ) =>
      draftWithin<'no-file'>(code, owner.userId, async (tx, rent) => {
        if (rent.lease !== lease) {
          if (!(await uploads.claim(tx, lease, 'rent', owner, now))) return 'no-file';
          if (rent.lease !== undefined && !(await repository.isLeaseOfOther(tx, code, rent.lease))) await uploads.release(tx, rent.lease, now);
        }
        await repository.setSealed(tx, code, { sealed: seal({ ...secretsOf(rent), tenant }), lease });
        return undefined;
      }),

    setLandlord: (code: string, { landlord, ...bank }: PayeeBank & { readonly landlord: string }, userId: UserId) =>
      draftWithin<never>(code, userId, async (tx, rent) => {
        await repository.setSealed(tx, code, {
          sealed: seal({ ...secretsOf(rent), landlord, accountEnd: endOf(bank.account) }),
          bank: secrets.encrypt('rents', JSON.stringify(bank)),
        });
        return undefined;
      }),

    /** Asks for it to be paid. `told`: the whole price as the page had it, in minor units. */
    async submit(
      code: string,
      { told, consent }: { readonly told: bigint; readonly consent: string },
      userId: UserId,
      now: Date,
    ): Promise<Outcome<{ readonly code: string }, 'unknown' | 'closed' | 'too-many' | 'incomplete' | 'price-changed' | 'not-now'>> {
      if (!offer().isOpen) return refused('closed');
      return ownWithin<{ readonly code: string }, 'too-many' | 'incomplete' | 'price-changed' | 'not-now'>(code, userId, async (tx, stored) => {
        if (stored.state !== 'draft') return refused('not-now');
        const { terms } = stored;
        if (!terms || stepped(stored).next !== 'review' || stored.bank === undefined) return refused('incomplete');
        // The settings may have changed since the draft was begun.
        const current = { ...terms, fee: feeOf(terms.rent, fee) };
        const total = totalOf(current);
        if (total.minor !== told) return refused('price-changed');
        const mine = await repository.ofUser(userId, tx);
        if (mine.filter(({ state }) => openRentStates.some((one) => one === state)).length >= mostRents.open) return refused('too-many');
        await repository.setTerms(tx, code, current, stored.sealed ?? '');
        const payUntil = new Date(now.getTime() + rentPayDays * day);
        await move(tx, stored, 'submit', 'customer', { consent, pay_until: payUntil });
        const shares = [
          { payee: 'landlord', supplierId: undefined, rentId: stored.id, what: 'rent', amount: current.rent },
          { payee: 'operator', supplierId: undefined, what: 'fee', amount: current.fee },
        ] as const;
        await collecting.ask(tx, { ...refOf(code), userId, amount: total, shares, dueAt: payUntil }, now);
        return done({ code });
      });
    },

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
      return ownWithin<{ readonly code: string }, 'not-now' | 'no-file'>(code, owner.userId, async (tx, rent) => {
        if (!takesVoucher(rent.state)) return refused('not-now');
        if (rent.voucher === voucher) return done({ code });
        if (!(await uploads.claim(tx, voucher, 'rent', owner, now))) return refused('no-file');
        if (rent.voucher !== undefined) await uploads.release(tx, rent.voucher, now);
        await repository.setSealed(tx, code, { voucher });
        return done({ code });
      });
    },

    /** Mails how it is transferred; the account stands on the page that the mail leads to. */
    async mailTransfer(code: string, userId: UserId): Promise<Outcome<{ readonly code: string }, 'unknown' | 'not-now' | 'no-transfer' | 'no-email'>> {
      const begun = (await payments.ofUser(userId)).find(({ request }) => request.kind === 'payrent' && request.code === code);
      const waiting = begun?.payments.find((one) => isTransfer(one.method) && one.state === 'pending');
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
          await move(tx, rent, 'withdraw', 'customer', { ended_at: now });
          if (kept && kept.minor > 0n) await collecting.refund(tx, refOf(code), { amount: kept, reason: 'cancelled', by: 'system' }, now);
        }
        await tell(tx, rent, 'cancelled');
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

    /** Begins the next payment to the same landlord. */
    async again(code: string, userId: UserId, now: Date): Promise<Outcome<Stepped, 'unknown' | 'closed' | 'too-many' | 'not-now'>> {
      if (!offer().isOpen) return refused('closed');
      return transact<Outcome<Stepped, 'unknown' | 'too-many' | 'not-now'>>(async (tx) => {
        const former = await repository.find(code, tx);
        if (former?.userId !== userId) return refused('unknown');
        const { terms, kind, country, locale, sealed, bank, lease } = former;
        if (!terms) return refused('not-now');
        if (drafts(await repository.ofUser(userId, tx)) >= mostRents.drafts) return refused('too-many');
        const fresh = newReference();
        const following = { ...terms, ...daysAfter(terms), fee: feeOf(terms.rent, fee) };
        // Without an account there is nothing to pay it to: that step is asked for anew.
        const said = bank === undefined && sealed !== undefined ? seal({ ...secretsOf(former), landlord: '', accountEnd: '' }) : sealed;
        await repository.add(tx, { code: fresh, userId, kind, country, locale, madeAt: now, terms: following, sealed: said, bank, lease });
        return done({ code: fresh, next: 'terms' });
      }, `rents of ${userId}`);
    },

    /** @param remindDay of the month; undefined for no reminders. */
    async remind(
      code: string,
      remindDay: number | undefined,
      userId: UserId,
      now: Date,
    ): Promise<Outcome<{ readonly code: string }, 'unknown' | 'not-now' | 'no-email'>> {
      return ownWithin<{ readonly code: string }, 'not-now' | 'no-email'>(code, userId, async (tx, rent) => {
        if (!rent.terms) return refused('not-now');
        if (remindDay !== undefined && (await emailOf(userId, tx)) === undefined) return refused('no-email');
        await repository.setReminder(tx, code, remindDay, remindDay === undefined ? undefined : nextRemindOn(remindDay, todayOf(now)));
        return done({ code });
      });
    },

    isToken: (token: string): boolean => codeOfToken(token) !== undefined,
    async endReminders(token: string): Promise<Outcome<null, 'no-link'>> {
      const code = codeOfToken(token);
      if (code === undefined) return refused('no-link');
      await within(code, async (tx, rent) => {
        if (rent) await repository.setReminder(tx, code, undefined, undefined);
      });
      return done(null);
    },

    /** Mails the reminders of a day. Returns how many. */
    async sendReminders(now: Date): Promise<number> {
      const today = todayOf(now);
      let sent = 0;
      const rows = apart();
      await eachWithin(rows, await repository.toRemind(today, batch), async (tx, rent) => {
        const { code, remindDay, userId } = rent;
        if (remindDay === undefined) return;
        const email = userId === undefined ? undefined : await emailOf(userId, tx);
        // Whoever cannot be reached, or is gone, is not reminded any more.
        if (email === undefined) return repository.setReminder(tx, code, undefined, undefined);
        await mails.reminder(tx, email, rent, { on: today, token: tokenOf(code) });
        await repository.setReminder(tx, code, remindDay, nextRemindOn(remindDay, today));
        sent += 1;
      });
      rows.end();
      return sent;
    },

    /** Ends what was not paid in time. Returns how many. */
    async lapse(now: Date): Promise<number> {
      let count = 0;
      const rows = apart();
      await eachWithin(rows, await repository.overdue(now, batch), async (tx, rent) => {
        if (rent.state !== 'to_pay' || !rent.payUntil || rent.payUntil > now) return;
        await move(tx, rent, 'lapse', 'clock', { ended_at: now });
        await collecting.withdraw(tx, refOf(rent.code), now);
        await tell(tx, rent, 'expired');
        count += 1;
      });
      rows.end();
      return count;
    },

    /** Takes drafts that nobody went on with, and accounts and files that are of no more use. */
    async tidy(now: Date): Promise<void> {
      const rows = apart();
      await eachWithin(rows, await repository.staleDrafts(new Date(now.getTime() - draftDays * day), batch), async (tx, rent) => {
        if (rent.state !== 'draft') return;
        await releaseFiles(tx, rent, now);
        await repository.remove(tx, rent.code);
      });
      await eachWithin(rows, await repository.toForget(new Date(now.getTime() - documentDays * day), batch), async (tx, rent) => {
        if (!rent.endedAt) return;
        await releaseFiles(tx, rent, now);
        await repository.forget(tx, rent.code);
      });
      rows.end();
    },

    /** What payments asks of rent, but for the words. */
    payable: {
      async paid(tx, { code }, now) {
        const rent = await repository.find(code, tx);
        if (!rent) return 'too-late';
        if (nextRentState(rent.state, 'pay', 'payment')) {
          await move(tx, rent, 'pay', 'payment', { paid_at: now, ended_at: null });
          await tell(tx, rent, 'paid');
          return 'accepted';
        }
        if (nextRentState(rent.state, 'late-pay', 'payment')) await move(tx, rent, 'late-pay', 'payment');
        return 'too-late';
      },
      async refunded(tx, { code }, _back, left, now) {
        const rent = await repository.find(code, tx);
        if (!rent || left.minor > 0n || !nextRentState(rent.state, 'refunded', 'payment')) return;
        await move(tx, rent, 'refunded', 'payment', { ended_at: now });
        await tell(tx, rent, 'refunded');
      },
    } satisfies Omit<Payable, 'facts'>,

    /** For staff, and for what a payment is called: whose it is does not matter. */
    async ofCode(code: string): Promise<Rent | undefined> {
      const stored = await repository.find(code);
      return stored && open(stored);
    },
    list: async (states: readonly RentState[], before: number | undefined, most: number): Promise<readonly Rent[]> =>
      (await repository.list(states, before, most)).map(open),
    ofFile: (file: string): Promise<number | undefined> => repository.ofFile(file),
    paidWith: (code: string) => payments.paidWith(refOf(code)),

    async notes(rent: Pick<Rent, 'id'>): Promise<readonly RentNote[]> {
      return (await repository.notes(rent.id)).map(({ by, at, sealed }) => ({ by, at, text: secrets.decrypt('rents', sealed) ?? '' }));
    },

    /** Where the landlord's money goes, for who passes it on; that it was looked at is written down first. */
    async bankFor(code: string, by: StaffId): Promise<PayeeBank | undefined> {
      const stored = await repository.find(code);
      const text = stored?.state === 'paid' && stored.bank !== undefined ? secrets.decrypt('rents', stored.bank) : undefined;
      if (!stored || text === undefined) return undefined;
      await transact((tx) => audit.append(tx, { actor: `staff:${by}`, action: 'rent-bank-seen', subject: `rent:${stored.id}`, data: {} }));
      return bankSchema.parse(JSON.parse(text));
    },

    /** What staff do about a rent. */
    async see(
      code: string,
      { deed, reference, text }: { readonly deed: RentDeed; readonly reference: string; readonly text: string },
      by: StaffId,
      now: Date,
    ): Promise<Outcome<null, 'unknown' | 'not-now' | 'not-whole' | 'only-trial'>> {
      return within<Outcome<null, 'unknown' | 'not-now' | 'not-whole' | 'only-trial'>>(code, async (tx, rent) => {
        if (!rent || rent.state === 'draft') return refused('unknown');
        const { terms } = rent;
        const event = deed === 'note' ? undefined : ({ 'pay-out': 'pay-out', refund: 'decline', keep: 'keep' } as const)[deed];
        if (!terms || (event && !nextRentState(rent.state, event, 'staff'))) return refused('not-now');
        const kept = await collecting.kept(refOf(code), tx);
        // What a bank took back, or what goes back already, is not there to be passed on.
        const isWhole = kept?.minor === totalOf(terms).minor;
        switch (deed) {
          case 'pay-out': {
            if (!isWhole) return refused('not-whole');
            const isTrial = (await payments.paidWith(refOf(code), tx))?.provider === 'sandbox';
            if (isTrial && isReal()) return refused('only-trial');
            await move(tx, rent, 'pay-out', 'staff', { payout: reference, paid_out_by: by, ended_at: now });
            const entries = [
              { account: rentAccount(rent.id), amount: terms.rent },
              { account: isTrial ? 'provider:sandbox' : 'bank', amount: { minor: -terms.rent.minor, currency: terms.rent.currency } },
            ] as const;
            if (!(await ledger.post(tx, { effect: `rent:${code}:paid-out`, entries }, now))) throw new TypeError(`rent ${code} was passed on before`);
            await tell(tx, { ...rent, payout: reference }, 'paid_out');
            break;
          }
          case 'refund':
            await move(tx, rent, 'decline', 'staff', { ended_at: now });
            if (kept && kept.minor > 0n) await collecting.refund(tx, refOf(code), { amount: kept, reason: text.slice(0, 300), by }, now);
            await tell(tx, rent, 'declined');
            break;
          case 'keep':
            if (!isWhole) return refused('not-whole');
            await move(tx, rent, 'keep', 'staff', { ended_at: null });
            break;
          case 'note':
            break;
        }
        if (text !== '') await repository.addNote(tx, rent.id, { by, sealed: secrets.encrypt('rents', text), at: now });
        const data = { deed, amount: Number(deed === 'note' ? 0n : terms.rent.minor) };
        await audit.append(tx, { actor: `staff:${by}`, action: 'rent-changed', subject: `rent:${rent.id}`, data });
        return done(null);
      });
    },

    join: repository.join,
  };
}
