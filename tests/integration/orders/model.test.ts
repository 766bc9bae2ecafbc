import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { driveOrders } from '#tests/support/orders-model.ts';

let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
});
afterAll(() => desk.office.close());

test('[R4.100] whatever people, staff, payments and clocks do in whatever order: no bed twice, no money lost, no step beside the graph', {
  timeout: 120_000,
}, async () => {
  const { taken } = await driveOrders(desk, { runs: 12, mostSteps: 30 });
  expect(taken).toBeGreaterThan(100);
});
