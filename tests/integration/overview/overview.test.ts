/** The first page of an account: what it says is next, how far a booking is, and that it asks the database a bounded number of questions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { dayMs } from '#lib/dates/dates.ts';
import { testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, tellPaid, userOf } from '#tests/support/paying.ts';

let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
  await db().updateTable('tenancies').set({ stock: 30, feed_stock: 30 }).where('id', '=', asId(desk.lease.id)).execute();
});
afterAll(() => desk.office.close());

const db = (): Db => desk.office.on.base.db;
const loader = () => known(desk.office.on.services.loaders.overview);
const viewOf = async (userId: UserId, now = testNow) =>
  ({ ...((await orderView(desk, '')) as object), now, visitor: { session: { userId }, staff: undefined } }) as never;
const shownTo = async (userId: UserId, now?: Date) => known(await loader().overview(await viewOf(userId, now)));

test('a new account is told how to begin, and nobody else is shown anything', async () => {
  const userId = await userOf(await desk.somebody());
  expect(await shownTo(userId)).toMatchObject({ isNew: true, next: undefined, course: undefined, bookings: [], messages: [], saved: [], holds: [] });
  expect(await loader().overview({ ...((await viewOf(userId)) as object), visitor: undefined } as never)).toBeUndefined();
});

test('what is next follows a booking from the application to the day of moving in', async () => {
  const by = await desk.somebody();
  const userId = await userOf(by);
  const code = await desk.drafted(by);
  expect(await shownTo(userId)).toMatchObject({ isNew: false, next: { kind: 'apply', isToDo: true } });
  await desk.submit(by, code);
  // Nothing is to be done while others answer.
  expect((await shownTo(userId)).next).toBeUndefined();
  await desk.byStaff(code, 'offer');
  const offered = await shownTo(userId);
  expect(offered.next).toMatchObject({ kind: 'sign', href: expect.stringContaining(code), isLate: false });
  expect(offered.course?.steps.map(({ state }) => state)).toEqual(['done', 'done', 'now', 'later', 'later', 'later']);
  expect(offered.course?.share).toBe(0);
});

test('a part of the rent that is due comes next with its day and sum, and what was paid counts', async () => {
  const by = await desk.somebody();
  const userId = await userOf(by);
  const code = await desk.signed(by, { plan: 'instalments' });
  expect((await shownTo(userId)).next).toMatchObject({ kind: 'pay' });
  await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
  const paid = await shownTo(userId);
  expect(paid.next).toMatchObject({ kind: 'move-in', isToDo: false });
  const parts = known(paid.course).parts.map(({ isPaid }) => isPaid);
  expect(parts).toEqual([true, ...parts.slice(1).map(() => false)]);
  expect(parts.length).toBeGreaterThan(1);
  expect(paid.course?.share).toBeGreaterThan(0);
  const people = known(desk.office.on.services.people);
  const { on } = known(known(await people.orders.find(code)).quote.dues.find((due) => due.on !== 'booking'));
  await people.ordersClock.askDues(new Date(Date.parse(on) - 14 * dayMs));
  expect((await shownTo(userId, new Date(Date.parse(on) - 14 * dayMs))).next).toMatchObject({ kind: 'rent', isLate: false });
  expect((await shownTo(userId, new Date(Date.parse(on) + 3 * dayMs))).next).toMatchObject({ kind: 'rent', isLate: true });
});

test('it asks no more of the database for an account with much than for one with little', async () => {
  const by = await desk.somebody();
  const userId = await userOf(by);
  const { queryCount } = desk.office.on.base.database;
  const countOf = async (): Promise<number> => {
    const before = queryCount();
    await shownTo(userId);
    return queryCount() - before;
  };
  await desk.sent(by);
  await shownTo(userId);
  const little = await countOf();
  for (let at = 0; at < 4; at += 1) await desk.sent(by);
  for (let at = 0; at < 5; at += 1) await desk.drafted(by);
  await shownTo(userId);
  const much = await countOf();
  expect(little).toBeGreaterThan(5);
  expect(much).toBeLessThanOrEqual(little + 2);
  expect(much).toBeLessThanOrEqual(40);
});
