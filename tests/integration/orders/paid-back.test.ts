/** Refunds that staff make on the page of a payment: each is an entry of its order, once, beside what cancelling writes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import type { TimelineEntry } from '#lib/features/orders/orders.schema.ts';
import { sayEntryNote } from '#lib/features/orders/orders.words.ts';
import { staffPaymentContract, staffRefundContract } from '#lib/features/payments/payments.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { TenancyId } from '#lib/ids/ids.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, paymentsOf, tellPaid } from '#tests/support/paying.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

let desk: OrdersDesk;
let moveIn: string;
let finance: readonly [StaffBrowser, StaffBrowser];
beforeAll(async () => {
  desk = await openOrdersDesk();
  // Ten days before moving in cancelling gives a part back.
  moveIn = addDays(desk.office.clock.now.toISOString().slice(0, 10), 10);
  const change = { cancellation_policy: 'standard', move_in: moveIn, stock: 50, feed_stock: 50 };
  await desk.office.on.base.db.updateTable('tenancies').set(change).where('id', '=', asId<TenancyId>(desk.lease.id)).execute();
  const staff = openStaffDesk(desk.office);
  finance = [await staff.member('finance'), await staff.member('finance')];
});
afterAll(() => desk.office.close());

const sendBack = () => paymentsOf(desk.office).sendRefunds(desk.office.clock.now);
const pages = () => known(desk.office.on.services.people).loaders.orders;

/** An order that was paid, with the number of its payment. */
async function paid(by: Browser): Promise<{ readonly code: string; readonly payment: string }> {
  await desk.announced();
  const code = await desk.signed(by, { move_in: moveIn });
  const payment = await beginToPay(desk.office, by, { kind: 'order', code });
  expect(await tellPaid(desk.office, payment)).toBe('booked');
  return { code, payment };
}
/** One of the staff asks for a refund, another agrees. */
async function refunds(payment: string, sum: string): Promise<void> {
  const asked = await finance[0].call(staffPaymentContract, { payment, act: 'refund', sum, reason: 'The heating was off.' });
  expect(asked.error_code).toBe(0);
  const waiting = (await paymentsOf(desk.office).openRefunds()).filter((one) => one.state === 'waiting' && one.payment === payment);
  for (const { id } of waiting) expect((await finance[1].call(staffRefundContract, { refund_id: String(id), act: 'agree' })).error_code).toBe(0);
}
const backIn = (entries: readonly TimelineEntry[]) => entries.filter(({ event }) => event === 'paid-back').map((entry) => sayEntryNote(entry, 'en-GB'));

test('[R1.02] [R2.140] a refund made on the page of a payment stands in the timeline of student and staff, each once with its sum, and not before it has gone', async () => {
  const by = await desk.somebody();
  const { code, payment } = await paid(by);
  const before = await desk.events(code);
  await refunds(payment, '50.00');
  expect(await desk.events(code)).toEqual(before);
  await sendBack();
  await sendBack();
  expect(await desk.events(code)).toEqual([...before, 'paid-back payment']);

  // Two that go together are two.
  await refunds(payment, '20.00');
  await refunds(payment, '30.50');
  await sendBack();
  const own = known(await pages().order(await orderView(desk, code, by))).timeline;
  const staffs = known(await pages().staffOrder(await orderView(desk, code))).timeline;
  expect([backIn(own), backIn(staffs)]).toEqual([
    ['£50', '£20', '£30.50'],
    ['£50', '£20', '£30.50'],
  ]);
  expect(await desk.stateOf(code)).toBe('paid');
});

test('[R7.105] what cancelling gives back is told by its own entries alone, also where a refund by staff goes with it', async () => {
  const by = await desk.somebody();
  const { code, payment } = await paid(by);
  await refunds(payment, '50.00');
  const { token } = (await by.call(contracts.refundAskContract, { code })).data;
  expect((await by.call(contracts.cancelOrderContract, { code, back: token })).data.state).toBe('refunding');
  await sendBack();
  await sendBack();
  expect((await desk.events(code)).slice(-2)).toEqual(['refund applicant', 'refunded payment']);
  expect(await desk.stateOf(code)).toBe('refunded');

  // What goes back after that is a refund of its own.
  await refunds(payment, '10.00');
  await sendBack();
  expect((await desk.events(code)).slice(-2)).toEqual(['refunded payment', 'paid-back payment']);
  expect(await desk.stateOf(code)).toBe('refunded');
});
