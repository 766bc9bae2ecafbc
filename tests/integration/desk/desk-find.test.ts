/** What staff find by any part of what it is called, over a real database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { FindKind } from '#lib/features/desk-find/desk-find.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import { testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { userOf } from '#tests/support/paying.ts';
import { askAbout } from '#tests/support/questions.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';

let desk: OrdersDesk;
let lan: Browser;
let [code, order, person, thread] = ['', 0, 0, 0];
beforeAll(async () => {
  desk = await openOrdersDesk();
  const { db } = desk.office.on.base;
  lan = await desk.office.registered('lan.nguyen@example.org');
  code = await desk.sent(lan);
  person = await userOf(lan);
  order = (await db.selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
  const contact = { firstName: '娜娜', lastName: '歐陽', email: 'nana@school.example', phone: '+8613800138000' };
  thread = await askAbout(desk.office, asId(desk.lease.house_id), { contact });
  await db
    .updateTable('houses')
    .set({
      name: 'Aldgate Point',
      name_zh: '奥尔德盖特公寓',
      names: JSON.stringify({ 'zh-TW': '奧爾德蓋特公寓', vi: 'Nhà Đông Luân Đôn' }),
      address: '8 Leman Street',
      postal_code: 'E1 8EN',
    })
    .where('id', '=', desk.lease.house_id)
    .execute();
  await service().catchUp();
});
afterAll(() => desk.office.close());

const service = () => known(desk.office.on.services.people).deskFind;
const finds = async (kind: FindKind, text: string) => {
  await service().catchUp();
  return service().ids(kind, text);
};

describe('the search of the desk', () => {
  test.each(['Nguyễn Thị', 'thi lan', 'LAN NGUYEN', 'nguyen@exa', '7700 900 123', '07700900123', '+44 7700 900-123'])(
    'an order and its person are found by %j',
    async (text) => {
      expect(await finds('order', text)).toContain(order);
      expect(await finds('person', text)).toContain(person);
    },
  );

  test('an order is found by any part of its code, with its dash and without', async () => {
    for (const text of [code, code.slice(1, 7), code.replace('-', '').slice(2, 7).toLowerCase()]) expect(await finds('order', text)).toEqual([order]);
  });

  test.each(['歐陽', '欧阳', '娜', '阳娜', 'nana@school', '138 0013 8000', 'Aldgate', '盖特'])('a thread is found by %j', async (text) => {
    expect(await finds('thread', text)).toEqual([thread]);
  });

  test.each(['ldgate', '奧爾德', '奥尔德', 'dong luan', 'Đông', 'leman st', 'e18en', 'E1 8EN'])('a home is found by %j', async (text) => {
    expect(await finds('house', text)).toEqual([desk.lease.house_id]);
  });

  test('a provider is found by any part of their name, their mailbox, and who they are in law', async () => {
    const { db } = desk.office.on.base;
    const supplier = await db
      .selectFrom('houses')
      .innerJoin('suppliers', 'suppliers.id', 'supplier_id')
      .select(['suppliers.id', 'suppliers.name'])
      .where('houses.id', '=', desk.lease.house_id)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('supplier_contacts')
      .values({ supplier_id: supplier.id, email: 'lettings@harbour.example', locale: 'en-us', set_at: testNow })
      .onConflict((one) => one.column('supplier_id').doUpdateSet({ email: 'lettings@harbour.example' }))
      .execute();
    for (const text of [supplier.name.slice(1, 6), 'harbour.ex']) expect(await finds('supplier', text)).toContain(supplier.id);
  });

  test('what is not there is not found, and what is too short is not looked for', async () => {
    for (const kind of ['order', 'person', 'thread', 'house', 'supplier'] as const) {
      expect(await finds(kind, 'zzqqxx')).toEqual([]);
      expect(await finds(kind, 'a')).toBeUndefined();
    }
  });

  test('what changes is found by its new texts alone, what goes by none', async () => {
    const { db } = desk.office.on.base;
    await db.updateTable('users').set({ nickname: 'Marigold' }).where('id', '=', person).execute();
    expect(await finds('person', 'marig')).toEqual([person]);
    await db.updateTable('users').set({ nickname: 'Larkspur' }).where('id', '=', person).execute();
    expect(await finds('person', 'marig')).toEqual([]);
    const gone = await userOf(await desk.office.registered('soon.gone@example.org'));
    expect(await finds('person', 'soon.gone')).toEqual([gone]);
    await db.deleteFrom('users').where('id', '=', gone).execute();
    expect(await finds('person', 'soon.gone')).toEqual([]);
    expect(await db.selectFrom('desk_words').select('id').where('kind', '=', 'person').where('id', '=', gone).execute()).toEqual([]);
  });

  test('the database has no text of anybody, only marks that it cannot make itself', async () => {
    const { rows } = await sql<{ line: string }>`select desk_words::text as line from desk_words where kind = 'person' limit 5`.execute(desk.office.on.base.db);
    expect(rows.length).toBeGreaterThan(0);
    for (const { line } of rows) expect(line).toMatch(/^\(person,\d+,"\{[\d,]+\}"\)$/);
  });
});
