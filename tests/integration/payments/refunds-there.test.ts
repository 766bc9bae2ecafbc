/** Refunds that somebody makes on pages of the provider, warnings, refusals of theirs, and sessions that are closed there. */
import fc from '#tests/support/properties.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { stripeProvider } from '#lib/ports/payment/stripe.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { openStripe } from '#tests/support/stripe-stand-in.ts';
import type { StripeEvent, StripeStandIn } from '#tests/support/stripe-stand-in.ts';
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
  till = openTill(base.db, { more: [stripeProvider({ key: stripe.key, webhookSecrets: [stripe.secret] }, stripe.origin)] });
});
afterEach(() => stripe.close());

const later = (minutes: number): void => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  till.clock.now = clock.now;
};
const tell = (event: StripeEvent) => {
  const { headers, body } = stripe.message(event);
  return till.payments.hear('stripe', headers, body, clock.now);
};
const held = () => till.balance('provider:stripe');
const accounts = () => Promise.all(['supplier:12', 'deposit:12', 'operator:fees', 'suspense'].map((name) => till.balance(name as 'suspense')));
const back = (ref: Parameters<Till['begun']>[0], minor: bigint) =>
  till.within((tx) => till.payments.collecting.refund(tx, ref, { amount: pounds(minor), reason: 'cancelled', by: 'system' }, clock.now));
async function found(reference: string) {
  const known = await till.payments.find(reference);
  if (!known) throw new Error(`no payment ${reference}`);
  return { ...known, refunds: await till.payments.refundsOf(known.payment.id) };
}
async function paid() {
  const ref = await till.asked();
  const reference = await till.begun(ref);
  const event = stripe.pay(reference);
  expect(await tell(event)).toBe('booked');
  return { ref, reference };
}
let members = 0;
async function member(): Promise<StaffId> {
  members += 1;
  const row = {
    name: 'Ann',
    role: 'finance',
    email_digest: `stray ${members}`,
    email_sealed: 'sealed',
    totp_sealed: 'sealed',
    totp_step: 0n,
    created_at: testNow,
  } as const;
  const { id } = await base.db.insertInto('staff_members').values(row).returning('id').executeTakeFirstOrThrow();
  return asId<StaffId>(id);
}
/** What the provider itself still has of a payment. */
const left = (): bigint => stripe.refunds.reduce((rest, one) => rest - (one['status'] === 'failed' ? 0n : BigInt(Number(one['amount']))), 100_000n);

describe('a refund that somebody made on their pages', () => {
  test('is booked once, is told to who paid and to those whose thing it was, and waits at the desk', async () => {
    const start = await accounts();
    const { ref, reference } = await paid();
    const before = await held();
    const events = stripe.refundThere(reference, 100_000);
    const [created, charge] = events as [StripeEvent, StripeEvent];
    expect([await tell(created), await tell(charge), await tell(created), await tell({ ...created, id: 'evt_again' })]).toEqual([
      'booked',
      'ignored',
      'repeated',
      'ignored',
    ]);
    expect([await accounts(), before - (await held()), await till.stateOf(reference)]).toEqual([start, 100_000n, 'refunded']);
    expect((await till.payments.collecting.kept(ref))?.minor).toBe(0n);
    expect((await found(reference)).payment.held?.why).toBe('sent-back-there');
    expect(till.heard.filter(({ event }) => event === 'refunded')).toEqual([{ event: 'refunded', code: ref.code, amount: 100_000n, left: 0n }]);
    expect(till.told.filter((one) => one.startsWith('refund'))).toHaveLength(1);
    // Nothing is left for anybody to send again.
    expect(await back(ref, 90_000n)).toMatchObject({ ok: false, reason: 'more-than-paid' });
  });

  test('counts for what was to go back anyhow, so that nothing goes twice: all of it, some of it, and what staff were to send', async () => {
    const { ref, reference } = await paid();
    await back(ref, 90_000n);
    // Nobody told yet: they refuse, are looked at, and the refund that was asked for is the one that was made there.
    stripe.refundThere(reference, 100_000);
    await till.payments.sendRefunds(clock.now);
    const { payment, refunds } = await found(reference);
    expect(refunds.map(({ amount, state }) => [amount.minor, state])).toEqual([
      [90_000n, 'done'],
      [10_000n, 'done'],
    ]);
    expect([payment.state, payment.back.minor, left()]).toEqual(['refunded', 100_000n, 0n]);
    expect((await till.payments.openRefunds()).filter((one) => one.payment === reference)).toEqual([]);

    const other = await paid();
    await back(other.ref, 90_000n);
    for (const event of stripe.refundThere(other.reference, 60_000)) await tell(event);
    await till.payments.sendRefunds(clock.now);
    const after = await found(other.reference);
    expect(after.refunds.map(({ amount, state }) => [amount.minor, state]).toSorted()).toEqual([
      [10_000n, 'done'],
      [40_000n, 'done'],
      [50_000n, 'done'],
    ]);
    expect(after.payment.state).toBe('refunded');
  });

  test('told before the payment itself waits for it', async () => {
    const ref = await till.asked();
    const reference = await till.begun(ref);
    const pay = stripe.pay(reference);
    const [created] = stripe.refundThere(reference, 40_000);
    const before = await held();
    expect(await tell(created as StripeEvent)).toBe('unmatched');
    expect(await tell(pay)).toBe('booked');
    expect([(await held()) - before, await till.stateOf(reference)]).toEqual([60_000n, 'part_refunded']);
  });

  test('that nobody told of is found by asking', async () => {
    const { reference } = await paid();
    stripe.refundThere(reference, 25_000);
    for (const _ of [1, 2]) await till.payments.askRefunds(clock.now);
    expect((await found(reference)).refunds.map(({ amount, state }) => [amount.minor, state])).toEqual([[25_000n, 'done']]);
    // And both sides say the same.
    const day = clock.now.toISOString().slice(0, 10);
    const compared = await till.payments.reconciliation.compare('stripe', day, day);
    expect(compared.ok && compared.value.differences.filter(({ payment }) => payment === reference)).toEqual([]);
  });

  test('whatever went back which way, in whatever order and however often it is told: books, refunds and provider say the same', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('ours' as const), part: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ kind: fc.constant('there' as const), part: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ kind: fc.constant('send' as const) }),
      fc.record({ kind: fc.constant('fail' as const), which: fc.nat(5) }),
      fc.record({ kind: fc.constant('tell' as const), which: fc.nat(20) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), fc.array(fc.nat(1_000), { minLength: 20, maxLength: 20 }), async (steps, order) => {
        stripe.refunds.splice(0);
        const start = [...(await accounts()), await held()];
        const { ref, reference } = await paid();
        const told: StripeEvent[] = [];
        for (const one of steps) {
          if (one.kind === 'ours') await back(ref, BigInt(one.part) * 1_000n);
          if (one.kind === 'send') await till.payments.sendRefunds(clock.now);
          if (one.kind === 'there' && left() >= BigInt(one.part) * 1_000n) told.push(...stripe.refundThere(reference, one.part * 1_000));
          const there = stripe.refunds.filter(({ status, metadata }) => status !== 'failed' && !(metadata as { readonly reference?: string }).reference);
          const failing = one.kind === 'fail' ? there[one.which % Math.max(there.length, 1)] : undefined;
          if (failing) told.push(...stripe.failRefundThere(failing.id));
          const event = one.kind === 'tell' ? told[one.which % Math.max(told.length, 1)] : undefined;
          if (event) await tell(event);
        }
        const shuffled = [...told, ...told].map((event, at) => ({ event, key: order[at % order.length] ?? 0 })).toSorted((a, b) => a.key - b.key);
        for (const { event } of shuffled) await tell(event);
        for (const _ of [1, 2, 3]) await till.payments.sendRefunds(clock.now);
        const { payment, refunds } = await found(reference);
        const gone = refunds.reduce((sum, { state, amount }) => sum + (state === 'done' ? amount.minor : 0n), 0n);
        const end = [...(await accounts()), await held()];
        const customer = await till.balance(`customer:${ref.userId}`);
        expect({ gone, held: (end[4] ?? 0n) - (start[4] ?? 0n) }).toEqual({ gone: 100_000n - left(), held: left() });
        // What is not with the provider any more is with nobody: each penny of ours is owed to somebody.
        expect(end.slice(0, 4).reduce((sum, one, at) => sum + one - (start[at] ?? 0n), customer)).toBe(-left());
        expect(end[3]).toBe(start[3]);
        expect(payment.back.minor <= payment.received.minor).toBe(true);
        expect(payment.state).toBe(gone === 0n ? 'succeeded' : gone === 100_000n ? 'refunded' : 'part_refunded');
      }),
      { numRuns: 25 },
    );
  });
});

describe('what they refuse', () => {
  test('too little on their side waits for them and is asked again; it is never sent from our bank by itself', async () => {
    const { ref, reference } = await paid();
    await back(ref, 30_000n);
    stripe.empty(true);
    await till.payments.sendRefunds(clock.now);
    const only = async () => (await found(reference)).refunds[0];
    expect(await only()).toMatchObject({ state: 'asked', refusal: 'no-balance' });
    expect((await found(reference)).payment.held?.why).toBe('refund');
    stripe.empty(false);
    const asked = stripe.asked.length;
    await till.payments.sendRefunds(clock.now);
    expect(stripe.asked.length, 'not every two minutes').toBe(asked);
    later(61);
    await till.payments.sendRefunds(clock.now);
    expect(await only()).toMatchObject({ state: 'done', refusal: undefined });
    expect((await found(reference)).payment.held).toBeUndefined();
  });

  test('what is wrong by itself waits for a person, who has it asked again or sends it; what a bank has taken goes another way', async () => {
    const { ref, reference } = await paid();
    await back(ref, 30_000n);
    stripe.fault(200, 'late');
    stripe.fault(200, 'late');
    stripe.fault(400);
    const only = async () => (await found(reference)).refunds[0];
    await till.payments.sendRefunds(clock.now);
    const refund = await only();
    // A refusal without a code of theirs that we know is not taken for "this way is closed".
    expect(refund?.state).toBe('asked');
    stripe.dispute(reference);
    await till.payments.sendRefunds(clock.now);
    expect((await only())?.state).toBe('by-hand');
  });
});

describe('a card scheme that warns', () => {
  test('puts the payment before staff once, also where the warning came first, and ends nothing', async () => {
    const { reference } = await paid();
    const event = stripe.warn(reference);
    expect([await tell(event), await tell(event), await tell({ ...event, id: 'evt_warn_again' })]).toEqual(['held', 'repeated', 'ignored']);
    const { payment } = await found(reference);
    expect([payment.held?.why, payment.state]).toEqual(['warning', 'succeeded']);
    expect(await till.payments.warningsOf(payment.id)).toMatchObject([{ reason: 'made_with_stolen_card' }]);

    const first = await till.begun(await till.asked());
    const pay = stripe.pay(first);
    expect(await tell(stripe.warn(first))).toBe('unmatched');
    expect(await tell(pay)).toBe('booked');
    expect((await found(first)).payment.held?.why).toBe('warning');
  });
});

describe('what came wrongly', () => {
  const see = (reference: string, how: 'return' | 'book', by: StaffId) =>
    till.within((tx) => (how === 'return' ? till.payments.giveStrayBack(tx, reference, by, clock.now) : till.payments.bookStray(tx, reference, by, clock.now)));
  const dollars = async () => [(await till.ledger.balance('provider:stripe', 'USD')).minor, (await till.ledger.balance('suspense', 'USD')).minor];

  test('in another currency is in the books as nobody’s, cannot be booked, and goes back once', async () => {
    const staff = await member();
    const reference = await till.begun(await till.asked());
    const before = await dollars();
    const event = stripe.pay(reference, { currency: 'usd' });
    expect([await tell(event), await tell(event), await tell({ ...event, id: 'evt_stray_again' })]).toEqual(['held', 'repeated', 'held']);
    expect((await dollars()).map((one, at) => one - (before[at] ?? 0n))).toEqual([100_000n, -100_000n]);
    expect(await see(reference, 'book', staff)).toMatchObject({ ok: false });
    // Of a currency without a limit each sum takes two.
    expect(await see(reference, 'return', staff)).toMatchObject({ ok: true });
    expect(await see(reference, 'return', staff)).toMatchObject({ ok: false, reason: 'same-person' });
    await till.payments.sendRefunds(clock.now);
    expect(stripe.refunds).toEqual([]);
    const second = await member();
    expect(await see(reference, 'return', second)).toMatchObject({ ok: true });
    expect(await see(reference, 'return', second), 'it is on its way').toMatchObject({ ok: false, reason: 'not-now' });
    await till.payments.sendRefunds(clock.now);
    await till.payments.sendRefunds(clock.now);
    expect(stripe.refunds.map((one) => [one['amount'], one['currency']])).toEqual([[100_000, 'usd']]);
    expect([await dollars(), (await found(reference)).payment.held]).toEqual([before, undefined]);
    const day = clock.now.toISOString().slice(0, 10);
    const compared = await till.payments.reconciliation.compare('stripe', day, day);
    expect(compared.ok && compared.value.differences.filter(({ theirs, ours }) => theirs?.currency === 'USD' || ours?.currency === 'USD')).toEqual([]);
  });

  test('by another session can be booked, and what goes back of it goes by that one', async () => {
    const staff = await member();
    const ref = await till.asked();
    const reference = await till.begun(ref);
    const event = stripe.pay(reference);
    // What we had noted of it was another session of theirs.
    await base.db
      .updateTable('payments')
      .set({ provider_ref: `cs_lost_${reference}` })
      .where('reference', '=', reference)
      .execute();
    const before = [await held(), await till.balance('suspense')];
    expect(await tell(event)).toBe('held');
    expect((await found(reference)).payment.held?.why).toBe('reference');
    expect(await see(reference, 'book', staff)).toMatchObject({ ok: true });
    expect([await till.stateOf(reference), (await held()) - (before[0] ?? 0n), await till.balance('suspense')]).toEqual(['succeeded', 100_000n, before[1]]);
    expect(await till.requestOf(ref)).toMatchObject({ state: 'paid' });
    await back(ref, 100_000n);
    await till.payments.sendRefunds(clock.now);
    expect(await till.stateOf(reference)).toBe('refunded');
  });

  test('goes back by one person alone below the limit of refunds, together with what else they gave back', async () => {
    const [one, other] = [await member(), await member()];
    /** Somebody pays so much less than the limit by another session. */
    const wrongly = async (minor: bigint) => {
      const reference = await till.begun(await till.asked(undefined, minor));
      const event = stripe.pay(reference);
      await base.db
        .updateTable('payments')
        .set({ provider_ref: `cs_lost_${reference}` })
        .where('reference', '=', reference)
        .execute();
      expect(await tell(event)).toBe('held');
      return reference;
    };
    const waits = async (reference: string) => (await till.payments.strayOf((await found(reference)).payment.id))?.askedBy !== undefined;
    const [first, second, third] = [await wrongly(30_000n), await wrongly(30_000n), await wrongly(10_000n)];
    expect(await see(first, 'return', one)).toMatchObject({ ok: true });
    expect(await waits(first)).toBe(false);
    expect(await see(second, 'return', one)).toMatchObject({ ok: true });
    expect(await waits(second), 'the two come to the limit').toBe(true);
    // So does a refund beside what came wrongly and went back.
    const { ref } = await paid();
    const gives = async (by: StaffId, minor: bigint) => {
      await till.within((tx) => till.payments.collecting.refund(tx, ref, { amount: pounds(minor), reason: 'cancelled', by }, clock.now));
      const row = await base.db.selectFrom('refunds').select('state').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
      return row.state;
    };
    expect([await gives(one, 20_000n), await gives(one, 10_000n), await gives(other, 10_000n)]).toEqual(['waiting', 'asked', 'asked']);
    expect(await see(third, 'return', one)).toMatchObject({ ok: true });
    expect(await waits(third)).toBe(true);
    expect(await see(second, 'return', other)).toMatchObject({ ok: true });
    await till.payments.sendRefunds(clock.now);
    expect((await found(second)).payment.held).toBeUndefined();
    expect((await found(third)).payment.held?.why).toBe('reference');
    const rows = await base.db.selectFrom('stray_money').select(['asked_by', 'agreed_by', 'state']).where('asked_by', '=', one).orderBy('id').execute();
    expect(rows.map(({ state, agreed_by }) => [state, agreed_by])).toEqual([
      ['returned', null],
      ['returned', other],
      ['here', null],
    ]);
    await expect(base.db.updateTable('stray_money').set({ agreed_by: one }).where('asked_by', '=', one).execute()).rejects.toThrow(/stray_money_two/);
  });

  test('and sent back on their pages is no case any more', async () => {
    const reference = await till.begun(await till.asked());
    const before = await dollars();
    expect(await tell(stripe.pay(reference, { currency: 'usd' }))).toBe('held');
    for (const event of stripe.refundThere(reference, 100_000)) await tell(event);
    expect([await dollars(), (await found(reference)).payment.held]).toEqual([before, undefined]);
  });
});

describe('a page at the provider on which nothing is to be paid any more', () => {
  test('is closed there, and one that was paid meanwhile goes back', async () => {
    const ref = await till.asked();
    const reference = await till.begun(ref);
    await till.within((tx) => till.payments.collecting.withdraw(tx, ref, clock.now));
    expect(await till.payments.closeSessions(clock.now)).toBe(1);
    expect([stripe.sessionOf(reference)['status'], await till.stateOf(reference)]).toEqual(['expired', 'expired']);
    expect(await till.payments.closeSessions(clock.now)).toBe(0);

    const late = await till.asked();
    const begun = await till.begun(late);
    await till.within((tx) => till.payments.collecting.withdraw(tx, late, clock.now));
    stripe.pay(begun);
    till.answer.paid = async () => 'too-late';
    expect(await till.payments.closeSessions(clock.now)).toBe(0);
    await till.payments.sendRefunds(clock.now);
    expect(await till.stateOf(begun)).toBe('refunded');
  });
});
