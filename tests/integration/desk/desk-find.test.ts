/** What staff find by any part of what it is called, over a real database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { StaffRole } from '#lib/access.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { createAuditFeature } from '#lib/features/audit/audit.feature.ts';
import { createDeskFindRepository } from '#lib/features/desk-find/desk-find.repository.ts';
import { createDeskLook } from '#lib/features/desk-find/desk-look.service.ts';
import type { FindKind } from '#lib/features/desk-find/desk-find.schema.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { asId } from '#lib/ids/ids.ts';
import { createSite } from '#lib/paths.ts';
import type { Visitor } from '#lib/visitor.ts';
import { testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';
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

describe('a search of staff', () => {
  const loader = () => known(known(desk.office.on.services.people).loaders.deskFind);
  const looks = (by: StaffBrowser, standing: StaffRole, query: Readonly<Record<string, string>>, locale: Locale = 'en-us') =>
    loader().found({
      ...reader(locale),
      visitor: { staff: { id: '1', staffId: by.id, standing, provedAt: testNow } } as unknown as Visitor,
      query: new URLSearchParams(query),
    });
  const reader = (locale: Locale) => ({
    locale,
    intl: localeFacts[locale].intl,
    t: translator(locale),
    paths: createSite('https://site.example', new Map()).paths(locale),
  });
  const kindsFor = async (standing: StaffRole, q: string) => known(await looks(desk.staff, standing, { q })).groups.map(({ kind }) => kind);
  const searched = async (by: StaffBrowser) =>
    (
      await desk.office.on.base.db
        .selectFrom('audit_log')
        .select('data')
        .where('actor', '=', `staff:${by.id}`)
        .where('action', '=', 'desk-searched')
        .orderBy('id')
        .execute()
    ).map(({ data }) => data);

  test('[R1.02] finds only kinds that the role may open', async () => {
    const order = (kinds: readonly string[]) => kinds.toSorted();
    expect(order(await kindsFor('admin', 'lan'))).toEqual(expect.arrayContaining(['order', 'person']));
    expect(await kindsFor('editor', 'lan.nguyen@example')).toEqual([]);
    expect(await kindsFor('finance', 'lan.nguyen@example')).toEqual(['order']);
    expect(order(await kindsFor('support', 'aldgate'))).toEqual(['house', 'order', 'thread']);
    expect(await kindsFor('editor', 'aldgate')).toEqual(['house']);
    expect(await kindsFor('support', 'lettings@harbour')).toEqual([]);
    expect(await kindsFor('finance', 'lettings@harbour')).toEqual(['supplier']);
    // A kind that is named and not theirs is left out; what is theirs is looked for instead.
    expect(known(await looks(desk.staff, 'editor', { q: 'lan.nguyen@example', kind: 'person' })).groups).toEqual([]);
    expect(await loader().found({ ...reader('en-us'), visitor: undefined, query: new URLSearchParams({ q: 'lan' }) })).toBeUndefined();
  });

  test('stands in the audit log without its words where it was over what people told us', async () => {
    const before = (await searched(desk.staff)).length;
    await looks(desk.staff, 'support', { q: 'lan.nguyen@example' });
    await looks(desk.staff, 'support', { q: 'zzqqxx' });
    await looks(desk.staff, 'editor', { q: 'aldgate' });
    await looks(desk.staff, 'support', { q: 'x' });
    await looks(desk.staff, 'support', {});
    expect((await searched(desk.staff)).slice(before)).toEqual([{ found: 2 }, { found: 0 }]);
  });

  test('says what it found in the language of the reader, and leads there', async () => {
    const shown = known(await looks(desk.staff, 'support', { q: 'aldgate', kind: 'house' }, 'zh-cn'));
    expect(shown).toMatchObject({ outcome: 'done', groups: [{ kind: 'house', label: 'desk.homes', more: undefined }] });
    expect(known(shown.groups[0]).rows).toEqual([
      expect.objectContaining({ title: '奥尔德盖特公寓', href: expect.stringMatching(new RegExp(`/staff/homes/${desk.lease.house_id}$`)) }),
    ]);
    expect(await looks(desk.staff, 'support', { q: ' a ' })).toMatchObject({ outcome: 'short', groups: [] });
    expect(await looks(desk.staff, 'support', {})).toMatchObject({ outcome: 'none', groups: [] });
  });

  test('a number leads to the account, the home and the provider that have it', async () => {
    const { groups } = known(await looks(desk.staff, 'admin', { q: String(person) }));
    expect(known(groups.find(({ kind }) => kind === 'person')).rows[0]?.href).toMatch(new RegExp(`/staff/people/${person}$`));
  });

  test('pages go from the newest on, none twice and none left out', async () => {
    for (let asked = 0; asked < 35; asked++)
      await askAbout(desk.office, undefined, {
        contact: { firstName: 'Otto', lastName: `Paged${asked}`, email: `otto${asked}@paged.example`, phone: undefined },
      });
    const seen: string[] = [];
    let query: Readonly<Record<string, string>> = { q: 'paged', kind: 'thread' };
    for (let page = 0; page < 3; page++) {
      const [group] = known(await looks(desk.staff, 'support', query)).groups;
      seen.push(...known(group).rows.map(({ title }) => title));
      if (group?.more === undefined) break;
      query = Object.fromEntries(new URL(group.more, 'https://site.example').searchParams);
    }
    expect(seen).toEqual(Array.from({ length: 35 }, (_, at) => `Otto Paged${34 - at}`));
  });

  test('a member searches so many times a day and no more', async () => {
    const { db } = desk.office.on.base;
    const find = known(desk.office.on.services.people).deskFind;
    const { service: audit } = createAuditFeature({ db });
    let left = 1;
    const look = createDeskLook({ find, audit, transact: (work) => transact(db, work), maySearch: async () => (left -= 1) >= 0 });
    const asked = { text: 'lan', kinds: ['person'], before: undefined, most: 5, staffId: desk.staff.id } as const;
    expect(await look.look(asked)).toMatchObject({ ok: true });
    expect(await look.look(asked)).toEqual({ ok: false, reason: 'too-many' });
  });
});

describe('many rows', () => {
  test('what few have is found by the index of marks, what many have among the latest', async () => {
    const { db } = desk.office.on.base;
    await sql`insert into desk_words (kind, id, marks) select 'supplier', 1000000 + n, array[7, 1000 + n % 997, 5000 + n] from generate_series(1, 8000) n`.execute(
      db,
    );
    await sql`analyze desk_words`.execute(db);
    const { rows } = await sql<{
      'QUERY PLAN': string;
    }>`explain with found as materialized (select kind, id from desk_words where marks @> array[5007, 1007]::integer[])
      select id from found where kind = 'supplier' and id < 2000000 order by id desc limit 31`.execute(db);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('desk_words_marks');
    const repository = createDeskFindRepository(db);
    expect(await repository.marked('supplier', [[5007, 1007]], { most: 31 })).toEqual([1_000_007]);
    expect(await repository.marked('supplier', [[7]], { most: 3 })).toEqual([1_008_000, 1_007_999, 1_007_998]);
    expect(await repository.marked('supplier', [[7]], { most: 2, before: 1_000_003 })).toEqual([1_000_002, 1_000_001]);
    expect(await repository.marked('supplier', [[5007, 1007], [6000]], { most: 5 })).toEqual([1_001_000, 1_000_007]);
    expect(await repository.marked('house', [[7]], { most: 5 })).toEqual([]);
    await db.deleteFrom('desk_words').where('id', '>', 1_000_000).execute();
  });
});
