/** The audit log by names: what is kept as a number is said as its reader knows it, and narrowed without reading the whole log. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffRole } from '#lib/access.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { createAuditFeature } from '#lib/features/audit/audit.feature.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';

let desk: OrdersDesk;
let [code, order, member] = ['', 0, 0];
beforeAll(async () => {
  desk = await openOrdersDesk();
  code = await desk.drafted(await desk.somebody());
  order = (await db().selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
  member = (await openStaffDesk(desk.office).member('finance')).id;
  await db().updateTable('staff_members').set({ name: 'Bảo Mẫu' }).where('id', '=', member).execute();
  const { service: audit } = createAuditFeature({ db: db() });
  await transact(db(), async (tx) => {
    await audit.append(tx, { actor: `staff:${member}`, action: 'order-seen', subject: `order:${order}`, data: {} });
    await audit.append(tx, { actor: `staff:${member}`, action: 'orders-exported', subject: `staff:${member}`, data: {} });
    await audit.append(tx, { actor: 'job:orders-clock', action: 'person-seen', subject: 'person:99', data: {} });
  });
});
afterAll(() => desk.office.close());

const db = (): Db => desk.office.on.base.db;
const loader = () => known(desk.office.on.services.loaders.staff);
const visitorOf = (standing: StaffRole) => ({ session: undefined, staff: { id: '1', staffId: member, standing, provedAt: new Date(), zone: 'UTC' } }) as never;
const asked = async (query: string, standing: StaffRole = 'finance') => {
  const view = (await orderView(desk, '', undefined, query)) as object;
  return loader().audit(visitorOf(standing), view as never);
};
const actionsOf = async (query: string) => (await asked(query)).rows.map(({ action }) => action);

test('members, orders and homes are said by name or code, and lead where the reader may go', async () => {
  const view = (await orderView(desk, '')) as never;
  const asFinance = await loader().namedThings(visitorOf('finance'), [`staff:${member}`, `order:${order}`, 'person:99', 'job:orders-clock', 'slot:4'], view);
  expect(asFinance(`staff:${member}`)).toMatchObject({ called: 'Bảo Mẫu', href: undefined });
  expect(asFinance(`order:${order}`)).toMatchObject({ called: code, href: expect.stringContaining(code) });
  // Finance looks after no people: their names are none of its business.
  expect(asFinance('person:99')).toMatchObject({ called: 'Account 99', href: undefined });
  expect(asFinance('job:orders-clock').called).toBe('job:orders-clock');
  const asEditor = await loader().namedThings(visitorOf('editor'), [`order:${order}`], view);
  expect(asEditor(`order:${order}`).href).toBeUndefined();
});

test('the log is narrowed by a part of a name, a code, an action and days', async () => {
  expect(await actionsOf('q=b%E1%BA%A3o')).toEqual(expect.arrayContaining(['orders-exported', 'order-seen']));
  expect(new Set(await actionsOf(`q=${code.toLowerCase()}`))).toContain('order-seen');
  expect(new Set(await actionsOf('action=orders-exported'))).toEqual(new Set(['orders-exported']));
  expect(await actionsOf('to=2001-01-01')).toEqual([]);
  expect((await actionsOf('from=2001-01-01')).length).toBeGreaterThan(2);
  expect(await actionsOf('from=2999-01-01')).toEqual([]);
});

test('a name that nobody has is said to be none, and wild cards are letters', async () => {
  expect(await asked('q=nobody-of-this-name')).toMatchObject({ rows: [], unfound: true });
  expect(await asked('q=%25')).toMatchObject({ rows: [], unfound: true });
});

test('who may not read the log reads none of it', async () => {
  expect(await asked('', 'support')).toMatchObject({ rows: [], next: undefined });
});
