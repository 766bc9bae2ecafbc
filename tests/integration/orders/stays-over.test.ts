/** Stays that nobody confirmed: they are asked about, are never taken for stays, and keep no documents for ever. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newsContract } from '#lib/features/news/news.contract.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { addDays } from '#lib/dates/dates.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, tellPaid, userOf } from '#tests/support/paying.ts';
import { pdf } from '#tests/support/sample-files.ts';

let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
  await desk.office.on.base.db.updateTable('tenancies').set({ stock: 20, feed_stock: 20 }).where('id', '=', desk.lease.id).execute();
});
afterAll(() => desk.office.close());

const people = () => known(desk.office.on.services.people);
const orders = () => people().orders;
const clock = () => people().ordersClock;
/** A moment of a day by UTC: at seven it is not nine in London yet, at ten it is, summer or winter. */
const at = (day: string, hour: number) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
const asked = (code: string) => desk.office.letters.filter(({ name, input }) => name === 'order-check-in' && input['code'] === code).length;

/** An order with a passport that was paid for. */
async function paid(by: Browser): Promise<string> {
  const owner = { userId: await userOf(by), visit: undefined, address: '192.0.2.7' };
  await desk.announced();
  const code = await desk.signed(by);
  const kept = await people().uploads.keep('application', { name: 'pass.pdf', bytes: pdf() }, owner, testNow);
  const file = kept.ok ? kept.value.id : '';
  const { id } = await desk.office.on.base.db.selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow();
  await desk.office.on.base.db.insertInto('order_files').values({ order_id: id, kind: 'id_document', file, added_at: testNow }).execute();
  await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
  return code;
}
const papers = async (by: Browser, code: string) => (await by.call(contracts.certificationGetContract, { code })).data.items.length;

test('[R4.100] who did not say that they moved in is asked on the first day, from nine there, and once more after the last; others are not', async () => {
  const [by, waits] = [await desk.somebody(), await desk.somebody()];
  const [code, unconfirmed] = [await paid(by), await paid(waits)];
  await desk.byStaff(code, 'confirm');
  const { move_in: first, move_out: last } = desk.lease;
  const runs: number[] = [];
  for (const moment of [at(addDays(first, -1), 20), at(first, 7), at(first, 10), at(addDays(first, 1), 10), at(last, 20)]) {
    await clock().askMovedIn(moment);
    runs.push(asked(code));
  }
  expect(runs).toEqual([0, 0, 1, 1, 1]);
  const [latest] = (await by.call(newsContract)).data.items;
  expect([latest?.kind, latest?.title.startsWith('Have you moved in?'), latest?.href.includes(code)]).toEqual(['order-todo', true, true]);
  for (const days of [1, 2, 20]) await clock().askMovedIn(at(addDays(last, days), 12));
  expect([asked(code), asked(unconfirmed)]).toEqual([2, 0]);
  // The clock claims no stay by itself; who lived there can still say so, and then it ends as any stay.
  const later = at(addDays(last, 3), 12);
  await clock().runClock(later);
  expect([await desk.stateOf(code), await desk.stateOf(unconfirmed)]).toEqual(['confirmed', 'paid']);
  expect((await orders().act(await userOf(by), code, 'check-in', later)).ok).toBe(true);
  await clock().runClock(later);
  expect([await desk.stateOf(code), await desk.events(code)]).toEqual(['completed', expect.arrayContaining(['check-in applicant', 'complete clock'])]);
});

test('is not asked about once it is long over', async () => {
  const code = await paid(await desk.somebody());
  await desk.byStaff(code, 'confirm');
  await clock().askMovedIn(at(addDays(desk.lease.move_out, 31), 12));
  expect(asked(code)).toBe(0);
});

test('documents go some days after the last day of the stay, whoever confirmed it; not while it goes on, nor while nothing is decided', async () => {
  const [by, unconfirmed, undecided] = [await desk.somebody(), await desk.somebody(), await desk.somebody()];
  const codes = [await paid(by), await paid(unconfirmed)] as const;
  await desk.byStaff(codes[0], 'confirm');
  // One that was just sent has documents too, those of another here.
  const [waiting, kept] = [await desk.sent(undecided), await paid(by)];
  const idOf = (code: string) => desk.office.on.base.db.selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow();
  const [from, to] = [await idOf(kept), await idOf(waiting)];
  await desk.office.on.base.db.updateTable('order_files').set({ order_id: to.id }).where('order_id', '=', from.id).execute();
  const after = (days: number) => at(addDays(desk.lease.move_out, days), 12);
  await clock().forgetDocuments(after(89));
  expect([await papers(by, codes[0]), await papers(unconfirmed, codes[1])]).toEqual([1, 1]);
  const files = await desk.office.on.base.db.selectFrom('order_files').select('file').execute();
  expect(await clock().forgetDocuments(after(91))).toBeGreaterThanOrEqual(2);
  expect([await papers(by, codes[0]), await papers(unconfirmed, codes[1]), await papers(undecided, waiting)]).toEqual([0, 0, 1]);
  const left = await desk.office.on.base.db.selectFrom('order_files').select('file').execute();
  expect([files.length - left.length >= 2, left.length]).toEqual([true, 1]);
});
