/** Withdrawing from our own service in an order: the fee goes back once, within its days, and nothing else of the order changes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayEndIn, todayIn } from '#lib/dates/dates.ts';
import { createLedger } from '#lib/features/ledger/ledger.feature.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { ownFeeContract } from '#lib/features/orders/own-fee.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { TenancyId } from '#lib/ids/ids.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { collecting } from '#tests/support/collecting.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, paymentsOf, tellPaid } from '#tests/support/paying.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';

let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
  const change = { cancellation_policy: 'standard', stock: 50, feed_stock: 50 };
  await db().updateTable('tenancies').set(change).where('id', '=', asId<TenancyId>(desk.lease.id)).execute();
});
afterAll(() => desk.office.close());

const db = () => desk.office.on.base.db;
const now = () => desk.office.clock.now;
const kept = async (code: string) => (await paymentsOf(desk.office).collecting.kept({ kind: 'order', code }))?.minor ?? 0n;
const sendBack = () => paymentsOf(desk.office).sendRefunds(now());
const ours = async () => -(await createLedger({ db: db() }).service.balance('operator:fees', 'GBP')).minor;
const withdraw = (by: Browser, code: string, back: string) => by.call(ownFeeContract, { code, back });
const pageOf = async (by: Browser, code: string) => known(await known(desk.office.on.services.people).loaders.orders.ownFee(await orderView(desk, code, by)));
const backOf = async (by: Browser, code: string) => (await by.call(contracts.refundAskContract, { code })).data.back?.amount;
const refundsOf = (code: string) =>
  db()
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('payment_requests', 'payment_requests.id', 'payments.request_id')
    .select(['refunds.basis', 'refunds.minor', 'refunds.state'])
    .where('code', '=', code)
    .orderBy('refunds.id')
    .execute();

/** An order by way of the service that stands as guarantor, paid; with our fee of it. */
async function paid(by: Browser): Promise<{ readonly code: string; readonly fee: bigint; readonly back: string }> {
  await desk.announced();
  const code = await desk.signed(by, { plan: 'guarantor-service' });
  expect(await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }))).toBe('booked');
  const { lines } = (await by.call(contracts.orderFeesContract, { code })).data;
  const fee = BigInt(known(lines.find(({ kind }) => kind === 'guarantor-fee')).price.amount.replace('.', ''));
  return { code, fee, back: `${fee} GBP` };
}

/** All goes back, by one of the staff and agreed to by another. */
async function giveAllBack(code: string): Promise<void> {
  expect((await desk.byStaff(code, 'give-all-back', { note: 'The house is closed.' })).error_code).toBe(0);
  const { id: staffId } = await openStaffDesk(desk.office).member('finance');
  for (const { id } of (await paymentsOf(desk.office).openRefunds()).filter(({ state }) => state === 'waiting'))
    await db()
      .transaction()
      .execute((tx) => paymentsOf(desk.office).decideRefund(tx, id, staffId, true));
  await sendBack();
}

test('[R7.104] who paid our own fee withdraws from it for 14 days: all of it goes back once, however often it is pressed, and the booking stands', async () => {
  const by = await desk.somebody();
  const { code, fee, back } = await paid(by);
  const [all, before, byPolicy] = [await kept(code), await ours(), await backOf(by, code)];
  const page = await pageOf(by, code);
  expect([page.open?.values, page.gone]).toEqual([{ code, back }, undefined]);
  expect(page.open?.says).toContain('£');
  expect(page.open?.how).toContain('Card');

  expect((await withdraw(await desk.somebody(), code, back)).status).toBe(404);
  expect((await withdraw(by, code, `${fee - 1n} GBP`)).status).toBe(422);
  expect(await kept(code)).toBe(all);
  const pressed = await Promise.all([withdraw(by, code, back), withdraw(by, code, back)]);
  expect(pressed.map(({ data }) => data?.back.amount.replace('.', ''))).toEqual([String(fee), String(fee)]);
  await sendBack();
  expect((await withdraw(by, code, back)).status).toBe(200);
  await sendBack();

  expect([all - (await kept(code)), before - (await ours()), await desk.stateOf(code)]).toEqual([fee, fee, 'paid']);
  expect((await refundsOf(code)).map(({ basis, minor, state }) => [basis, BigInt(minor), state])).toEqual([['fee', fee, 'done']]);
  expect((await desk.events(code)).slice(-2)).toEqual(['fee-withdrawn applicant', 'paid-back payment']);
  const letters = desk.office.letters.filter(({ name, input }) => name === 'order-fee' && input['code'] === code);
  expect(letters.map(({ input }) => input['minor'])).toEqual([String(fee)]);
  const told = await db().selectFrom('audit_log').select('actor').where('action', '=', 'own-fee-withdrawn').execute();
  expect(told).toHaveLength(1);
  expect(await db().selectFrom('news').select('what').where('what', '=', 'fee-withdrawn').execute()).toHaveLength(1);
  const after = await pageOf(by, code);
  expect([after.open, after.gone]).toEqual([undefined, expect.stringContaining('is being refunded')]);

  // What cancelling gives is what it was, and is taken from nobody else than before.
  expect(await backOf(by, code)).toBe(byPolicy);
  const { token } = (await by.call(contracts.refundAskContract, { code })).data;
  expect((await by.call(contracts.cancelOrderContract, { code, back: token })).data.state).toBe('refunding');
  await sendBack();
  expect([await desk.stateOf(code), before - (await ours())]).toEqual(['refunded', fee]);
});

test('[R7.104] the days are those of the home: its last moment counts, the next one is too late', async () => {
  const by = await desk.somebody();
  const { code, back } = await paid(by);
  const at = now();
  const { zone } = known(await known(desk.office.on.services.people).orders.find(code)).home;
  const end = dayEndIn(addDays(todayIn(zone, at), 14), zone);
  desk.office.clock.now = end;
  expect((await pageOf(by, code)).open).toBeUndefined();
  desk.office.clock.now = new Date(end.getTime() - 1);
  expect((await pageOf(by, code)).open?.values.back).toBe(back);
  desk.office.clock.now = at;
});

test('[R7.104] [R7.105] what cancelling keeps of our fee comes back too, and what was given back with everything does not come twice', async () => {
  const by = await desk.somebody();
  const { code, fee, back } = await paid(by);
  const { token } = (await by.call(contracts.refundAskContract, { code })).data;
  expect((await by.call(contracts.cancelOrderContract, { code, back: token })).data.state).toBe('refunding');
  const left = await kept(code);
  expect((await withdraw(by, code, back)).status).toBe(200);
  expect(left - (await kept(code))).toBe(fee);
  await sendBack();
  await sendBack();
  expect(await desk.stateOf(code)).toBe('refunded');

  const other = await desk.somebody();
  const given = await paid(other);
  const before = await ours();
  await giveAllBack(given.code);
  expect((await pageOf(other, given.code)).open).toBeUndefined();
  expect((await withdraw(other, given.code, given.back)).status).toBe(409);
  expect([await kept(given.code), before - (await ours())]).toEqual([0n, given.fee]);
});

test('[R7.104] withdrawn from first, everything else still goes back whole, and nobody pays for it twice', async () => {
  const by = await desk.somebody();
  const before = await ours();
  const { code, fee, back } = await paid(by);
  expect((await ours()) - before).toBe(fee);
  expect((await withdraw(by, code, back)).status).toBe(200);
  await giveAllBack(code);
  expect([await kept(code), await desk.stateOf(code), await ours()]).toEqual([0n, 'refunded', before]);
});
test('[R7.104] where a provider collects our fee alone was paid here, and it alone comes back; before it books there is nothing to withdraw from', async () => {
  const by = await desk.somebody();
  const collects = await collecting(desk);
  await collects('supplier');
  const code = await desk.signed(by, { plan: 'guarantor-service' });
  expect(await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }))).toBe('booked');
  const fee = await kept(code);
  expect((await withdraw(by, code, `${fee} GBP`)).status).toBe(409);
  expect((await desk.byStaff(code, 'supplier-paid')).error_code).toBe(0);
  expect(await desk.stateOf(code)).toBe('paid');
  expect((await withdraw(by, code, `${fee} GBP`)).status).toBe(200);
  await sendBack();
  expect([await kept(code), await desk.stateOf(code)]).toEqual([0n, 'paid']);
  await collects('operator');
});
