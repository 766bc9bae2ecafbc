/** What stays in sight while somebody books: the same sums as the order, what comes back, and who was checked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatMoney } from '#lib/money/money.ts';
import { wholeOf } from '#lib/features/orders/orders.rules.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';

let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
});
afterAll(() => desk.office.close());

const pages = () => known(desk.office.on.services.loaders.orders);

test('the summary of an order has its home, its days, its sums and its provider, and nobody else sees it', async () => {
  const by = await desk.somebody();
  const code = await desk.sent(by);
  const order = known(await known(desk.office.on.services.people).orders.find(code));
  const summary = known(await pages().summary(await orderView(desk, code, by)));
  expect(summary).toMatchObject({
    code,
    supplier: order.home.supplier,
    price: { contractTotal: formatMoney(order.quote.contractTotal, 'en-GB'), total: formatMoney(wholeOf(order.quote), 'en-GB') },
  });
  expect(summary.price?.lines.length).toBe(order.quote.lines.filter(({ kind }) => kind !== 'deposit').length);
  expect(summary.picture?.alt).toContain(summary.title);
  expect(summary.checks).toHaveLength(5);
  expect(await pages().summary(await orderView(desk, code, await desk.somebody()))).toBeUndefined();
  expect(await pages().summary(await orderView(desk, code, by), 'no-code')).toBeUndefined();
});

test('of what comes back the best open promise of each event is in front, and all of them are there', async () => {
  const by = await desk.somebody();
  const code = await desk.drafted(by);
  const { price } = known(await pages().summary(await orderView(desk, code, by)));
  const { first, all } = known(price?.refunds);
  expect(first.length).toBeGreaterThan(0);
  expect(first.length).toBeLessThanOrEqual(3);
  for (const one of first) {
    expect(one.isPassed).toBe(false);
    expect(all).toContainEqual(one);
  }
});
