/** The first page of the desk: what waits longest comes first, nobody is shown what they may not open, and no statement reads a whole table. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffRole } from '#lib/access.ts';
import type { Db } from '#lib/db/database.ts';
import { createTodayRepository } from '#lib/features/today/today.repository.ts';
import { waitingKinds } from '#lib/features/today/today.schema.ts';
import { testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import { staffZoneContract } from '#lib/features/staff/staff.contract.ts';

let desk: OrdersDesk;
let memberId: number;
beforeAll(async () => {
  desk = await openOrdersDesk();
  memberId = (await openStaffDesk(desk.office).member('admin')).id;
});
afterAll(() => desk.office.close());

const db = (): Db => desk.office.on.base.db;
const shownTo = async (standing: StaffRole, { now = testNow, zone }: { readonly now?: Date; readonly zone?: string } = {}) => {
  const view = (await orderView(desk, '')) as object;
  const staff = { id: '1', staffId: memberId, standing, provedAt: now, zone };
  return known(await known(desk.office.on.services.loaders.today).today({ ...view, now, visitor: { session: undefined, staff } } as never));
};
const hoursAgo = (hours: number): Date => new Date(testNow.getTime() - hours * 3_600_000);

test('every kind can be asked for, also where nothing of it waits', async () => {
  const { rows, counts } = await createTodayRepository(db()).waiting(waitingKinds, testNow);
  expect(rows).toEqual([]);
  expect(counts.map(({ kind }) => kind)).toEqual([...waitingKinds]);
});

test('nothing waits on a new desk, and it says so', async () => {
  const shown = await shownTo('admin');
  expect(shown).toMatchObject({ lead: undefined, list: [], all: { count: 0 }, groups: [] });
  expect(shown.counts).not.toContain('{{');
});

test('nobody who is not of the staff is shown anything', async () => {
  const view = (await orderView(desk, '')) as object;
  const loader = known(desk.office.on.services.loaders.today);
  expect(await loader.today({ ...view, visitor: { session: undefined, staff: undefined } } as never)).toBeUndefined();
});

test('what is past its promise leads, and each row leads to where it is seen to', async () => {
  const by = await desk.somebody();
  const code = await desk.drafted(by);
  await desk.submit(by, code);
  await db()
    .updateTable('orders')
    .set({ moved_at: hoursAgo(30), deadline: hoursAgo(2) })
    .where('code', '=', code)
    .execute();
  const house = await db().selectFrom('houses').select('id').executeTakeFirstOrThrow();
  await db()
    .insertInto('reports')
    .values({
      reference: 'TEST-REPORT',
      house_id: house.id,
      unit_id: null,
      reason: 'gone',
      details: 'Let to somebody else',
      email: null,
      email_sealed: null,
      user_id: null,
      email_consent: null,
      locale: 'en-us',
      outcome: null,
      settled_at: null,
      settled_by: null,
      created_at: hoursAgo(50),
      visitor: null,
      address: null,
    })
    .execute();
  const shown = await shownTo('support');
  expect(shown.lead).toMatchObject({ kind: 'order', isLate: true, href: expect.stringContaining(code) });
  expect(shown.list.map(({ kind }) => kind)).toEqual(['order', 'report']);
  expect(shown.list.map(({ used }) => used)).toEqual([1, undefined]);
  expect(shown.all.count).toBe(2);
  expect(shown.groups.map(({ group, count }) => [group, count])).toEqual([
    ['orders', '1'],
    ['homes', '1'],
  ]);
  expect(shown.rooms).toEqual({ staff_orders: '1', staff_reports: '1' });
});

test.each([
  ['support', ['order', 'report']],
  ['finance', ['order']],
  ['editor', ['report']],
  ['admin', ['order', 'report']],
] as const)('%s is shown what they may open, and money only where it is theirs', async (role, kinds) => {
  const shown = await shownTo(role);
  expect(shown.list.map(({ kind }) => kind)).toEqual(kinds);
  expect(shown.money === undefined).toBe(role === 'support' || role === 'editor');
  expect(shown.arriving === undefined).toBe(role === 'editor');
  expect(shown.feeds === undefined).toBe(role === 'finance');
});

test('a sum that is held is told with the time of the comparison it is of, and a difference comes before everything', async () => {
  expect((await shownTo('finance')).money?.held).toBeUndefined();
  await db()
    .insertInto('compared_days')
    .values({ provider: 'stripe', on_day: '2026-11-30', differences: 0, compared_at: hoursAgo(3) })
    .execute();
  const agrees = await shownTo('finance');
  expect(agrees.money?.held?.text).toContain('Stripe');
  expect(agrees.money?.differs).toBeUndefined();
  await db().updateTable('compared_days').set({ differences: 2 }).execute();
  expect((await shownTo('finance')).money?.differs).toMatchObject({ href: expect.stringContaining('provider=stripe') });
  expect((await shownTo('support')).money).toBeUndefined();
});

test('times are by the clock that a member chose, and a word that is no zone is refused', async () => {
  const at = new Date('2026-12-01T23:30Z');
  expect((await shownTo('admin', { now: at, zone: 'Asia/Shanghai' })).when).toMatch(/Wednesday.*07:30/);
  expect((await shownTo('admin', { now: at, zone: 'UTC' })).when).toMatch(/Tuesday.*23:30/);
  const member = await openStaffDesk(desk.office).member('support');
  expect(await member.call(staffZoneContract, { zone: 'Nowhere/City' })).not.toMatchObject({ error_code: 0 });
  expect(await member.call(staffZoneContract, { zone: 'asia/shanghai' })).toMatchObject({ error_code: 0 });
  const row = await db().selectFrom('staff_members').select('zone').where('id', '=', member.id).executeTakeFirstOrThrow();
  expect(row.zone).toBe('Asia/Shanghai');
});

test('with many of a kind the count ends at its bound and eight are shown', async () => {
  await sql`insert into reports (reference, house_id, reason, details, locale, created_at)
    select 'MANY-' || n, (select id from houses order by id limit 1), 'scam', '', 'en-us', ${hoursAgo(1)}::timestamptz from generate_series(1, 130) n`.execute(
    db(),
  );
  const shown = await shownTo('editor');
  expect(shown.rooms).toEqual({ staff_reports: '99+' });
  expect(shown.list).toHaveLength(8);
  expect(shown.all.text).toMatch(/\+$/);
});
