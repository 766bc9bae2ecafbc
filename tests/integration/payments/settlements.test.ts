/** What a provider keeps, changes and brings to our bank, and what the bank says of it: our books come to what both say. */
import fc from '#tests/support/properties.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { transact } from '#lib/db/unit-of-work.ts';
import { createStatements } from '#lib/features/statements/statements.feature.ts';
import type { Statements } from '#lib/features/statements/statements.feature.ts';
import type { LedgerAccount } from '#lib/features/ledger/ledger.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { money, toDecimal } from '#lib/money/money.ts';
import { stripeProvider } from '#lib/ports/payment/stripe.ts';
import { testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { openStripe } from '#tests/support/stripe-stand-in.ts';
import type { StripeEvent, StripeStandIn } from '#tests/support/stripe-stand-in.ts';
import { openTill } from '#tests/support/till.ts';
import type { Till } from '#tests/support/till.ts';

let base: TestDatabase;
let till: Till;
let stripe: StripeStandIn;
let statements: Statements['service'];
let staff: StaffId;
const clock = { now: testNow };
beforeAll(async () => {
  base = await testDatabase();
  const { id } = await base.db
    .insertInto('staff_members')
    .values({ name: 'Bank', role: 'finance', email_digest: 'bank', email_sealed: 'bank', totp_sealed: 'bank', totp_step: 0n, created_at: testNow })
    .returning('id')
    .executeTakeFirstOrThrow();
  staff = asId<StaffId>(id);
});
afterAll(() => base.close());
let months = 0;
beforeEach(async () => {
  months += 1;
  clock.now = new Date(Date.UTC(2028, months, 10, 12));
  stripe = await openStripe(() => clock.now);
  till = openTill(base.db, { more: [stripeProvider({ key: stripe.key, webhookSecrets: [stripe.secret] }, stripe.origin)] });
  till.clock.now = clock.now;
  statements = createStatements({ db: base.db, ledger: till.ledger, audit: { append: async () => undefined }, bookYears: 10 }).service;
});
afterEach(() => stripe.close());

const tell = (event: StripeEvent) => {
  const { headers, body } = stripe.message(event);
  return till.payments.hear('stripe', headers, body, clock.now);
};
const later = (minutes: number): void => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  till.clock.now = clock.now;
};
const balance = async (account: LedgerAccount, currency: 'GBP' | 'EUR' = 'GBP') => (await till.ledger.balance(account, currency)).minor;
const all = async (currency: 'GBP' | 'EUR' = 'GBP') =>
  Promise.all((['provider:stripe', 'bank', 'costs:fees', 'exchange', 'suspense'] as const).map((one) => balance(one, currency)));
const apart = (after: readonly bigint[], before: readonly bigint[]) => after.map((one, at) => one - (before[at] ?? 0n));
async function paid(): Promise<string> {
  const reference = await till.begun(await till.asked());
  expect(await tell(stripe.pay(reference))).toBe('booked');
  return reference;
}

test('fees and settlements: what the provider holds by our books is what it holds by its own, and once', async () => {
  const before = await all();
  await paid();
  later(60);
  stripe.move('payout', -60_000);
  stripe.move('fee', -700);
  stripe.move('other_adjustment', 5);
  expect(await till.payments.settle(clock.now)).toBe(4);
  expect(await till.payments.settle(clock.now)).toBe(0);
  // 1,000.00 less a fee of 20.20, less what went.
  expect(apart(await all(), before)).toEqual([stripe.holds('gbp'), 60_000n, 2_720n, 0n, -5n]);
  stripe.move('payout_reversal', 60_000);
  await till.payments.settle(clock.now);
  expect(apart(await all(), before)).toEqual([stripe.holds('gbp'), 0n, 2_720n, 0n, -5n]);
  const day = clock.now.toISOString().slice(0, 10);
  expect(await till.payments.reconciliation.compare('stripe', day, day)).toMatchObject({ ok: true, value: { differences: [] } });
});

test('what changes its currency leaves the one and comes in the other, and the rest of it is the difference', async () => {
  const [pounds, euros] = [await all(), await all('EUR')];
  stripe.settleIn('eur', 1_170);
  const reference = await paid();
  const known = await till.payments.find(reference);
  stripe.settleIn('eur', 1_180);
  await till.within((tx) =>
    till.payments.collecting.refund(tx, known?.request ?? ({} as never), { amount: money(100_000n, 'GBP'), reason: 'cancelled', by: 'system' }, clock.now),
  );
  await till.payments.sendRefunds(clock.now);
  later(60);
  await till.payments.settle(clock.now);
  expect(apart(await all(), pounds)).toEqual([0n, 0n, 0n, 0n, 0n]);
  // Paid at 1.17, back at 1.18, and the fee: all of it is gone, and an account says to what.
  expect(apart(await all('EUR'), euros)).toEqual([stripe.holds('eur'), 0n, 2_020n, 1_000n, 0n]);
});

test('a statement: what is ours is found, the rest is explained, and then our bank is what the statement says, whatever moved', async () => {
  const line = fc.record({ minor: fc.bigInt(-9_000n, 9_000n).filter((one) => one !== 0n), isOurs: fc.boolean(), isNamed: fc.boolean() });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), async (lines) => {
      round += 1;
      const [before] = [await statements.sums()];
      const on = clock.now.toISOString().slice(0, 10);
      const rows: string[] = [];
      for (const [at, { minor, isOurs, isNamed }] of lines.entries()) {
        const name = `R${round}X${at}ABCDEF`;
        if (isOurs)
          await transact(base.db, (tx) =>
            till.ledger.post(
              tx,
              {
                effect: `payout:${name}`,
                entries: [
                  { account: 'bank', amount: money(minor, 'GBP') },
                  { account: 'suspense', amount: money(-minor, 'GBP') },
                ],
              },
              clock.now,
            ),
          );
        rows.push(`${on},${minor < 0n ? '-' : ''}${toDecimal(money(minor < 0n ? -minor : minor, 'GBP'))},${isNamed ? name : `line ${round} ${at}`}`);
      }
      const file = `Date,Amount,Description\n${rows.join('\n')}\n`;
      const taken = await statements.take(file, 'GB33 GBP', undefined, clock.now);
      expect(taken).toMatchObject({ ok: true, value: { read: lines.length, added: lines.length } });
      // The same once more adds nothing.
      expect(await statements.take(file, 'GB33 GBP', undefined, clock.now)).toMatchObject({ ok: true, value: { read: lines.length, added: 0 } });
      for (const one of await statements.open(1_000)) {
        // What could be one of several of ours is paired by who looks; here the one that is left.
        const outcome = await statements.explain(one.id, { as: 'unknown', provider: '', note: 'nobody knows' }, staff, clock.now);
        expect(outcome.ok).toBe(true);
        expect(await statements.explain(one.id, { as: 'unknown', provider: '', note: 'again' }, staff, clock.now)).toMatchObject({ ok: false });
      }
      const sums = await statements.sums();
      const [now, then] = [sums.find(({ currency }) => currency === 'GBP'), before?.find(({ currency }) => currency === 'GBP')];
      const moved = lines.reduce((sum, { minor }) => sum + minor, 0n);
      expect((now?.statement ?? 0n) - (then?.statement ?? 0n)).toBe(moved);
      expect(now?.open).toBe(0n);
      // What differs is exactly what our books have and no statement.
      const notThere = (await statements.postings(1_000)).filter(({ currency }) => currency === 'GBP').reduce((sum, { minor }) => sum + minor, 0n);
      expect((now?.ours ?? 0n) - (now?.statement ?? 0n)).toBe(notThere);
    }),
    { numRuns: 12 },
  );
});

test('names, texts and notes of what our bank said go with the books, in whole years; sums and postings stay', async () => {
  const name = `Mai Tran ${clock.now.getUTCMonth()}`;
  const year = clock.now.getUTCFullYear();
  const file = `Date,Amount,Description,Name\n${year}-12-31,12.00,rent of Mai,${name}\n${year + 1}-01-01,13.00,rent of Lan,Lan Vo\n`;
  expect(await statements.take(file, 'GB33 GBP', undefined, clock.now)).toMatchObject({ ok: true, value: { added: 2 } });
  const lines = () =>
    base.db.selectFrom('bank_lines').select(['id', 'party', 'said', 'note', 'minor', 'effect']).where('minor', 'in', [1_200n, 1_300n]).orderBy('id').execute();
  for (const { id } of await lines()) await statements.explain(id, { as: 'unknown', provider: '', note: `of ${name}` }, staff, clock.now);
  const before = await statements.sums();
  const at = async (now: string) => {
    await statements.forgetNames(10, new Date(now));
    return (await lines()).map(({ party, said, note }) => [party, said, note].join());
  };
  expect((await at(`${year + 10}-12-31T23:59:59Z`)).every((one) => one.includes('rent of'))).toBe(true);
  const [gone, stays] = await at(`${year + 11}-01-01T00:00:00Z`);
  expect([gone, stays]).toEqual([',,', expect.stringContaining('rent of Lan')]);
  expect(await statements.sums()).toEqual(before);
  expect((await lines()).every(({ effect }) => effect !== null)).toBe(true);
  // The same file once more adds nothing: what names a movement has stayed.
  expect(await statements.take(file, 'GB33 GBP', undefined, clock.now)).toMatchObject({ ok: true, value: { added: 0 } });
});
