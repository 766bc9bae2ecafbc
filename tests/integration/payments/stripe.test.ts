/** Payments by Stripe, against a stand-in that asks for what they ask and signs as they sign, the whole way to the books. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRateLimits } from '#lib/api/rate-limits.ts';
import { stripeProvider } from '#lib/ports/payment/stripe.ts';
import { createWebhookHandler } from '#server/api/webhook-handler.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { openStripe } from '#tests/support/stripe-stand-in.ts';
import type { Message, StripeEvent, StripeStandIn } from '#tests/support/stripe-stand-in.ts';
import { openTill, pounds } from '#tests/support/till.ts';
import type { Till } from '#tests/support/till.ts';
import { testNow } from '#tests/factories/houses.ts';

let base: TestDatabase;
let till: Till;
let stripe: StripeStandIn;
const clock = { now: testNow };
beforeAll(async () => {
  base = await testDatabase();
});
afterAll(() => base.close());
beforeEach(async () => {
  clock.now = testNow;
  stripe = await openStripe(() => clock.now);
  const provider = stripeProvider({ key: stripe.key, webhookSecrets: ['whsec_next', stripe.secret] }, stripe.origin);
  till = openTill(base.db, { more: [provider] });
});
afterEach(() => stripe.close());

const later = (minutes: number): void => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  till.clock.now = clock.now;
};
const hear = ({ headers, body }: Message) => till.payments.hear('stripe', headers, body, clock.now);
const tell = (event: StripeEvent) => hear(stripe.message(event));
const held = () => till.balance('provider:stripe');
const accounts = () => Promise.all(['supplier:12', 'deposit:12', 'operator:fees', 'suspense'].map((name) => till.balance(name as 'suspense')));
async function paid(): Promise<{ readonly ref: Awaited<ReturnType<Till['asked']>>; readonly reference: string }> {
  const ref = await till.asked();
  const reference = await till.begun(ref);
  expect(await tell(stripe.pay(reference))).toBe('booked');
  return { ref, reference };
}
const back = (ref: Parameters<Till['begun']>[0], minor: bigint) =>
  till.within((tx) => till.payments.collecting.refund(tx, ref, { amount: pounds(minor), reason: 'cancelled', by: 'system' }, clock.now));
const shuffled = <T>(items: readonly T[], by: number): readonly T[] =>
  items
    .map((one, at) => ({ one, key: (at * 7 + by * 13) % 11 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one);

describe('paying', () => {
  test('[R7.102] by card, Alipay and WeChat Pay leads to a page of theirs, and is booked by what they sign', async () => {
    for (const method of ['card', 'alipay', 'wechat-pay'] as const) {
      const before = await held();
      const ref = await till.asked();
      const begun = await till.payments.begin(ref, { method, userId: ref.userId, locale: 'zh-cn' }, clock.now);
      if (!begun.ok) throw new Error(begun.reason);
      const { reference, address } = begun.value;
      expect(address).toBe(stripe.sessionOf(reference)['url']);
      expect(await till.stateOf(reference)).toBe('pending');
      expect(await tell(stripe.pay(reference))).toBe('booked');
      expect([await till.stateOf(reference), (await held()) - before]).toEqual(['succeeded', 100_000n]);
    }
  });

  test('3-D Secure and cards that are declined leave it open on their page; a session that lapsed is told as such', async () => {
    const ref = await till.asked();
    const reference = await till.begun(ref);
    // Their page goes on asking: the session is open and unpaid however often it is asked for.
    later(3);
    await till.payments.catchUp(clock.now);
    expect(await till.stateOf(reference)).toBe('pending');
    expect(await tell(stripe.expire(reference))).toBe('noted');
    expect(await till.stateOf(reference)).toBe('expired');
    expect(await tell({ ...stripe.pay(reference), type: 'checkout.session.updated' })).toBe('ignored');
    expect(await till.begun(ref)).not.toBe(reference);
  });

  test('a way that takes its time is on its way until they say, and may fail', async () => {
    const [first, second] = [await till.begun(await till.asked()), await till.begun(await till.asked())];
    expect(await tell(stripe.pay(first, { later: true }))).toBe('noted');
    expect(await tell(stripe.pay(second, { later: true }))).toBe('noted');
    expect(await till.stateOf(first)).toBe('pending');
    expect(await tell(stripe.settle(first, 'succeeded'))).toBe('booked');
    expect(await tell(stripe.settle(second, 'failed'))).toBe('noted');
    expect([await till.stateOf(first), await till.stateOf(second)]).toEqual(['succeeded', 'failed']);
  });

  test('[R7.102] of dinars with three decimals tens are taken to the thousandth, and nothing is rounded to one', async () => {
    const ways = (minor?: bigint) => till.payments.methodsFor('BHD', minor).filter(({ provider }) => provider === 'stripe');
    expect([ways(82_500n), ways(82_505n), ways()]).toEqual([[{ method: 'card', provider: 'stripe' }], [], []]);
    const dinars = () => till.ledger.balance('provider:stripe', 'BHD');
    const { minor: before } = await dinars();
    const even = await till.asked(undefined, 82_500n, 'BHD');
    const reference = await till.begun(even);
    expect([stripe.sessionOf(reference)['amount_total'], stripe.sessionOf(reference)['currency']]).toEqual([82_500, 'bhd']);
    expect(await tell(stripe.pay(reference))).toBe('booked');
    expect((await dinars()).minor - before).toBe(82_500n);
    // The next who takes cards has it, for what was asked.
    const odd = await till.begun(await till.asked(undefined, 82_505n, 'BHD'));
    expect((await till.payments.find(odd))?.payment).toMatchObject({ provider: 'sandbox', amount: { minor: 82_505n, currency: 'BHD' } });
    for (const minor of [20_005n, 20_000n])
      await till.within((tx) =>
        till.payments.collecting.refund(tx, even, { amount: { minor, currency: 'BHD' }, reason: 'cancelled', by: 'system' }, clock.now),
      );
    await till.payments.sendRefunds(clock.now);
    expect(stripe.refunds.map((one) => one['amount'])).toEqual([20_000]);
    const refunds = await till.payments.refundsOf((await till.payments.find(reference))?.payment.id ?? (0 as never));
    expect(refunds.map(({ amount, state }) => [amount.minor, state]).toSorted()).toEqual([
      [20_000n, 'done'],
      [20_005n, 'by-hand'],
    ]);
  });

  test('[R7.103] what no message brought is found by asking, and the message that comes after changes nothing', async () => {
    const ref = await till.asked();
    const reference = await till.begun(ref);
    const event = stripe.pay(reference);
    later(3);
    await till.payments.catchUp(clock.now);
    expect(await till.requestOf(ref)).toMatchObject({ state: 'paid' });
    expect(await tell(event)).toBe('ignored');
    expect(till.heard).toHaveLength(1);
  });

  test('an answer that was lost, a failure of theirs, a wrong key and too many questions are no refusal: the same payment goes on', async () => {
    const ref = await till.asked();
    for (const status of [401, 403, 409] as const) {
      stripe.fault(status);
      expect(await till.payments.begin(ref, { method: 'card', userId: ref.userId, locale: 'en-us' }, clock.now)).toEqual({ ok: false, reason: 'unreachable' });
    }
    stripe.fault(500, 'late');
    expect(await till.payments.begin(ref, { method: 'card', userId: ref.userId, locale: 'en-us' }, clock.now)).toEqual({ ok: false, reason: 'unreachable' });
    // In another language: what they are asked is the same, or they would refuse it.
    const begun = await till.payments.begin(ref, { method: 'card', userId: ref.userId, locale: 'vi-vn' }, clock.now);
    if (!begun.ok) throw new Error(begun.reason);
    expect(stripe.asked.filter(({ method }) => method === 'POST')).toHaveLength(5);
    expect(new Set(stripe.asked.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([`payment-${begun.value.reference}`]));
    expect(await tell(stripe.pay(begun.value.reference))).toBe('booked');
  });
});

describe('messages', () => {
  test('[quality 4] late, shuffled, five times, with a wrong secret, or changed: one posting, and the right end', async () => {
    const ref = await till.asked();
    const reference = await till.begun(ref);
    const event = stripe.pay(reference);
    const { headers, body } = stripe.message(event);
    expect(await hear(stripe.message(event, { secret: 'whsec_of_another' }))).toBe('forged');
    expect(await hear(stripe.message(event, { at: new Date(clock.now.getTime() - 301_000) }))).toBe('forged');
    expect(await hear({ headers, body: Buffer.from(body.toString().replace('100000', '100001')) })).toBe('forged');
    expect(await hear({ headers: new Headers(), body })).toBe('forged');
    expect(await till.stateOf(reference)).toBe('pending');
    const answers = await Promise.all(Array.from({ length: 5 }, () => hear({ headers, body })));
    expect(answers.toSorted()).toEqual(['booked', 'repeated', 'repeated', 'repeated', 'repeated']);
    expect(await tell({ ...stripe.expire(reference), id: 'evt_shuffled' })).toBe('ignored');
    expect(await till.stateOf(reference)).toBe('succeeded');
  });

  test('of another amount or currency are held for staff, and what staff book can still be disputed', async () => {
    const wrong = await till.begun(await till.asked());
    expect(await tell(stripe.pay(wrong, { currency: 'usd' }))).toBe('held');
    const reference = await till.begun(await till.asked());
    expect(await tell(stripe.pay(reference, { amount: 60_000 }))).toBe('held');
    expect((await till.payments.find(reference))?.payment.held).toMatchObject({ why: 'amount', minor: 60_000n });
    expect(await till.within((tx) => till.payments.resolve(tx, reference, 'book', clock.now))).toMatchObject({ ok: true });
    const before = await held();
    for (const event of stripe.dispute(reference)) await tell(event);
    expect([before - (await held()), await till.stateOf(reference)]).toEqual([60_000n, 'refunded']);
  });

  test('over HTTP: what is signed is taken once, and what is not is refused', async () => {
    const limits = createRateLimits(0);
    const forged: string[] = [];
    const onForged = (provider: string): void => void forged.push(provider);
    const handler = createWebhookHandler({ payments: till.payments, limits, trustedProxies: 0, now: () => clock.now, onForged });
    const server = createServer((request, response) => void handler(request, response, new URL(request.url ?? '/', 'http://site.test')));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_upay/webhook/stripe`;
    const post = async ({ headers, body }: Message): Promise<unknown> => {
      const answer = await fetch(address, { method: 'POST', headers, body: new Uint8Array(body) });
      return [answer.status, await answer.text()];
    };
    const reference = await till.begun(await till.asked());
    const event = stripe.pay(reference);
    expect(await post(stripe.message(event, { secret: 'whsec_forged' }))).toEqual([400, '{"said":"bad-signature"}']);
    expect(await post(stripe.message(event, { type: 'payment_intent.succeeded' }))).toEqual([200, '{"said":"ignored"}']);
    expect([await post(stripe.message(event)), await post(stripe.message(event))]).toEqual([
      [200, '{"said":"booked"}'],
      [200, '{"said":"repeated"}'],
    ]);
    expect([forged, await till.stateOf(reference)]).toEqual([['stripe'], 'succeeded']);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('sending back', () => {
  test('part of it and the rest; once, though the answer was lost and their memory of the request is gone', async () => {
    const { ref, reference } = await paid();
    expect(await back(ref, 30_000n)).toMatchObject({ ok: true });
    await till.payments.sendRefunds(clock.now);
    expect([await till.stateOf(reference), stripe.refunds.map((one) => one['amount'])]).toEqual(['part_refunded', [30_000]]);
    expect(await back(ref, 70_000n)).toMatchObject({ ok: true });
    // Session and earlier refunds are looked at, then it is sent, and the answer does not come.
    const asks = ['GET', 'GET', 'POST'] as const;
    for (const method of asks) stripe.fault(method === 'POST' ? 500 : 200, 'late');
    await till.payments.sendRefunds(clock.now);
    expect([await till.stateOf(reference), stripe.refunds.length]).toEqual(['part_refunded', 2]);
    later(25 * 60);
    await till.payments.sendRefunds(clock.now);
    expect([await till.stateOf(reference), stripe.refunds.length]).toEqual(['refunded', 2]);
  });

  test('a key that is no longer good leaves it waiting; what they refuse is for staff, and goes from our bank', async () => {
    const { ref, reference } = await paid();
    await back(ref, 10_000n);
    stripe.fault(200, 'late');
    stripe.fault(200, 'late');
    stripe.fault(401);
    await till.payments.sendRefunds(clock.now);
    expect((await till.payments.openRefunds()).find((one) => one.payment === reference)?.state).toBe('asked');
    stripe.dispute(reference);
    await till.payments.sendRefunds(clock.now);
    const refund = (await till.payments.openRefunds()).find((one) => one.payment === reference);
    expect(refund?.state).toBe('by-hand');
    const [bank, provider] = [await till.balance('bank'), await held()];
    expect(await till.payments.sentByHand(refund?.id ?? 0, clock.now)).toBe(true);
    expect([(await till.balance('bank')) - bank, (await held()) - provider]).toEqual([-10_000n, 0n]);
  });

  test('a refund that does not get there is with them again, and staff send it; the books balance throughout', async () => {
    const before = await accounts();
    const { ref, reference } = await paid();
    await back(ref, 100_000n);
    await till.payments.sendRefunds(clock.now);
    expect([await till.stateOf(reference), await accounts()]).toEqual(['refunded', before]);
    const [refund] = await till.payments.refundsOf((await till.payments.find(reference))?.payment.id ?? (0 as never));
    const event = stripe.failRefund(refund?.reference ?? '');
    const provider = await held();
    expect([await tell(event), await tell(event), await tell({ ...event, id: 'evt_again' })]).toEqual(['booked', 'repeated', 'ignored']);
    expect([await till.stateOf(reference), (await held()) - provider]).toEqual(['succeeded', 100_000n]);
    expect((await till.payments.find(reference))?.payment.held?.why).toBe('refund');
    expect(await till.payments.sentByHand(refund?.id ?? 0, clock.now)).toBe(true);
    expect([await till.stateOf(reference), await accounts()]).toEqual(['refunded', before]);
    expect((await till.payments.find(reference))?.payment.held).toBeUndefined();
  });
});

describe('[R4.100] what a bank disputes', () => {
  test('is taken from those who have it, told once, kept before staff, and comes back to them when it is won', async () => {
    const start = await accounts();
    const { ref, reference } = await paid();
    const shared = await accounts();
    const [created, withdrawn] = stripe.dispute(reference);
    expect([await tell(created as StripeEvent), await tell(withdrawn as StripeEvent)]).toEqual(['noted', 'booked']);
    expect([await accounts(), await till.stateOf(reference)]).toEqual([start, 'refunded']);
    expect((await till.payments.find(reference))?.payment.held?.why).toBe('dispute');
    const [dispute] = await till.payments.disputesOf((await till.payments.find(reference))?.payment.id ?? (0 as never));
    expect(dispute).toMatchObject({ state: 'open', respondBy: new Date(clock.now.getTime() + 7 * 86_400_000), reason: 'fraudulent' });
    expect(await till.payments.collecting.kept(ref)).toEqual(pounds(0n));
    for (const event of stripe.decide(reference, 'won')) await tell(event);
    expect([await accounts(), await till.stateOf(reference)]).toEqual([shared, 'succeeded']);
    expect((await till.payments.find(reference))?.payment.held).toBeUndefined();
    expect(await till.payments.collecting.kept(ref)).toEqual(pounds(100_000n));
    expect(till.heard.map(({ event }) => event)).toEqual(['paid', 'dispute-open', 'dispute-won']);
  });

  test('whatever order its messages come in, and however often: the same books', async () => {
    for (let round = 0; round < 6; round += 1) {
      const outcome = round % 2 === 0 ? ('won' as const) : ('lost' as const);
      const before = await accounts();
      const { reference } = await paid();
      const shared = await accounts();
      const events = [...stripe.dispute(reference), ...stripe.decide(reference, outcome)];
      for (const event of shuffled([...events, ...events], round)) await tell(event);
      expect({ round, accounts: await accounts() }).toEqual({ round, accounts: outcome === 'won' ? shared : before });
      expect(till.heard.filter(({ event, code }) => event === `dispute-${outcome}` && code === till.heard.at(-1)?.code)).toHaveLength(1);
      expect((await till.payments.find(reference))?.payment.held?.why).toBe(outcome === 'won' ? undefined : 'dispute');
    }
  });

  test('a question of a bank moves nothing; in part, after part went back, only what is there comes from others', async () => {
    const asked = await paid();
    const provider = await held();
    for (const event of stripe.dispute(asked.reference, { asks: true })) expect(await tell(event)).toBe('noted');
    for (const event of stripe.decide(asked.reference, 'warning_closed')) expect(await tell(event)).toBe('noted');
    expect([await held(), await till.stateOf(asked.reference)]).toEqual([provider, 'succeeded']);

    const start = await accounts();
    const { ref, reference } = await paid();
    await back(ref, 40_000n);
    await till.payments.sendRefunds(clock.now);
    for (const event of stripe.dispute(reference, { amount: 100_000 })) await tell(event);
    expect((await accounts()).map((one, at) => one - (start[at] ?? 0n))).toEqual([0n, 0n, 0n, 40_000n]);
    for (const event of stripe.decide(reference, 'won')) await tell(event);
    expect([await till.stateOf(reference), (await till.payments.collecting.kept(ref))?.minor]).toEqual(['part_refunded', 60_000n]);
    expect((await accounts()).map((one, at) => one - (start[at] ?? 0n))).toEqual([-50_000n, 0n, -10_000n, 0n]);
    // And all of it goes back from whose it is.
    await back(ref, 60_000n);
    await till.payments.sendRefunds(clock.now);
    expect(await accounts()).toEqual(start);
  });

  test('of a part of a price that is not whole yet is owed again, and comes back as money that has just come', async () => {
    const ref = await till.asked();
    const first = await till.begun(ref);
    await tell(stripe.pay(first, { amount: 60_000 }));
    await till.within((tx) => till.payments.resolve(tx, first, 'book', clock.now));
    for (const event of stripe.dispute(first)) await tell(event);
    expect(await till.requestOf(ref)).toMatchObject({ state: 'open', paid: pounds(0n) });
    const whole = await till.begun(ref);
    expect((await till.payments.find(whole))?.payment.amount).toEqual(pounds(100_000n));
    await tell(stripe.pay(whole));
    expect(await till.requestOf(ref)).toMatchObject({ state: 'paid' });
    for (const event of stripe.decide(first, 'won')) await tell(event);
    await till.payments.sendRefunds(clock.now);
    expect([await till.stateOf(first), await till.balance(`customer:${ref.userId}`)]).toEqual(['refunded', 0n]);
  });

  test('that nobody told of is found by asking, and so is its end', async () => {
    const { reference } = await paid();
    const provider = await held();
    stripe.dispute(reference);
    await till.payments.askDisputes(clock.now);
    expect(provider - (await held())).toBe(100_000n);
    later(90 * 24 * 60);
    stripe.decide(reference, 'won');
    await till.payments.askDisputes(clock.now);
    await till.payments.askDisputes(clock.now);
    expect([await held(), await till.stateOf(reference)]).toEqual([provider, 'succeeded']);
  });

  test('of nobody here is left alone', async () => {
    const { reference } = await paid();
    const [created] = stripe.dispute(reference);
    const other = { ...(created as StripeEvent), data: { object: { ...(created as StripeEvent).data.object, payment_intent: 'pi_of_another' } } };
    expect(await tell(other)).toBe('unmatched');
  });
});
