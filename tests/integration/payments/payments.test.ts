/** Money that comes and goes back, over a real database, with a provider that signs what it says. */
import { sql } from 'kysely';
import { offlineProvider } from '#lib/ports/payment/offline.ts';
import type { PaymentProvider } from '#lib/ports/payment/payment.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import { testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { openTill, pounds } from '#tests/support/till.ts';
import type { Till } from '#tests/support/till.ts';

let base: TestDatabase;
let till: Till;
beforeAll(async () => {
  base = await testDatabase();
});
afterAll(() => base.close());
beforeEach(() => {
  till = openTill(base.db, { shortLimits: new Map([['GBP', 2_500n]]) });
});

const later = (minutes: number): void => void (till.clock.now = new Date(till.clock.now.getTime() + minutes * 60_000));
const effectsOf = async (like: string): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from ledger_transactions where effect like ${like}`.execute(base.db)).rows[0]?.count ?? 0;
const provider = () => till.balance('provider:sandbox');
/** Somebody of the staff. */
async function member(name: string): Promise<StaffId> {
  const { rows } = await sql<{ id: number }>`insert into staff_members (name, role, email_digest, email_sealed, totp_sealed, created_at)
    values (${name}, 'finance', ${name}, '', '', now()) returning id`.execute(base.db);
  return asId<StaffId>(rows[0]?.id ?? 0);
}

describe('what a provider tells', () => {
  test('[R7.102] [R7.103] is booked once, is everybody’s whose it is, and the thing is taken', async () => {
    const before = await Promise.all([provider(), till.balance('supplier:12'), till.balance('deposit:12'), till.balance('operator:fees')]);
    const ref = await till.asked();
    const reference = await till.begun(ref);
    expect(await till.stateOf(reference)).toBe('pending');
    expect(await till.says(reference)).toBe('booked');
    expect(await till.stateOf(reference)).toBe('succeeded');
    expect(await till.requestOf(ref)).toMatchObject({ state: 'paid', paid: pounds(100_000n) });
    const after = await Promise.all([provider(), till.balance('supplier:12'), till.balance('deposit:12'), till.balance('operator:fees')]);
    expect(after.map((one, at) => one - (before[at] ?? 0n))).toEqual([100_000n, -70_000n, -20_000n, -10_000n]);
    expect(await till.balance(`customer:${ref.userId}`)).toBe(0n);
    expect(till.heard).toEqual([{ event: 'paid', code: ref.code, amount: 100_000n }]);
    expect(await till.payments.collecting.kept(ref)).toEqual(pounds(100_000n));
  });

  test('five times, at once, in any order with a failure, and late: one posting and paid', async () => {
    const ref = await till.asked();
    const reference = await till.begun(ref);
    await till.says(reference, { state: 'failed', id: `a${reference}` });
    expect(await till.stateOf(reference)).toBe('failed');
    const answers = await Promise.all(Array.from({ length: 5 }, () => till.says(reference)));
    expect(answers.filter((one) => one === 'booked')).toHaveLength(1);
    // Told again under another name, or that it failed after all: nothing changes.
    expect(await till.says(reference, { id: `b${reference}` })).toBe('ignored');
    expect(await till.says(reference, { state: 'failed', id: `c${reference}` })).toBe('ignored');
    expect(await till.stateOf(reference)).toBe('succeeded');
    expect(await effectsOf(`payment:${reference}:%`)).toBe(1);
    expect(till.heard).toHaveLength(1);
  });

  test('after the attempt lapsed still counts', async () => {
    const ref = await till.asked();
    const reference = await till.begun(ref);
    later(61);
    await till.payments.catchUp(till.clock.now);
    expect(await till.stateOf(reference)).toBe('expired');
    later(600);
    expect(await till.says(reference)).toBe('booked');
    expect(await till.requestOf(ref)).toMatchObject({ state: 'paid' });
  });

  test('of a payment that is not there, of another provider, or not signed by them, changes nothing', async () => {
    expect(await till.says('ZZZZ-ZZZZ')).toBe('unmatched');
    const ref = await till.asked();
    const reference = await till.begun(ref, 'bank-transfer');
    expect(await till.says(reference)).toBe('unmatched');
    const card = await till.begun(ref);
    expect(await till.payments.hear('sandbox', new Headers({ 'sandbox-signature': 't=1,v1=00' }), Buffer.from('{}'), testNow)).toBe('forged');
    expect(await till.payments.hear('nobody', new Headers(), Buffer.from('{}'), testNow)).toBe('no-provider');
    expect(await till.stateOf(card)).toBe('pending');
  });

  test('with another amount or currency is held for staff and not booked', async () => {
    for (const [change, why] of [
      [{ minor: '99999' }, 'amount'],
      [{ minor: '100001' }, 'amount'],
      [{ currency: 'USD' }, 'currency'],
      [{ currency: 'XXX' }, 'currency'],
    ] as const) {
      const ref = await till.asked();
      const reference = await till.begun(ref);
      expect(await till.says(reference, change)).toBe('held');
      const found = await till.payments.find(reference);
      expect([found?.payment.state, found?.payment.held?.why]).toEqual(['pending', why]);
      expect(await effectsOf(`payment:${reference}:%`)).toBe(0);
      expect(await till.requestOf(ref)).toMatchObject({ state: 'open' });
    }
  });

  test('held money is booked as what came, by staff, and counts in part', async () => {
    const ref = await till.asked();
    const reference = await till.begun(ref);
    await till.says(reference, { minor: '60000' });
    expect(await till.within((tx) => till.payments.resolve(tx, reference, 'book', till.clock.now))).toEqual({ ok: true, value: undefined });
    expect(await till.requestOf(ref)).toMatchObject({ state: 'part_paid', paid: pounds(60_000n) });
    expect(await till.balance(`customer:${ref.userId}`)).toBe(-60_000n);
    const rest = await till.begun(ref);
    expect((await till.payments.find(rest))?.payment.amount).toEqual(pounds(40_000n));
    await till.says(rest);
    expect(await till.requestOf(ref)).toMatchObject({ state: 'paid' });
    expect(await till.balance(`customer:${ref.userId}`)).toBe(0n);
  });

  test('what it does not tell is asked for', async () => {
    const ref = await till.asked();
    const reference = await till.begun(ref);
    await till.sandbox.choose(reference, 'succeeded', till.clock.now);
    await till.payments.catchUp(till.clock.now);
    expect(await till.stateOf(reference)).toBe('pending');
    later(3);
    await till.payments.catchUp(till.clock.now);
    expect(await till.stateOf(reference)).toBe('succeeded');
  });

  test('money for what nobody knows yet waits, is shown to staff, and is handed on later', async () => {
    till.answer.isThere = false;
    const ref = await till.asked();
    const reference = await till.begun(ref);
    expect(await till.says(reference)).toBe('booked');
    expect((await till.payments.find(reference))?.payment.held?.why).toBe('no-payable');
    till.answer.isThere = true;
    await till.payments.catchUp(till.clock.now);
    expect(await till.requestOf(ref)).toMatchObject({ state: 'paid' });
    expect((await till.payments.find(reference))?.payment.held).toBeUndefined();
  });
});

describe('a row that cannot be worked on', () => {
  test('[quality 9] holds up no other: refunds are sent, attempts lapse, money is handed on, and the job says what failed', async () => {
    const [poison, well] = [await till.asked(), await till.asked()];
    const [first, second] = [await till.begun(poison), await till.begun(well)];
    till.answer.isThere = false;
    await till.says(first);
    await till.says(second);
    till.answer.isThere = true;
    till.answer.paid = async (_, { code }) => {
      if (code === poison.code) throw new Error('a row of ours is broken');
      return 'too-late';
    };
    const idle = await till.begun(await till.asked());
    later(61);
    await expect(till.payments.catchUp(till.clock.now)).rejects.toThrow(/^1 of \d+ failed, the first: a row of ours is broken$/);
    expect([await till.requestOf(poison), await till.requestOf(well)]).toMatchObject([{ state: 'part_paid' }, { state: 'cancelled' }]);
    expect(await till.stateOf(idle)).toBe('expired');

    // The refund of the one is not to be taken by its feature; the other's comes back all the same.
    const third = await till.asked();
    const fine = await till.begun(third);
    till.answer.paid = async () => 'too-late';
    await till.says(fine);
    till.answer.refunded = async ({ code }) => {
      if (code === well.code) throw new Error('nobody takes it');
    };
    await expect(till.payments.sendRefunds(till.clock.now)).rejects.toThrow('nobody takes it');
    expect(await till.stateOf(fine)).toBe('refunded');
    till.answer.refunded = async () => undefined;
    await till.payments.sendRefunds(till.clock.now);
    expect(await till.stateOf(second)).toBe('refunded');
    await sql`update payments set held = null, held_at = null where held = 'no-payable'`.execute(base.db);
    await till.payments.catchUp(till.clock.now);
    await till.payments.sendRefunds(till.clock.now);
    expect(await till.stateOf(first)).toBe('refunded');
  });
});

test('[quality 10] a provider that does not answer keeps nobody from asking the others for disputes', async () => {
  const away: PaymentProvider = {
    ...offlineProvider([]),
    name: 'stripe',
    disputes: async () => {
      throw new Error('nobody answers');
    },
  };
  const own = openTill(base.db, { more: [away] });
  const reference = await own.begun(await own.asked());
  await own.says(reference);
  await own.sandbox.dispute(reference, own.clock.now);
  await expect(own.payments.askDisputes(own.clock.now)).rejects.toThrow('nobody answers');
  expect((await own.payments.find(reference))?.payment.held?.why).toBe('dispute');
});

describe('paying', () => {
  test('a second press, and twenty at once, go on with the same payment', async () => {
    const ref = await till.asked();
    const numbers = await Promise.all(Array.from({ length: 20 }, () => till.begun(ref)));
    expect(new Set(numbers).size).toBe(1);
  });

  test('is for whom it was asked of, and for what is open', async () => {
    const ref = await till.asked();
    const other = { method: 'card', userId: asId<UserId>(8), locale: 'en-us' } as const;
    expect(await till.payments.begin(ref, other, testNow)).toEqual({ ok: false, reason: 'unknown' });
    await till.within((tx) => till.payments.collecting.withdraw(tx, ref, testNow));
    expect(await till.payments.begin(ref, { ...other, userId: ref.userId }, testNow)).toEqual({ ok: false, reason: 'nothing-owed' });
  });

  test('the same twice, in two tabs by two ways: what is too much goes back at once', async () => {
    const ref = await till.asked();
    const [card, transfer] = [await till.begun(ref), await till.begun(ref, 'bank-transfer')];
    await till.says(card);
    const bank = await till.balance('bank');
    expect(await till.within((tx) => till.payments.confirmTransfer(tx, transfer, pounds(100_000n), till.clock.now))).toEqual({ ok: true, value: 'booked' });
    await till.payments.sendRefunds(till.clock.now);
    const [refund] = await till.payments.openRefunds();
    expect(refund).toMatchObject({ state: 'by-hand', basis: 'excess', amount: pounds(100_000n) });
    expect(await till.payments.sentByHand(refund?.id ?? 0, till.clock.now)).toBe(true);
    expect(await till.balance('bank')).toBe(bank);
    expect(await till.stateOf(transfer)).toBe('refunded');
    expect(await till.payments.collecting.kept(ref)).toEqual(pounds(100_000n));
    expect(till.heard).toHaveLength(1);
  });

  test('a transfer short by what banks keep counts in part; shorter ones wait', async () => {
    const confirm = (reference: string, minor: bigint) => till.within((tx) => till.payments.confirmTransfer(tx, reference, pounds(minor), till.clock.now));
    const ref = await till.asked();
    const reference = await till.begun(ref, 'bank-transfer');
    expect(await confirm(reference, 97_500n)).toEqual({ ok: true, value: 'booked' });
    expect(await till.requestOf(ref)).toMatchObject({ state: 'part_paid', paid: pounds(97_500n) });
    expect(await confirm(reference, 97_500n)).toEqual({ ok: false, reason: 'not-now' });
    const other = await till.begun(await till.asked(), 'bank-transfer');
    expect(await confirm(other, 97_499n)).toEqual({ ok: true, value: 'held' });
    expect(await till.stateOf(other)).toBe('pending');
  });
});

describe('money that goes back', () => {
  test('too late: all of it, by itself, and the books are as before', async () => {
    till.answer.paid = async () => 'too-late';
    const before = await provider();
    const ref = await till.asked();
    const reference = await till.begun(ref);
    await till.says(reference);
    expect(await till.requestOf(ref)).toMatchObject({ state: 'cancelled', paid: pounds(0n) });
    await till.payments.sendRefunds(till.clock.now);
    expect([await till.stateOf(reference), await provider(), await till.balance(`customer:${ref.userId}`)]).toEqual(['refunded', before, 0n]);
    expect(till.heard.at(-1)).toEqual({ event: 'refunded', code: ref.code, amount: 100_000n, left: 0n });
    expect(await till.payments.collecting.kept(ref)).toEqual(pounds(0n));
  });

  test('part of it: deposit first, from whose it is, once, and never more than is there', async () => {
    const ref = await till.asked();
    const reference = await till.begun(ref);
    await till.says(reference);
    const [rent, deposit] = [await till.balance('supplier:12'), await till.balance('deposit:12')];
    const back = (minor: bigint) =>
      till.within((tx) => till.payments.collecting.refund(tx, ref, { amount: pounds(minor), reason: 'cancelled', by: 'system' }, till.clock.now));
    expect(await back(30_000n)).toEqual({ ok: true, value: undefined });
    expect(await back(70_001n)).toEqual({ ok: false, reason: 'more-than-paid' });
    await Promise.all([till.payments.sendRefunds(till.clock.now), till.payments.sendRefunds(till.clock.now)]);
    expect(await till.stateOf(reference)).toBe('part_refunded');
    expect([(await till.balance('deposit:12')) - deposit, (await till.balance('supplier:12')) - rent]).toEqual([20_000n, 10_000n]);
    expect(till.heard.at(-1)).toEqual({ event: 'refunded', code: ref.code, amount: 30_000n, left: 70_000n });
    expect(await back(70_000n)).toEqual({ ok: true, value: undefined });
    await till.payments.sendRefunds(till.clock.now);
    expect(await till.stateOf(reference)).toBe('refunded');
    expect((await till.balance('supplier:12')) - rent).toBe(70_000n);
  });

  test('what was paid in part goes back when it is withdrawn', async () => {
    const ref = await till.asked();
    const reference = await till.begun(ref, 'bank-transfer');
    await till.within((tx) => till.payments.confirmTransfer(tx, reference, pounds(98_000n), till.clock.now));
    await till.within((tx) => till.payments.collecting.withdraw(tx, ref, till.clock.now));
    expect(await till.payments.collecting.kept(ref)).toEqual(pounds(0n));
    expect(await till.requestOf(ref)).toMatchObject({ state: 'cancelled', paid: pounds(0n) });
  });

  test('a chargeback is posted once, and staff hear of it', async () => {
    const ref = await till.asked();
    const reference = await till.begun(ref);
    await till.says(reference);
    const before = await provider();
    const told = { state: 'chargeback', id: `dp_${reference}` } as const;
    expect(await Promise.all([till.says(reference, told), till.says(reference, told)])).toEqual(expect.arrayContaining(['booked', 'repeated']));
    expect([before - (await provider()), await till.stateOf(reference)]).toEqual([100_000n, 'refunded']);
    expect((await till.payments.find(reference))?.payment.held?.why).toBe('dispute');
    expect(await till.within((tx) => till.payments.collecting.refund(tx, ref, { amount: pounds(1n), reason: 'x', by: 'system' }, testNow))).toMatchObject({
      ok: false,
    });
  });
});

describe('a refund by bank that the payer’s bank has made needless', () => {
  const accounts = ['supplier:12', 'deposit:12', 'operator:fees', 'suspense', 'provider:sandbox'] as const;
  const books = () => Promise.all(accounts.map((one) => till.balance(one)));

  test('is dropped by staff: what the bank took counts in its place, nobody is left with anything, and won after all it is as before', async () => {
    const before = await books();
    const ref = await till.asked();
    const reference = await till.begun(ref);
    await till.says(reference);
    const paid = await books();
    await till.within((tx) => till.payments.collecting.refund(tx, ref, { amount: pounds(30_000n), reason: 'cancelled', by: 'system' }, testNow));
    await sql`update refunds set state = 'by-hand' where payment_id in (select id from payments where reference = ${reference})`.execute(base.db);
    const refund = (await till.payments.openRefunds()).find((one) => one.payment === reference);
    if (!refund) throw new Error('there is no refund');
    expect(await till.within((tx) => till.payments.dropRefund(tx, refund.id, 'The bank took it.', testNow)), 'no bank took anything').toMatchObject({
      reason: 'not-now',
    });
    await till.says(reference, { state: 'chargeback', id: `dp_${reference}` });
    expect((await till.balance('suspense')) - (before[3] ?? 0n), 'nobody knows whose').toBe(30_000n);
    expect(await till.payments.isCovered(refund)).toBe(true);
    expect((await till.within((tx) => till.payments.dropRefund(tx, refund.id, 'The bank took it.', testNow))).ok).toBe(true);
    expect((await till.within((tx) => till.payments.dropRefund(tx, refund.id, 'Again.', testNow))).ok, 'once').toBe(false);
    expect(await books()).toEqual(before);
    expect([await till.stateOf(reference), await till.payments.collecting.kept(ref)]).toEqual(['refunded', pounds(0n)]);
    expect((await till.payments.ofRefund(refund.id))?.refund).toMatchObject({ state: 'refused', droppedBecause: 'The bank took it.' });
    expect(till.heard.at(-1)).toEqual({ event: 'refunded', code: ref.code, amount: 0n, left: 0n });
    await till.says(reference, { state: 'chargeback-won', id: `won_${reference}`, dispute: `dp_${reference}` });
    expect(await books()).toEqual(paid);
    expect(await till.stateOf(reference)).toBe('succeeded');
  });
});

describe('staff', () => {
  test('above a sum a second of them has to agree, never the same', async () => {
    const [first, second] = [await member('Ann'), await member('Ben')];
    const ref = await till.asked();
    const reference = await till.begun(ref);
    await till.says(reference);
    await till.within((tx) => till.payments.collecting.refund(tx, ref, { amount: pounds(50_001n), reason: 'fault', by: first }, till.clock.now));
    await till.payments.sendRefunds(till.clock.now);
    const refund = (await till.payments.openRefunds()).find((one) => one.payment === reference);
    expect(refund).toMatchObject({ state: 'waiting', askedBy: first });
    const decide = (by: StaffId, agrees: boolean) => till.within((tx) => till.payments.decideRefund(tx, refund?.id ?? 0, by, agrees));
    expect(await decide(first, true)).toEqual({ ok: false, reason: 'same-person' });
    expect(await decide(second, true)).toMatchObject({ ok: true });
    await till.payments.sendRefunds(till.clock.now);
    expect(await till.stateOf(reference)).toBe('part_refunded');
  });
});
