/** What a provider says that it moved, held against the ledger: by Stripe's stand-in, and where no money moves. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { reconciliationPage } from '#lib/features/payments/reconciliation.loader.ts';
import { stripeProvider } from '#lib/ports/payment/stripe.ts';
import type { StaffRole } from '#lib/access.ts';
import { testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { known } from '#tests/support/list-pages.ts';
import { openStripe } from '#tests/support/stripe-stand-in.ts';
import type { StripeEvent, StripeStandIn } from '#tests/support/stripe-stand-in.ts';
import { openTill, pounds } from '#tests/support/till.ts';
import type { Till } from '#tests/support/till.ts';

let base: TestDatabase;
let till: Till;
let stripe: StripeStandIn;
const clock = { now: testNow };
beforeAll(async () => {
  base = await testDatabase();
});
afterAll(() => base.close());
/** Each test has days of its own, as the books are added to only. */
let months = 0;
beforeEach(async () => {
  months += 1;
  clock.now = new Date(Date.UTC(2027, months, 10, 12));
  stripe = await openStripe(() => clock.now);
  till = openTill(base.db, { more: [stripeProvider({ key: stripe.key, webhookSecrets: [stripe.secret] }, stripe.origin)] });
  till.clock.now = clock.now;
});
afterEach(() => stripe.close());

const later = (minutes: number): void => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  till.clock.now = clock.now;
};
const day = (): string => clock.now.toISOString().slice(0, 10);
const tell = (event: StripeEvent) => {
  const { headers, body } = stripe.message(event);
  return till.payments.hear('stripe', headers, body, clock.now);
};
async function paid() {
  const ref = await till.asked();
  const reference = await till.begun(ref);
  const event = stripe.pay(reference);
  return { ref, reference, event };
}
const differences = async (from = day(), to = day(), provider: 'stripe' | 'sandbox' = 'stripe') => {
  const outcome = await till.payments.reconciliation.compare(provider, from, to);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.value;
};
const names = async () => (await differences()).differences.map(({ what, kind, payment, ours, theirs }) => [what, kind, payment, theirs?.minor, ours?.minor]);

test('payments, refunds and what did not get there are the same on both sides, with the fees they kept beside', async () => {
  const { ref, event } = await paid();
  expect(await tell(event)).toBe('booked');
  await till.within((tx) => till.payments.collecting.refund(tx, ref, { amount: pounds(30_000n), reason: 'cancelled', by: 'system' }, clock.now));
  await till.payments.sendRefunds(clock.now);
  expect(await differences()).toMatchObject({
    differences: [],
    matched: 2,
    isWhole: true,
    sums: [{ currency: 'GBP', theirs: 70_000n, ours: 70_000n, fees: 2_020n }],
  });
});

test('what no message brought is missing here, by the name of the payment that is known; what is told late is found on its own day', async () => {
  const { reference, event } = await paid();
  expect(await names()).toEqual([['unbooked', 'payment', reference, 100_000n, undefined]]);
  const then = day();
  later(9 * 1_440);
  expect(await tell(event)).toBe('booked');
  expect(await differences(then, then)).toMatchObject({ differences: [], matched: 1 });
});

test('a dispute is the same on both sides once it was told, and what a bank gave back too', async () => {
  const { reference, event } = await paid();
  await tell(event);
  const opened = stripe.dispute(reference);
  const missing = await names();
  expect(missing).toEqual([['missing-here', 'dispute', undefined, -100_000n, undefined]]);
  for (const one of opened) await tell(one);
  expect((await differences()).differences).toEqual([]);
});

test('what our books have and they do not is named with its payment, and only where their list is whole', async () => {
  const { reference, event } = await paid();
  await tell(event);
  stripe.forget();
  expect(await names()).toEqual([['missing-there', 'payment', reference, undefined, 100_000n]]);
});

test('where no money moves, payments and disputes are the same on both sides', async () => {
  const sandbox = openTill(base.db);
  sandbox.clock.now = clock.now;
  const other = await sandbox.asked();
  const reference = await sandbox.begun(other);
  expect(await sandbox.says(reference)).toBe('booked');
  const compared = () => sandbox.payments.reconciliation.compare('sandbox', day(), day());
  expect(await compared()).toMatchObject({ ok: true, value: { differences: [], matched: 1, sums: [{ currency: 'GBP', theirs: 100_000n, ours: 100_000n }] } });
  await sandbox.sandbox.dispute(reference, clock.now);
  expect(await compared()).toMatchObject({ ok: true, value: { differences: [{ what: 'missing-here', kind: 'dispute' }], matched: 1 } });
  await sandbox.payments.askDisputes(clock.now);
  expect(await compared()).toMatchObject({ ok: true, value: { differences: [], matched: 2, sums: [{ currency: 'GBP', theirs: 0n, ours: 0n }] } });
});

test('days that are none, turned or too many are told; a provider that is away is told as that, and nothing is made up', async () => {
  const compare = (from: string, to: string) => till.payments.reconciliation.compare('stripe', from, to);
  expect(await compare('2027-02-10', '2027-02-09')).toEqual({ ok: false, reason: 'turned' });
  expect(await compare('2027-02-01', '2027-03-04')).toEqual({ ok: false, reason: 'too-long' });
  expect((await compare('2027-02-01', '2027-03-03')).ok).toBe(true);
  expect(await till.payments.reconciliation.compare('offline', day(), day())).toEqual({ ok: false, reason: 'unknown' });
  stripe.fault(500);
  expect(await compare(day(), day())).toEqual({ ok: false, reason: 'unreachable' });
});

test('whoever runs the site hears of the day before where something differs or nobody answers, and of nothing otherwise', async () => {
  const { event } = await paid();
  const told = () => till.payments.reconciliation.ofYesterday(clock.now);
  later(1_440);
  expect((await told()).find(({ provider }) => provider === 'stripe')).toMatchObject({ outcome: { ok: true, value: 1 } });
  await tell(event);
  expect(await told()).toEqual([]);
  stripe.fault(500);
  expect((await told()).find(({ provider }) => provider === 'stripe')).toMatchObject({ outcome: { ok: false, reason: 'unreachable' } });
});

test('the page asks nobody before somebody has chosen, says beside the field which day is none, and is for those who see to money', async () => {
  const { event } = await paid();
  await tell(event);
  const page = reconciliationPage(till.payments.reconciliation);
  const read = (query: Record<string, string>, standing: StaffRole | undefined = 'finance') =>
    page.reconciliation({
      query: new URLSearchParams(query),
      now: clock.now,
      intl: 'en-GB',
      t: (key: string) => key,
      paths: { to: (name: string, params: Record<string, string>) => `/${name}/${Object.values(params)[0]}` },
      visitor: standing && { staff: { staffId: 1, standing } },
    } as unknown as Parameters<typeof page.reconciliation>[0]);
  expect(known(await read({})).found).toBeUndefined();
  const wrong = known(await read({ provider: 'stripe', from: '2027-02-30', to: 'x' }));
  expect([wrong.dayProblems, wrong.given.from, wrong.found]).toEqual([{ from: 'forms.date', to: 'forms.date' }, '2027-02-30', undefined]);
  expect(known(await read({ provider: 'nobody' })).fault).toBe('payments.recon_unknown');
  const whole = known(await read({ provider: 'stripe', from: day(), to: day() }));
  expect(whole.found).toMatchObject({ count: 0, matched: 1, sums: [{ currency: 'GBP', theirs: '£1,000', ours: '£1,000', differs: false }] });
  expect(await read({ provider: 'stripe' }, 'editor')).toBeUndefined();
});
