/** Deposits: never more is kept than there is, whatever is written; what is kept and what goes back are the whole; the graph is the database's. */
import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { imbalanceOf } from '#lib/features/ledger/ledger.rules.ts';
import { backEntries } from '#lib/features/payments/payments.rules.ts';
import type { Share } from '#lib/features/payments/payments.schema.ts';
import { depositGraph } from '#lib/features/orders/deposits.process.rules.ts';
import {
  backOf,
  dueFromAgreement,
  dueFromEnd,
  givingsFor,
  isOverdue,
  keptOf,
  overOn,
  proposalsFor,
  readDeductions,
  writtenDeductions,
} from '#lib/features/orders/deposits.rules.ts';
import { deductionReasons } from '#lib/features/orders/deposits.schema.ts';
import { giveBackOf } from '#lib/features/quotes/letting-law.rules.ts';
import { readQuoteData } from '#lib/features/quotes/letting-law.files.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { toDecimal } from '#lib/money/money.ts';
import fc from '#tests/support/properties.ts';

const money = fc.record({ minor: fc.bigInt(1n, 10n ** 12n), currency: fc.constantFrom(...currencyCodes) });
const written = fc.array(
  fc.record({
    reason: fc.constantFrom<string>(...deductionReasons),
    sum: fc.oneof(fc.bigInt(1n, 10n ** 10n).map(String), fc.string({ maxLength: 8 })),
    note: fc.string({ minLength: 1, maxLength: 10 }),
    evidence: fc.constantFrom('', '1', '7'),
  }),
  { maxLength: 5 },
);

describe('what is kept of a deposit', () => {
  test('is never more than it, whatever is written, and goes with what goes back to make the whole', () => {
    fc.assert(
      fc.property(money, written, (deposit, lines) => {
        const read = readDeductions(lines, deposit);
        if (!read.ok) return (read.number ?? 0) >= 1 && (read.number ?? 0) <= lines.length;
        const [kept, back] = [keptOf(deposit, read.value), backOf(deposit, read.value)];
        return back.minor >= 0n && kept.minor >= 0n && kept.minor + back.minor === deposit.minor && read.value.every(({ amount }) => amount.minor > 0n);
      }),
    );
  });

  test('can be all of it, to the last unit, and not one unit more', () => {
    fc.assert(
      fc.property(money, (deposit) => {
        const line = (minor: bigint) => [{ reason: 'damage', sum: toDecimal({ ...deposit, minor }), note: 'x', evidence: '' }];
        const [whole, more] = [readDeductions(line(deposit.minor), deposit), readDeductions(line(deposit.minor + 1n), deposit)];
        // A sum with three digits behind its point is thousands to some: it is not taken, rather than read wrongly.
        return (whole.ok ? backOf(deposit, whole.value).minor === 0n : whole.reason === 'no-sum') && !more.ok;
      }),
    );
  });

  test('leaves books that balance: what goes back comes of the deposit, and what is kept goes to its provider', () => {
    fc.assert(
      fc.property(money, fc.bigInt(0n, 10n ** 12n), fc.bigInt(1n, 10n ** 12n), (deposit, part, rent) => {
        const { currency } = deposit;
        const back = { minor: part > deposit.minor ? deposit.minor : part, currency };
        const of = (what: 'deposit' | 'rent', minor: bigint): Share => ({ payee: 'supplier', supplierId: 7, what, amount: { minor, currency } });
        const gone = backEntries([of('rent', rent), of('deposit', deposit.minor)], 0n, back);
        const kept = { minor: deposit.minor - back.minor, currency };
        const entries = [
          ...gone,
          { account: 'bank' as const, amount: { minor: -back.minor, currency } },
          { account: 'deposit:7' as const, amount: kept },
          { account: 'supplier:7' as const, amount: { minor: -kept.minor, currency } },
        ];
        const ofDeposit = entries.filter(({ account }) => account === 'deposit:7').reduce((sum, { amount }) => sum + amount.minor, 0n);
        return imbalanceOf(entries) === undefined && ofDeposit === deposit.minor && gone.every(({ account }) => account === 'deposit:7');
      }),
    );
  });

  test('is read of a form by its numbers, without those of which no reason is given', () => {
    const values = {
      reason_1: 'damage',
      sum_1: '20',
      note_1: 'Lamp',
      evidence_1: '3',
      reason_2: '',
      sum_2: '7',
      reason_3: 'keys',
      sum_3: '5.50',
      note_3: 'One',
    };
    expect(writtenDeductions(values).map(({ reason, sum }) => [reason, sum])).toEqual([
      ['damage', '20'],
      ['keys', '5.50'],
    ]);
  });
});

test('a deadline counts from the end of the stay or from the agreement, as the law of the place says, and is none where nothing is known', () => {
  const end = { name: 'One', days: 14, from: 'end' } as const;
  const agreement = { name: 'Other', days: 10, from: 'agreement' } as const;
  expect([dueFromEnd(end, '2027-08-31'), dueFromEnd(agreement, '2027-08-31'), dueFromEnd(undefined, '2027-08-31')]).toEqual([
    '2027-09-14',
    undefined,
    undefined,
  ]);
  expect(dueFromAgreement({ law: agreement, dueOn: undefined }, '2027-09-20')).toBe('2027-09-30');
  expect(dueFromAgreement({ law: end, dueOn: '2027-09-14' }, '2027-09-20')).toBe('2027-09-14');
  expect(isOverdue({ dueOn: '2027-09-14', state: 'agreed' }, '2027-09-14')).toBe(false);
  expect([isOverdue({ dueOn: '2027-09-14', state: 'agreed' }, '2027-09-15'), isOverdue({ dueOn: '2027-09-14', state: 'done' }, '2027-09-15')]).toEqual([
    true,
    false,
  ]);
  expect([overOn('2027-08-31', '2027-09-01'), overOn('2027-08-31', '2027-05-02'), overOn(undefined, '2027-05-02')]).toEqual([
    '2027-08-31',
    '2027-05-02',
    '2027-05-02',
  ]);
  const { law } = readQuoteData('src/content');
  const of = (country: string, state: string | undefined, kind: 'private-letting' | 'purpose-built' | 'homestay') =>
    giveBackOf(law, { country, state, kind }, '2027-09-01')?.days;
  expect([of('uk', 'Greater London', 'private-letting'), of('uk', 'Scotland', 'private-letting'), of('uk', 'Greater London', 'purpose-built')]).toEqual([
    10,
    undefined,
    undefined,
  ]);
  expect([
    of('us', 'New York', 'private-letting'),
    of('us', 'California', 'purpose-built'),
    of('us', 'Massachusetts', 'private-letting'),
    of('us', 'Texas', 'private-letting'),
  ]).toEqual([14, 21, 30, undefined]);
});

test('the graph is the one of the database, and says what can be done', () => {
  const migration = readFileSync('src/lib/db/migrations/124_deposits.ts', 'utf8');
  const links = readFileSync('src/lib/db/migrations/131_deposit_links.ts', 'utf8');
  for (const { from, event, by, to, time } of depositGraph)
    expect(`${migration} ${links}`).toContain(
      time === 'after-stay' ? `['${from}', '${event}', '${by}', '${to}']` : `['${from}', '${event}', '${by}', '${to}', '${time}']`,
    );
  expect(`${migration}\n${links}`.match(/^ {2}\['/gm)?.length).toBe(depositGraph.length);
  // A provider says nothing without a link that opens, and settles no dispute.
  expect(new Set(depositGraph.filter(({ by }) => by === 'supplier').map(({ event, time }) => `${event} ${time}`))).toEqual(
    new Set(['propose while-linked', 'whole while-linked']),
  );
  expect(depositGraph.filter(({ by, time }) => by !== 'supplier' && time !== 'after-stay')).toEqual([]);
  expect([proposalsFor({ state: 'open' }), proposalsFor({ state: 'disputed' }), proposalsFor({ state: 'agreed' })]).toEqual([
    ['propose', 'whole'],
    ['propose', 'whole', 'decided'],
    [],
  ]);
  const back = { minor: 1n, currency: 'GBP' } as const;
  expect(givingsFor({ state: 'agreed', takenBy: 'operator' }, back)).toEqual(['us', 'provider']);
  expect(givingsFor({ state: 'agreed', takenBy: 'operator' }, { ...back, minor: 0n })).toEqual(['provider']);
  expect(givingsFor({ state: 'agreed', takenBy: 'supplier' }, back)).toEqual(['provider']);
  expect([givingsFor({ state: 'sending', takenBy: 'operator' }, back), givingsFor({ state: 'done', takenBy: 'operator' }, back)]).toEqual([['again'], []]);
});
