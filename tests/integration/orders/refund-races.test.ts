/** Sums that go back are worked out while nobody else moves money of the order: cancelling and refunds by staff at once answer, and give back no more than came. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { staffPaymentContract } from '#lib/features/payments/payments.contract.ts';
import { shownText } from '#lib/features/orders/claims.rules.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, paymentsOf, tellPaid, userOf } from '#tests/support/paying.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';

let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
  await desk.office.on.base.db.updateTable('tenancies').set({ stock: 20, feed_stock: 20 }).where('id', '=', desk.lease.id).execute();
});
afterAll(() => desk.office.close());

test('an applicant who cancels, staff who end the order and staff who send money back at the same moment: no answer is a fault of ours, and no more goes back than came', async () => {
  const finance = await openStaffDesk(desk.office).member('finance');
  for (let round = 0; round < 6; round += 1) {
    const by = await desk.somebody();
    const userId = await userOf(by);
    await desk.announced();
    const code = await desk.signed(by);
    const payment = await beginToPay(desk.office, by, { kind: 'order', code });
    await tellPaid(desk.office, payment);
    const { orders, cancelling } = known(desk.office.on.services.people);
    const order = known(await orders.own(userId, code));
    const shown = shownText((await cancelling.backFor(order, desk.office.clock.now)) ?? []);
    const answers = await Promise.all([
      by.call(contracts.cancelOrderContract, { code, back: shown, reason: '', event: 'changed-mind' }),
      finance.call(staffPaymentContract, { payment, act: 'refund', sum: '100', reason: 'So it is.' }),
      desk.byStaff(code, 'refund', { note: 'So it is.' }),
      finance.call(staffPaymentContract, { payment, act: 'refund', sum: '150', reason: 'So it is.' }),
    ]);
    expect([round, answers.filter(({ status }) => status >= 500).map(({ message }) => message)]).toEqual([round, []]);
    const found = known((await paymentsOf(desk.office).find(payment))?.payment);
    const asked = await desk.office.on.base.db
      .selectFrom('refunds')
      .select('minor')
      .where('payment_id', '=', found.id)
      .where('state', '<>', 'refused')
      .execute();
    const back = asked.reduce((sum, { minor }) => sum + BigInt(minor), 0n);
    expect([round, back <= found.received.minor, back === found.back.minor]).toEqual([round, true, true]);
  }
});
