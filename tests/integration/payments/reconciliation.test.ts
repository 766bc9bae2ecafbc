/** What a provider says that it moved, held against the ledger: by Stripe's stand-in, and where no money moves. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconciliationPage } from '#lib/features/payments/reconciliation.loader.ts';
import { stripeProvider } from '#lib/ports/payment/stripe.ts';
import { wechatPayProvider } from '#lib/ports/payment/wechat-pay.ts';
import type { StaffRole } from '#lib/access.ts';
import { testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { known } from '#tests/support/list-pages.ts';
import { openStripe } from '#tests/support/stripe-stand-in.ts';
import type { StripeEvent, StripeStandIn } from '#tests/support/stripe-stand-in.ts';
import { openTill, pounds } from '#tests/support/till.ts';
import type { Till } from '#tests/support/till.ts';
import { openWechatPay } from '#tests/support/wechat-pay-stand-in.ts';
import type { WechatNews } from '#tests/support/wechat-pay-stand-in.ts';

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

test('whoever runs the site hears once of a day on which something differs, and of nobody who answers until somebody does', async () => {
  const { event } = await paid();
  const told = async () => (await till.payments.reconciliation.due(clock.now)).filter(({ provider }) => provider === 'stripe');
  later(1_440);
  const first = clock.now.toISOString().slice(0, 10);
  expect(await told()).toMatchObject([{ day: new Date(clock.now.getTime() - 86_400_000).toISOString().slice(0, 10), outcome: { ok: true, value: 1 } }]);
  expect(await told(), 'it was told').toEqual([]);
  await tell(event);
  later(1_440);
  stripe.fault(500);
  expect(await told()).toMatchObject([{ day: first, outcome: { ok: false, reason: 'unreachable' } }]);
  // The day of which nobody could tell is asked for again, with the one after it, oldest first.
  later(1_440);
  const asked = stripe.asked.length;
  expect(await told()).toEqual([]);
  expect(stripe.asked.length - asked).toBeGreaterThanOrEqual(2);
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

describe('the list of WeChat Pay', () => {
  const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
  const compare = (wechatTill: Till, from: string, to = from) => wechatTill.payments.reconciliation.compare('wechat-pay', from, to);

  async function opened() {
    const wechat = await openWechatPay(() => clock.now, ['CNY']);
    const own = openTill(base.db, { more: [wechatPayProvider(wechat.settings, wechat.hosts, () => clock.now)] });
    own.clock.now = clock.now;
    const pass = (hours: number): void => {
      later(hours * 60);
      own.clock.now = clock.now;
    };
    const hear = (news: WechatNews) => {
      const { headers, body } = wechat.message(news);
      return own.payments.hear('wechat-pay', headers, body, clock.now);
    };
    async function pay() {
      const ref = await own.asked(undefined, 100_000n, 'CNY');
      const begun = await own.payments.begin(
        ref,
        { method: 'wechat-pay', userId: ref.userId, locale: 'zh-cn', payer: { device: 'desktop', address: '203.0.113.7' } },
        clock.now,
      );
      if (!begun.ok) throw new Error(begun.reason);
      return { ref, reference: begun.value.reference };
    }
    return { wechat, own, pass, hear, pay };
  }

  test('of a day is read once it is made: payments, and refunds that take days to get there, are the same on both sides', async () => {
    const { wechat, own, pass, hear, pay } = await opened();
    const first = dayOf(clock.now);
    const { ref, reference } = await pay();
    expect(await hear(wechat.pay(reference))).toBe('booked');
    await own.within((tx) =>
      own.payments.collecting.refund(tx, ref, { amount: { minor: 30_000n, currency: 'CNY' }, reason: 'cancelled', by: 'system' }, clock.now),
    );
    await own.payments.sendRefunds(clock.now);
    pass(24);
    // Half of that day is in a file of Beijing that is not made yet.
    expect(await compare(own, first)).toEqual({ ok: false, reason: 'not-yet' });
    pass(24);
    const fees = { currency: 'CNY', fees: 420n };
    expect(await compare(own, first)).toMatchObject({
      ok: true,
      value: { differences: [], matched: 1, sums: [{ ...fees, fees: 600n, theirs: 100_000n, ours: 100_000n }] },
    });
    pass(72);
    const [refund] = [...wechat.refunds.keys()];
    wechat.bring(refund ?? '');
    await own.payments.sendRefunds(clock.now);
    const brought = dayOf(clock.now);
    pass(48);
    expect(await compare(own, first)).toMatchObject({ ok: true, value: { differences: [], matched: 2, sums: [{ ...fees, theirs: 70_000n, ours: 70_000n }] } });
    expect(await compare(own, brought), 'it counts for the day on which it began').toMatchObject({ ok: true, value: { differences: [], matched: 0 } });
    await wechat.close();
  });

  test('names what no message brought; a file that is another than they signed, or lies elsewhere, is none', async () => {
    const { wechat, own, pass, pay } = await opened();
    const first = dayOf(clock.now);
    const { reference } = await pay();
    wechat.pay(reference);
    pass(48);
    expect(await compare(own, first)).toMatchObject({
      ok: true,
      value: { differences: [{ what: 'unbooked', payment: reference, theirs: { minor: 100_000n } }] },
    });
    for (const change of [{ text: (text: string) => text.replace('1000.00', '10.00') }, { hash: '0'.repeat(40) }, { elsewhere: 'https://bills.example' }]) {
      wechat.forge(change);
      expect(await compare(own, first)).toEqual({ ok: false, reason: 'unreachable' });
    }
    wechat.forge(undefined);
    wechat.fault('unsigned');
    expect(await compare(own, first)).toEqual({ ok: false, reason: 'unreachable' });
    await wechat.close();
  });

  test('is asked for again each morning until it is there, and then once; who has none that can be read is not asked', async () => {
    const { wechat, own, pass, pay } = await opened();
    const { reference } = await pay();
    wechat.pay(reference);
    const first = dayOf(clock.now);
    const told = async () => (await own.payments.reconciliation.due(clock.now)).filter(({ provider }) => provider === 'wechat-pay');
    pass(24);
    expect(await told()).toEqual([]);
    pass(24);
    expect(await told()).toMatchObject([{ day: first, outcome: { ok: true, value: 1 } }]);
    pass(24);
    expect(await told()).toEqual([]);
    await wechat.close();
    const abroad = await openWechatPay(() => clock.now, ['GBP']);
    const theirs = openTill(base.db, { more: [wechatPayProvider(abroad.settings, abroad.hosts, () => clock.now)] });
    expect(theirs.payments.reconciliation.without).toEqual(['wechat-pay']);
    expect(theirs.payments.reconciliation.providers.map(({ name }) => name)).not.toContain('wechat-pay');
    await abroad.close();
  });
});
