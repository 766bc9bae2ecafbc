/** What an order, its applicant and staff see of a bank that takes money back: nothing is cancelled, everybody is told once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLedger } from '#lib/features/ledger/ledger.feature.ts';
import { newsContract } from '#lib/features/news/news.contract.ts';
import { sandboxContract, staffPaymentContract, staffRefundContract } from '#lib/features/payments/payments.contract.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import { beginToPay, paymentsOf, tellDispute, tellPaid } from '#tests/support/paying.ts';

/** As banks write the name of who applies. */
const payerName = 'Lan Nguyen';
let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
});
afterAll(() => desk.office.close());
beforeEach(async () => {
  await people().ordersClock.runClock(new Date(testNow.getTime() + 60 * 24 * 3_600_000));
  desk.office.clock.now = testNow;
});

const people = () => known(desk.office.on.services.people);
const beds = async (code: string) => {
  const { db } = desk.office.on.base;
  const order = await db.selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow();
  return (await db.selectFrom('bed_claims').select('id').where('order_id', '=', order.id).where('released_at', 'is', null).execute()).length;
};
const kept = async (code: string) => (await paymentsOf(desk.office).collecting.kept({ kind: 'order', code }))?.minor;
async function booked() {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const reference = await beginToPay(desk.office, by, { kind: 'order', code });
  await tellPaid(desk.office, reference);
  return { by, code, reference };
}

test('[R4.100] a dispute keeps state and bed, stands in the timeline, and is told once by news and mail; won, everything is as before', async () => {
  const { by, code, reference } = await booked();
  const whole = await kept(code);
  for (const _ of [1, 2]) await tellDispute(desk.office, reference, 'chargeback');
  expect([await desk.stateOf(code), await beds(code), await kept(code)]).toEqual(['paid', 1, 0n]);
  expect((await desk.events(code)).at(-1)).toBe('dispute-open payment');
  const [first] = (await by.call(newsContract)).data.items;
  expect([known(first).title.split(':')[0], known(first).kind]).toEqual(['Your bank is disputing your payment', 'order-todo']);
  await tellDispute(desk.office, reference, 'chargeback-won');
  await tellDispute(desk.office, reference, 'chargeback');
  expect([await desk.stateOf(code), await beds(code), await kept(code)]).toEqual(['paid', 1, whole]);
  expect((await desk.events(code)).slice(-2)).toEqual(['dispute-open payment', 'dispute-won payment']);
  const mails = desk.office.letters.filter(({ name, input }) => name === 'order-disputed' && input['code'] === code);
  expect(mails.map(({ input }) => input['state'])).toEqual(['open', 'won']);
});

test('lost, staff end the order without a refund and say why, which frees the bed; before that they cannot', async () => {
  const { code, reference } = await booked();
  expect((await desk.byStaff(code, 'cancel', { note: 'The bank took it.' })).status).toBe(422);
  await tellDispute(desk.office, reference, 'chargeback');
  await tellDispute(desk.office, reference, 'chargeback-lost');
  expect((await paymentsOf(desk.office).find(reference))?.payment.held?.why).toBe('dispute');
  expect((await desk.byStaff(code, 'refund')).status).toBe(422);
  expect((await desk.byStaff(code, 'cancel')).status).toBe(422);
  expect([await desk.stateOf(code), await beds(code)]).toEqual(['paid', 1]);
  expect((await desk.byStaff(code, 'cancel', { note: 'The bank took it.' })).status).toBe(200);
  expect([await desk.stateOf(code), await beds(code)]).toEqual(['cancelled', 0]);
  expect((await desk.events(code)).slice(-2)).toEqual(['dispute-lost payment', 'cancel staff']);
});

test('at the embedded provider: a payment that is disputed two minutes later, and staff who play the bank', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const payment = await beginToPay(desk.office, by, { kind: 'order', code });
  await by.call(sandboxContract, { payment, choice: 'disputed' });
  expect([await desk.stateOf(code), (await paymentsOf(desk.office).find(payment))?.payment.state]).toEqual(['paid', 'succeeded']);
  const staff = await (await openStaffDesk(desk.office)).member('finance');
  expect((await staff.call(staffPaymentContract, { payment, act: 'bank-won' })).status).toBe(422);
  desk.office.clock.now = new Date(testNow.getTime() + 3 * 60_000);
  const job = known(people().jobs.find(({ name }) => name === 'payments.catch-up'));
  await job.take({}, { now: desk.office.clock.now, id: 'one', attempt: 1, signal: new AbortController().signal });
  expect([await kept(code), await desk.stateOf(code)]).toEqual([0n, 'paid']);
  const answer = await staff.call(staffPaymentContract, { payment, act: 'bank-won' });
  expect([answer.status, (await paymentsOf(desk.office).find(payment))?.payment.state]).toEqual([200, 'succeeded']);
  expect((await kept(code)) ?? 0n).toBeGreaterThan(0n);
  expect((await by.call(contracts.orderFeesContract, { code })).status).toBe(200);
});

test('what a bank took back for good from somebody who lives there is asked for again, once, and paid another way; won after all, it goes back', async () => {
  const { by, code, reference } = await booked();
  const whole = await kept(code);
  expect((await desk.byStaff(code, 'confirm')).status).toBe(200);
  await desk.movesIn(by, code);
  await tellDispute(desk.office, reference, 'chargeback');
  expect((await desk.byStaff(code, 'ask-again')).status, 'the bank has not decided').toBe(422);
  await tellDispute(desk.office, reference, 'chargeback-lost');
  expect((await desk.byStaff(code, 'ask-again')).status).toBe(200);
  expect((await desk.byStaff(code, 'ask-again')).status, 'once').toBe(422);
  expect([await desk.stateOf(code), await beds(code), (await desk.events(code)).at(-1)]).toEqual(['checked_in', 1, 'ask-again staff']);
  expect((await paymentsOf(desk.office).find(reference))?.payment.held, 'it leaves the desk').toBeUndefined();
  expect(desk.office.letters.filter(({ name, input }) => name === 'order-due' && input['code'] === code).map(({ input }) => input['isAgain'])).toEqual([true]);
  expect(known((await by.call(newsContract)).data.items[0]).text).toContain('Your bank reversed a payment');
  const ledger = createLedger({ db: desk.office.on.base.db }).service;
  const shares = (await paymentsOf(desk.office).collecting.requestsOf({ kind: 'order', code })).length;
  expect(shares).toBe(2);
  const again = await beginToPay(desk.office, by, { kind: 'order', code });
  await tellPaid(desk.office, again);
  expect([await kept(code), await desk.stateOf(code)]).toEqual([whole, 'checked_in']);
  // The bank gives way: what was paid twice goes back by itself.
  await tellDispute(desk.office, reference, 'chargeback-won');
  await paymentsOf(desk.office).sendRefunds(desk.office.clock.now);
  expect([await kept(code), (await paymentsOf(desk.office).find(again))?.payment.state, await desk.stateOf(code)]).toEqual([whole, 'refunded', 'checked_in']);
  expect((await ledger.balance('suspense', 'GBP')).minor).toBe(0n);
});

test('a refund by bank goes to an account in the payer’s name alone, and counts once somebody else has seen it on the statement', async () => {
  const { code, reference } = await booked();
  const whole = known(await kept(code));
  const { db, database } = desk.office.on.base;
  const back = { minor: 10_000n, currency: 'GBP' } as const;
  await database.transact((tx) =>
    paymentsOf(desk.office).collecting.refund(tx, { kind: 'order', code }, { amount: back, reason: 'asked', by: 'system' }, testNow),
  );
  const { id } = await db
    .updateTable('refunds')
    .set({ state: 'by-hand' })
    .where('payment_id', 'in', db.selectFrom('payments').select('id').where('reference', '=', reference))
    .returning('id')
    .executeTakeFirstOrThrow();
  const office = openStaffDesk(desk.office);
  const [ann, ben] = [await office.member('finance'), await office.member('finance')];
  const see = async (by: typeof ann, act: string, holder = '') => (await by.call(staffRefundContract, { refund_id: String(id), act, holder, why: '' })).status;
  expect(await see(ben, 'seen'), 'nobody has sent it').toBe(422);
  expect(await see(ann, 'sent', 'Peter Pan'), 'another name').toBe(422);
  expect(await see(ann, 'sent', payerName.toUpperCase())).toBe(200);
  expect(await see(ann, 'sent', payerName), 'it is said already').toBe(422);
  expect(await see(ann, 'seen'), 'the same person').toBe(422);
  expect([await see(ben, 'unsent'), await see(ann, 'sent', payerName)]).toEqual([200, 200]);
  expect((await paymentsOf(desk.office).find(reference))?.payment.state).toBe('succeeded');
  expect(await see(ben, 'seen')).toBe(200);
  expect([(await paymentsOf(desk.office).find(reference))?.payment.state, await kept(code)]).toEqual(['part_refunded', whole - 10_000n]);
});
