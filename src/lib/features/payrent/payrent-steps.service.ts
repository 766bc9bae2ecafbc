/** The steps in which somebody says what rent they pay, until it is asked for. */
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { FileOwner } from '#lib/features/uploads/uploads.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { newReference } from '#lib/ids/reference.ts';
import type { Money } from '#lib/money/money.ts';
import { feeOf } from '#lib/money/rent-fee.ts';
import type { RentFee } from '#lib/money/rent-fee.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Collecting } from '#lib/features/payments/payments.schema.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import { openRentStates } from './payrent.process.rules.ts';
import type { StoredRent } from './payrent.repository.ts';
import { daysAfter, endOf, nextStepOf, totalOf } from './payrent.rules.ts';
import { mostRents, rentPayDays } from './payrent.schema.ts';
import type { HouseKind, PayeeBank, RentStep } from './payrent.schema.ts';
import { refOf } from './payrent-rows.service.ts';
import type { RentRows, RentRowsParts } from './payrent-rows.service.ts';

export type Stepped = { readonly code: string; readonly next: RentStep };

export type RentStepsParts = Pick<RentRowsParts, 'repository' | 'uploads' | 'secrets' | 'transact'> & {
  readonly rows: RentRows;
  readonly collecting: Pick<Collecting, 'ask'>;
  readonly fee: RentFee;
  /** Whether rent can be paid here at all. */
  readonly isOpen: () => boolean;
};

export function createRentSteps({ rows, repository, uploads, secrets, collecting, fee, isOpen, transact }: RentStepsParts) {
  const { seal, secretsOf, open, ownWithin, move } = rows;
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

  return {
    async begin(
      { kind, country, locale }: { readonly kind: HouseKind; readonly country: string; readonly locale: Locale },
      userId: UserId,
      now: Date,
    ): Promise<Outcome<Stepped, 'closed' | 'too-many'>> {
      if (!isOpen()) return refused('closed');
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
      if (!isOpen()) return refused('closed');
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
        const payUntil = new Date(now.getTime() + rentPayDays * dayMs);
        await move(tx, stored, 'submit', 'customer', { consent, pay_until: payUntil });
        const shares = [
          { payee: 'landlord', supplierId: undefined, rentId: stored.id, what: 'rent', amount: current.rent },
          { payee: 'operator', supplierId: undefined, what: 'fee', amount: current.fee },
        ] as const;
        await collecting.ask(tx, { ...refOf(code), userId, amount: total, shares, dueAt: payUntil }, now);
        return done({ code });
      });
    },

    /** Begins the next payment to the same landlord. */
    async again(code: string, userId: UserId, now: Date): Promise<Outcome<Stepped, 'unknown' | 'closed' | 'too-many' | 'not-now'>> {
      if (!isOpen()) return refused('closed');
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
  };
}
