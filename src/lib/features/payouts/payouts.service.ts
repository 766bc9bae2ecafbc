/** Records what was passed on to providers of the money that is held for them: never more than that, for stays that have begun, by two people. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Ledger, LedgerEntry } from '#lib/features/ledger/ledger.schema.ts';
import type { SupplierId, StaffId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import { readAmount } from '#lib/money/typed-amounts.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { SecondPerson } from './payouts.schema.ts';
import type { PayoutsRepository } from './payouts.repository.ts';

/** As staff wrote it. */
export type WrittenPayout = { readonly currency: string; readonly rent: string; readonly deposit: string; readonly reference: string };
type Fault = 'unknown' | 'wrong-rent' | 'wrong-deposit' | 'nothing' | 'too-much' | 'not-begun' | 'known-reference' | 'same-person';

type Parts = {
  readonly repository: PayoutsRepository;
  readonly seconds: SecondPerson;
  readonly ledger: Pick<Ledger, 'post'>;
  readonly audit: Pick<Audit, 'append'>;
  /** Whether money moves: where none does, it goes from the trial provider. */
  readonly isReal: () => boolean;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>, lockOf: string) => Promise<T>;
};

export type PayoutsService = ReturnType<typeof createPayoutsService>;

export function createPayoutsService({ repository, seconds, ledger, audit, isReal, transact }: Parts) {
  return {
    held: repository.held,
    heldOf: (supplierId: SupplierId) => repository.heldOf(supplierId),
    nameOf: repository.nameOf,
    movements: repository.movements,
    payouts: repository.payouts,
    /** What a first person asked for and a second has not yet. */
    asked: (supplierId: SupplierId, now: Date) => seconds.open(`supplier:${supplierId}`, now),

    async record(supplierId: SupplierId, written: WrittenPayout, by: StaffId, now: Date): Promise<Outcome<'asked' | 'recorded', Fault>> {
      const { currency, reference } = written;
      if (!isCurrency(currency) || (await repository.nameOf(supplierId)) === undefined) return refused('unknown');
      const read = (text: string): Money | undefined => (text.trim() === '' ? { minor: 0n, currency } : readAmount(text, currency));
      const [rent, deposit] = [read(written.rent), read(written.deposit)];
      if (!rent || rent.minor < 0n) return refused('wrong-rent');
      if (!deposit || deposit.minor < 0n) return refused('wrong-deposit');
      if (rent.minor + deposit.minor === 0n) return refused('nothing');
      return transact(async (tx) => {
        const held = (await repository.heldOf(supplierId, tx)).find((one) => one.rent.currency === currency);
        if (!held || held.rent.minor < rent.minor || held.deposit.minor < deposit.minor) return refused('too-much');
        const ahead = await repository.notBegun(tx, supplierId, currency, now.toISOString().slice(0, 10));
        if (held.rent.minor - ahead.rent < rent.minor || held.deposit.minor - ahead.deposit < deposit.minor) return refused('not-begun');
        const subject = `supplier:${supplierId}` as const;
        if (await repository.isKnown(tx, supplierId, reference.trim())) return refused('known-reference');
        const said = { currency, rent: String(rent.minor), deposit: String(deposit.minor), reference: reference.trim() };
        const asked = await seconds.ask(tx, subject, said, by, now);
        if (asked === 'same-person') return refused('same-person');
        if (asked === 'first') {
          await audit.append(tx, { actor: `staff:${by}`, action: 'payout-asked', subject, data: { amount: Number(rent.minor + deposit.minor) } });
          return done('asked');
        }
        const id = await repository.add(tx, { supplierId, rent, deposit, reference: reference.trim(), by, askedBy: asked.first }, now);
        if (id === undefined) return refused('known-reference');
        const total = { minor: -(rent.minor + deposit.minor), currency };
        const parts: readonly LedgerEntry[] = [
          { account: `supplier:${supplierId}`, amount: rent },
          { account: `deposit:${supplierId}`, amount: deposit },
        ];
        const [first, ...more] = parts.filter(({ amount }) => amount.minor !== 0n);
        if (!first) throw new TypeError('a payout moves nothing');
        await ledger.post(tx, { effect: `payout:${id}`, entries: [first, { account: isReal() ? 'bank' : 'provider:sandbox', amount: total }, ...more] }, now);
        await audit.append(tx, { actor: `staff:${by}`, action: 'payout-recorded', subject: `supplier:${supplierId}`, data: { amount: Number(-total.minor) } });
        return done('recorded');
      }, `payouts of ${supplierId}`);
    },
  };
}
