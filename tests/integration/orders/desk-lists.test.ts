/** The desk's lists of orders: on which an order is, by what they are looked through, whose an order is, and what a list costs among many. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/dates/dates.ts';
import { deskCount, deskIds } from '#lib/features/orders/order-desk.repository.ts';
import { deskCursorText, deskFilter, readDesk, readDeskCursor } from '#lib/features/orders/order-desk.rules.ts';
import { deskLists, statesOnList } from '#lib/features/orders/order-desk.schema.ts';
import { orderStates } from '#lib/features/orders/order.process.rules.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';

let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
});
afterAll(() => desk.office.close());
const db = () => desk.office.on.base.db;
const pages = () => known(desk.office.on.services.people).loaders.orders;
const listed = async (query: string) => known(await pages().queue(await orderView(desk, '', undefined, query)));
const codesOf = async (query: string) => (await listed(query)).rows.map(({ code }) => code);
const staffOf = async (code: string) => (await db().selectFrom('orders').select('staff_id').where('code', '=', code).executeTakeFirstOrThrow()).staff_id;

test('each state but a draft is on one list, and the database files orders by the same table', async () => {
  const here = deskLists.flatMap((list) => statesOnList[list].map((state) => [state, list] as const));
  expect(here.map(([state]) => state).toSorted()).toEqual(orderStates.filter((state) => state !== 'draft').toSorted());
  const { rows } = await sql<{ text: string }>`
    select pg_get_expr(d.adbin, d.adrelid) as text from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where a.attrelid = 'orders'::regclass and a.attname = 'desk_list'`.execute(db());
  const states = sql.join(orderStates.map((state) => sql`(${state})`));
  const filed = await sql<{ state: string; list: string | null }>`
    select state, ${sql.raw(known(rows[0]).text)} as list from (values ${states}) as all_states (state)`.execute(db());
  expect(Object.fromEntries(filed.rows.map(({ state, list }) => [state, list]))).toEqual({ draft: null, ...Object.fromEntries(here) });
});

describe('a list of the desk', () => {
  test('shows who it is, the home, the sum and why it is there, the one that waits longest in front', async () => {
    const [first, second] = [await desk.sent(await desk.somebody()), await desk.sent(await desk.somebody())];
    await db()
      .updateTable('orders')
      .set({ moved_at: new Date(testNow.getTime() - 5 * dayMs) })
      .where('code', '=', second)
      .execute();
    const { rows, tabs } = await listed('');
    expect(rows.map(({ code }) => code).filter((code) => code === first || code === second)).toEqual([second, first]);
    expect(known(rows.find(({ code }) => code === first))).toMatchObject({ name: 'Nguyễn Thị Lan', why: 'New: not reviewed yet', takenBy: '' });
    expect(known(rows.find(({ code }) => code === first)).sum).toMatch(/^£/);
    expect(tabs.map(({ label }) => label)).toEqual(['To do', 'Waiting', 'Confirmed', 'Ended']);
    expect(await codesOf('tab=waiting')).not.toContain(first);
    await desk.byStaff(first, 'offer');
    expect(await codesOf('tab=waiting')).toContain(first);
    await desk.byStaff(second, 'decline', { note: 'The room is gone.' });
    expect(await codesOf('tab=ended')).toContain(second);
    expect(await codesOf('tab=ended&state=completed')).not.toContain(second);
  });

  test('is filtered by city, provider, age, sum and whose it is', async () => {
    const code = await desk.sent(await desk.somebody());
    const { supplier_id: provider, city_id: city, amount } = await db().selectFrom('orders').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
    const whole = Math.floor(Number(amount));
    for (const [query, isThere] of [
      [`city=${city}`, true],
      [`city=${Number(city) + 1}`, false],
      [`provider=${provider}`, true],
      [`provider=${Number(provider) + 1}`, false],
      [`from=${whole}&to=${whole + 1}`, true],
      [`from=${whole + 1}`, false],
      [`to=${whole - 1}`, false],
      ['age=1', false],
      ['whose=nobody', true],
      ['whose=mine', false],
      ['state=reviewing', false],
    ] as const)
      expect((await codesOf(query)).includes(code), query).toBe(isThere);
    for (const part of ['thị lan', 'Nguyen', code.slice(0, 4), '7700900123'])
      expect(await codesOf(new URLSearchParams({ q: part }).toString()), part).toContain(code);
    expect(await codesOf('q=Zacharias')).toEqual([]);
    const shown = await listed('');
    expect(shown.cities.map(({ value }) => value)).toContain(String(city));
    expect(shown.providers.map(({ value }) => value)).toContain(String(provider));
  });
});

describe('whose an order is', () => {
  test('of two who take it at once one has it, and it is taken again once it was given back', async () => {
    const code = await desk.sent(await desk.somebody());
    const other = await openStaffDesk(desk.office).member('support');
    const act = (by: typeof other, does: string, more = {}) => by.call(contracts.staffOrderContract, { code, act: does, ...more });
    const answers = await Promise.all([act(desk.staff, 'take'), act(other, 'take')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const holder = await staffOf(code);
    expect(holder).not.toBeNull();
    expect((await act(other, 'take')).status, 'nobody takes what a colleague has').toBe(422);
    expect((await listed('whose=nobody')).rows.map((row) => row.code)).not.toContain(code);
    expect((await act(desk.staff, 'give-back')).status).toBe(200);
    expect(await staffOf(code)).toBeNull();
    expect((await act(desk.staff, 'give-back')).status, 'it is nobody’s').toBe(422);
    const to = await db().selectFrom('staff_members').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect((await act(desk.staff, 'hand-over', { colleague: String(to.id) })).status).toBe(200);
    expect(await staffOf(code)).toBe(to.id);
    expect((await desk.events(code)).filter((event) => event.includes('give') || event.includes('take') || event.includes('hand'))).toEqual([
      'take staff',
      'give-back staff',
      'hand-over staff',
    ]);
  });
});

test('the page of an order says what staff need beside it: person, provider with a way to reach them, money, and the list it is looked at from', async () => {
  const { code } = await db().selectFrom('orders').select('code').where('state', '=', 'submitted').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const shown = known(await pages().staffOrder(await orderView(desk, code, undefined, 'from=1')));
  expect(shown).toMatchObject({ name: 'Nguyễn Thị Lan', why: 'New: not reviewed yet' });
  expect(shown.person).toMatchObject({ nationality: 'Vietnam', phone: '+44 7700900123', school: 'UCL' });
  expect(shown.provider.party?.email).toMatch(/@/);
  expect(shown.provider.party?.phone).toMatch(/^\+/);
  expect(shown.sums.map(({ label }) => label)).toEqual(expect.arrayContaining(['To pay when booking', 'Total']));
  expect(shown.list.rows.some((row) => row.code === code && row.href.includes('from=1'))).toBe(true);
});

test('a list costs the same among many orders: it reads an index of its order, and no more rows than it shows', async () => {
  const [one] = await db().selectFrom('orders').select('id').where('desk_list', 'is not', null).limit(1).execute();
  const count = 8_000;
  // An order is born a draft: only here are they made as they would be years from now.
  await sql`alter table orders disable trigger user`.execute(db());
  await sql`
    insert into orders (code, house_id, unit_id, tenancy_id, period_from, period_to, state, plan, quote, home, asked, locale, template, created_at, moved_at, staff_id, city_id)
    select 'ZZ' || lpad(upper(to_hex(n / 65536)), 2, '0') || '-' || lpad(upper(to_hex(n % 65536)), 4, '0'), house_id, unit_id, tenancy_id, period_from, period_to,
      (array['submitted', 'offered', 'confirmed', 'completed', 'cancelled'])[1 + n % 5], plan, quote,
      jsonb_set(home, '{supplierId}', to_jsonb(1000 + n % 50)), asked, locale, template, created_at, moved_at - make_interval(mins => n), null, n % 40
    from orders, generate_series(1, ${count}) as n where id = ${known(one).id}`.execute(db());
  await sql`alter table orders enable trigger user`.execute(db());
  await sql`analyze orders`.execute(db());
  const me = asId<StaffId>(1);
  const planOf = async (query: string, after?: string): Promise<string> => {
    const filter = deskFilter(readDesk(new URLSearchParams(query)), me, testNow);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${deskIds(filter, readDeskCursor(after ?? null), 31)}`.execute(db());
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const far = deskCursorText({ at: new Date(testNow.getTime() - 3 * dayMs), id: asId(3_000) });
  for (const query of [
    '',
    'tab=waiting',
    'tab=ended',
    'city=7',
    'provider=1007',
    'whose=nobody',
    'whose=mine',
    'age=3',
    'from=100&to=99999999',
    'city=7&whose=nobody',
  ])
    for (const after of [undefined, far]) {
      const plan = await planOf(query, after);
      expect(plan, query).toMatch(/orders_desk/);
      expect(plan, query).not.toMatch(/Seq Scan/);
    }
  expect(await planOf('')).not.toMatch(/Sort/);
  expect(await planOf('city=7')).not.toMatch(/Sort/);
  expect(
    (await deskCount(deskFilter(readDesk(new URLSearchParams('tab=waiting')), me, testNow)).execute(db())).rows[0]?.count,
    'no more than anybody reads',
  ).toBe(1_000);
  expect((await listed('tab=waiting')).tabs.find(({ list }) => list === 'waiting')?.count).toBe('1,000+');
});
