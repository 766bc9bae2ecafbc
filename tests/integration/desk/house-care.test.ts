/** What staff do with homes and reports: by calls as browsers make them, over a real database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brand } from '#lib/brand.ts';
import * as desk from '#lib/features/desk/desk.contract.ts';
import { reportListingContract } from '#lib/features/reports/reports.contract.ts';
import { houseSubPages } from '#lib/paths.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { writeLeedsHouses } from '#tests/support/leeds-houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { providerAddress, reachProviders } from '#tests/support/provider-contacts.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser, StaffDesk } from '#tests/support/staff-desk.ts';

let office: AccountsDesk;
let staff: StaffDesk;
let editor: StaffBrowser;
let large: HouseId;
let drawn: HouseId;
beforeAll(async () => {
  let ids: ReadonlyMap<string, number> = new Map();
  office = await openAccountsDesk({
    async fill(base) {
      ids = await writeLeedsHouses(base);
    },
  });
  staff = openStaffDesk(office);
  editor = await staff.member('editor');
  large = asId(known(ids.get('large')));
  drawn = asId(known(ids.get('drawn')));
});
afterAll(() => office.close());

const statusOf = async (id: number) => (await office.on.base.db.selectFrom('houses').select('status').where('id', '=', id).executeTakeFirst())?.status;
const isListed = async (id: number) => (await office.on.base.db.selectFrom('listings').select('house_id').where('house_id', '=', id).execute()).length === 1;
const deedsAbout = async (subject: string) => {
  const rows = await office.on.base.db.selectFrom('audit_log').select(['actor', 'action', 'data']).where('subject', '=', subject).orderBy('id').execute();
  return rows.map(({ actor, action, data }) => [actor, action, data]);
};
const change = (values: Readonly<Record<string, string | number>>, by = editor) => by.call(desk.deskHouseContract, values);
/** A report by a reader, as staff find it. */
async function reported(houseId: number, reason: string): Promise<number> {
  const answer = await office.browser().call(reportListingContract, { house_id: houseId, reason, details: 'As I saw it.' });
  expect(answer.error_code).toBe(0);
  return (await office.on.base.db.selectFrom('reports').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
}

describe('a home', () => {
  test('is found by its number and by the address of any of its pages, and by nothing else', async () => {
    const house = known(await office.on.services.house.service.find(large));
    const path = office.on.services.site.paths('vi-vn').house(house);
    for (const which of [String(large), ` ${large} `, path, `https://homes.example${path}/${houseSubPages[0]}?x=1`])
      expect([which, (await editor.call(desk.deskFindHouseContract, { which })).data]).toEqual([which, { house_id: large }]);
    for (const which of ['0', '2147483647', '/uk/leeds', 'javascript:alert(1)', '//', 'x'.repeat(500)])
      expect([which, (await editor.call(desk.deskFindHouseContract, { which })).error_code]).toEqual([which, 422]);
    expect((await (await staff.member('finance')).call(desk.deskFindHouseContract, { which: String(large) })).error_code).toBe(404);
  });

  test('that is hidden is on no list and stays hidden when its provider sends it again; its provider is told why; shown again it is back', async () => {
    await reachProviders(office.on.base.db, 'zh-tw');
    expect(await isListed(large)).toBe(true);
    expect((await change({ house_id: large, act: 'hide' })).error_code, 'a reason is wanted').toBe(422);
    expect((await change({ house_id: large, act: 'hide', reason: 'scam', note: 'Rang them twice.' })).error_code).toBe(0);
    expect([await statusOf(large), await isListed(large)]).toEqual(['removed', false]);
    expect(office.letters.at(-1)).toMatchObject({
      to: await providerAddress(office.on.base.db, large),
      name: 'home-hidden',
      locale: 'zh-tw',
      input: { reason: 'scam' },
    });
    expect((await change({ house_id: large, act: 'hide', reason: 'scam' })).error_code, 'it is hidden already').toBe(422);
    await office.on.base.db.updateTable('houses').set({ content_hash: 'older' }).where('id', '=', large).execute();
    await writeLeedsHouses(office.on.base);
    expect([await statusOf(large), await isListed(large)]).toEqual(['removed', false]);
    const wire = await office.on.call(reportListingContract, { house_id: large, reason: 'gone' });
    expect(wire.status).toBe(404);

    expect((await change({ house_id: large, act: 'restore' })).error_code).toBe(0);
    expect([await statusOf(large), await isListed(large)]).toEqual(['open', true]);
    const by = `staff:${editor.id}`;
    expect((await deedsAbout(`house:${large}`)).slice(0, 2)).toEqual([
      [by, 'home-hidden', { reason: 'scam' }],
      [by, 'home-restored', {}],
    ]);
  });

  test('that its provider has withdrawn meanwhile is not on offer when it is shown again', async () => {
    const { db } = office.on.base;
    const { supplier_id, ref } = await db.selectFrom('houses').select(['supplier_id', 'ref']).where('id', '=', large).executeTakeFirstOrThrow();
    const all = await db.selectFrom('houses').select('ref').where('supplier_id', '=', supplier_id).execute();
    await change({ house_id: large, act: 'hide', reason: 'gone' });
    await office.on.services.catalogue.service.closeHousesMissingFrom(
      asId(supplier_id),
      all.map((one) => one.ref).filter((one) => one !== ref),
      office.clock.now,
    );
    await change({ house_id: large, act: 'restore' });
    expect([await statusOf(large), await isListed(large)]).toEqual(['closed', false]);
    expect((await change({ house_id: large, act: 'hide', reason: 'other' })).error_code).toBe(0);
    await db.updateTable('houses').set({ content_hash: 'older' }).where('id', '=', large).execute();
    await writeLeedsHouses(office.on.base);
    expect((await change({ house_id: large, act: 'restore' })).error_code).toBe(0);
    expect([await statusOf(large), await isListed(large)], 'the feed brought it back').toEqual(['open', true]);
    const gone = await db.selectFrom('houses').select('id').where('status', '=', 'removed').where('hidden_from', 'is', null).executeTakeFirstOrThrow();
    expect((await change({ house_id: gone.id, act: 'restore' })).error_code, 'staff did not hide it').toBe(422);
  });

  test('has notes for staff alone', async () => {
    expect((await change({ house_id: drawn, act: 'note' })).error_code).toBe(422);
    expect((await change({ house_id: drawn, act: 'note', note: 'The lift is broken.' })).error_code).toBe(0);
    const rows = await office.on.base.db.selectFrom('house_notes').select(['text', 'staff_id']).where('house_id', '=', drawn).execute();
    expect(rows).toEqual([{ text: 'The lift is broken.', staff_id: editor.id }]);
    expect((await change({ house_id: 2_000_000_000, act: 'note', note: 'Nobody.' })).error_code).toBe(404);
  });

  test('shows what was checked, by us and on a day that has come, in the place of an older check', async () => {
    const check = (values: Readonly<Record<string, string | number>>) =>
      editor.call(desk.deskCheckContract, { house_id: drawn, fact: 'price', method: 'documents', on: '2026-11-20', ...values });
    expect((await check({ method: 'register' })).error_code, 'a rent stands in no register').toBe(422);
    expect((await check({ on: '2026-11-30' })).error_code).toBe(422);
    expect((await check({ on: '2026-11-10' })).error_code).toBe(0);
    expect((await check({ method: 'video-call' })).error_code).toBe(0);
    const { verifications } = await office.on.base.db.selectFrom('houses').select('verifications').where('id', '=', drawn).executeTakeFirstOrThrow();
    expect(verifications.filter(({ fact }) => fact === 'price')).toEqual([{ fact: 'price', by: brand.name, method: 'video-call', on: '2026-11-20' }]);
  });
});

describe('a report', () => {
  test('is seen to once, however many do so at once; the home may be hidden for it', async () => {
    const report = await reported(drawn, 'gone');
    const settle = () => editor.call(desk.deskReportContract, { report_id: report, outcome: 'hidden', note: 'The building is gone.' });
    const answers = await Promise.all(Array.from({ length: 10 }, settle));
    expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
    expect(await statusOf(drawn)).toBe('removed');
    expect((await deedsAbout(`house:${drawn}`)).slice(-2)).toEqual([
      [`staff:${editor.id}`, 'report-settled', { report, outcome: 'hidden' }],
      [`staff:${editor.id}`, 'home-hidden', { reason: 'gone' }],
    ]);
    expect((await editor.call(desk.deskReportContract, { report_id: 2_000_000_000, outcome: 'told' })).error_code).toBe(404);
  });

  test('that was nothing leaves the home as it is', async () => {
    const report = await reported(large, 'wrong-price');
    expect((await editor.call(desk.deskReportContract, { report_id: report, outcome: 'nothing-wrong' })).error_code).toBe(0);
    expect(await statusOf(large)).toBe('open');
    const row = await office.on.base.db.selectFrom('reports').select(['state', 'outcome', 'settled_by']).where('id', '=', report).executeTakeFirst();
    expect(row).toEqual({ state: 'settled', outcome: 'nothing-wrong', settled_by: editor.id });
  });
});
