/** What homes were like when somebody moved in or out: by calls as browsers make them, over a real database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { evidenceContract } from '#lib/features/evidence/evidence.contract.ts';
import { canonical } from '#lib/features/evidence/evidence-chain.rules.ts';
import { keptDays, mostEntries } from '#lib/features/evidence/evidence.schema.ts';
import { uploadContract } from '#lib/features/uploads/uploads.contract.ts';
import { locales } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { lived } from '#tests/support/reviews.ts';

let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
});
afterAll(() => desk.office.close());

const db = () => desk.office.on.base.db;
const people = () => known(desk.office.on.services.people);
const now = (): Date => desk.office.clock.now;
const today = (): string => now().toISOString().slice(0, 10);
const given = { occasion: 'move-in', place: 'bedroom', item: 'Mattress', condition: 'worn', note: 'A stain, the size of a hand.' };
const add = (by: Browser, code: string, more: Readonly<Record<string, string>> = {}) => by.call(evidenceContract, { code, ...given, ...more });
const photo = async (by: Browser) => (await by.call(uploadContract, { purpose: 'evidence' })).data.id;
const userOf = async (code: string): Promise<UserId> =>
  asId<UserId>((await db().selectFrom('orders').select('user_id').where('code', '=', code).executeTakeFirstOrThrow()).user_id ?? 0);
const read = async (code: string) => people().evidence.of(await userOf(code), code);
async function dweller(state: 'confirmed' | 'checked_in' = 'checked_in'): Promise<{ readonly by: Browser; readonly code: string }> {
  const by = await desk.somebody();
  const code = await desk.drafted(by);
  await lived(db(), code, state, { from: addDays(today(), -3) });
  return { by, code };
}

test('is written down from when the home is somebody’s, with photographs, and read by nobody else', async () => {
  const by = await desk.somebody();
  const code = await desk.drafted(by);
  expect((await add(by, code)).data).toMatchObject({ fields: [{ name: 'occasion', message: 'evidence.not_now' }] });
  expect(await read(code)).toBeUndefined();
  await lived(db(), code, 'confirmed');
  const one = await photo(by);
  const { data } = await add(by, code, { photo: one });
  expect(data).toMatchObject({ code, number: 1 });
  expect((await add(by, code, { item: 'Window', condition: 'good', note: '' })).data).toMatchObject({ number: 2 });
  const found = known(await read(code));
  expect(found).toMatchObject({
    isWhole: true,
    entries: [
      { ...given, number: 1, hash: data.hash },
      { item: 'Window', photos: [] },
    ],
  });
  expect(found.entries[0]?.photos.map(({ file }) => file)).toEqual([one]);
  const row = await db().selectFrom('evidence_entries').selectAll().where('item', '=', 'Mattress').executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain('stain');
  const other = await desk.somebody();
  expect((await add(other, code)).error_code).toBe(404);
  expect(await people().evidence.of(asId<UserId>(row.user_id + 999), code)).toBeUndefined();
  for (const bad of [{ photo: '00000000-0000-4000-8000-000000000000' }, { photo: await photo(other) }])
    expect((await add(by, code, bad)).data).toMatchObject({ fields: [{ name: 'photo', message: 'files.gone' }] });
  for (const bad of [{ place: 'roof' }, { occasion: 'later' }, { condition: '' }, { item: '' }, { item: 'x'.repeat(81) }])
    expect((await add(by, code, bad)).status).toBe(422);
  expect(known(await read(code)).entries).toHaveLength(2);
});

test('stays as it was written: the database refuses changes, and the chain tells of any that was made all the same', async () => {
  const { by, code } = await dweller();
  for (const item of ['Mattress', 'Door', 'Lamp']) await add(by, code, { item });
  const { entries } = known(await read(code));
  const order = await db().selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow();
  for (const change of [
    { item: 'Chair' },
    { condition: 'good' as const },
    { made_at: new Date(0) },
    { hash: 'a'.repeat(64) },
    { photos: '[{}]' },
    { number: 9 },
  ])
    await expect(
      db().updateTable('evidence_entries').set(change).where('order_id', '=', order.id).where('number', '=', 2).execute(),
      JSON.stringify(change),
    ).rejects.toThrow(/stays as it was written/);
  // An entry that is gone, as only whoever holds the database can make it.
  await db().deleteFrom('evidence_entries').where('order_id', '=', order.id).where('number', '=', 2).execute();
  expect(known(await read(code)).isWhole).toBe(false);
  // What the digest is made of tells every field and every photograph apart.
  const [first] = entries;
  const base = known(first);
  const texts = new Set(
    [
      base,
      { ...base, number: 2 },
      { ...base, item: 'x' },
      { ...base, note: '' },
      { ...base, condition: 'good' as const },
      { ...base, madeAt: new Date(1) },
    ].map((one) => canonical(one, [])),
  );
  expect(texts.size).toBe(6);
  expect(canonical(base, ['a', 'b'])).not.toBe(canonical(base, ['ab']));
});

test('is led to as long as something is there, whatever became of the order, and takes nothing more then', async () => {
  const { by, code } = await dweller('confirmed');
  const user = await userOf(code);
  expect(await people().evidence.isThere(user, code)).toBe(true);
  await db().updateTable('orders').set({ state: 'refunding', moved_event: 'refund', moved_by: 'staff' }).where('code', '=', code).execute();
  expect(await people().evidence.isThere(user, code), 'nothing was written down').toBe(false);
  const other = await dweller('confirmed');
  await add(other.by, other.code);
  await db().updateTable('orders').set({ state: 'refunding', moved_event: 'refund', moved_by: 'staff' }).where('code', '=', other.code).execute();
  expect(await people().evidence.isThere(await userOf(other.code), other.code)).toBe(true);
  expect(known(await read(other.code)).entries).toHaveLength(1);
  expect((await add(other.by, other.code, { item: 'Door' })).data).toMatchObject({ fields: [{ name: 'occasion', message: 'evidence.not_now' }] });
  expect(await people().evidence.isThere(user, other.code), 'another’s').toBe(false);
  expect((await add(by, other.code)).error_code).toBe(404);
});

test('the oddest texts are kept as they are, and printed', async () => {
  const { by, code } = await dweller();
  const odd = ['<script>alert(1)</script>', '"; drop table orders; --', 'שלום עולם gnp.exe', '👩‍👩‍👧‍👦𠮷ཀྵ'.repeat(3), '=1+1', 'x'.repeat(80)];
  for (const item of odd) expect((await add(by, code, { item, note: `${item}\u0000\n${'長'.repeat(300)}`.slice(0, 500) })).error_code, item).toBe(0);
  // One that reads otherwise than it is, is refused.
  expect((await add(by, code, { item: 'photo \u202Egnp.exe' })).error_code).toBe(422);
  const found = known(await read(code));
  expect(found.isWhole).toBe(true);
  expect(found.entries.map(({ item }) => item)).toEqual(odd);
  for (const locale of locales) expect(known(await people().evidenceFile({ userId: await userOf(code) }, code, locale, now())).length).toBeGreaterThan(5_000);
});

test('two tabs at once give two entries in one chain, and there are as many as there can be', { timeout: 120_000 }, async () => {
  const { by, code } = await dweller();
  const both = await Promise.all(Array.from({ length: 8 }, (_, at) => add(by, code, { item: `Item ${at}` })));
  expect(both.map(({ data }) => data.number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(known(await read(code)).isWhole).toBe(true);
  // Pressed twice.
  const again = [await add(by, code, { item: 'Twice' }), await add(by, code, { item: 'Twice' })];
  expect(again.map(({ data }) => data.number)).toEqual([9, 9]);
  const visit = { userId: await userOf(code), visit: undefined };
  const said = { occasion: 'move-out', place: 'keys', item: 'Key', condition: 'good', note: '', photo: undefined } as const;
  for (let at = 9; at < mostEntries; at += 1) expect((await people().evidence.add(visit, code, { ...said, note: String(at) }, now())).ok).toBe(true);
  expect((await add(by, code)).data).toMatchObject({ fields: [{ name: 'item', message: 'evidence.enough' }] });
  expect(known(await read(code)).isWhole).toBe(true);
});

test('is a file with photographs and digests in every language, for whose it is alone', async () => {
  const { by, code } = await dweller();
  const { evidenceFile } = people();
  const own = await userOf(code);
  expect(await evidenceFile({ userId: own }, code, 'en-us', now())).toBeUndefined();
  for (const item of ['Mattress', 'Door', 'Lamp']) await add(by, code, { item, photo: await photo(by) });
  await add(by, code, { occasion: 'move-out', place: 'meters', item: '电表', note: '读数 1234' });
  for (const locale of locales) {
    const pdf = known(await evidenceFile({ userId: own }, code, locale, now()));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length, locale).toBe(3);
    expect(pdf.length, locale).toBeLessThan(1_500_000);
  }
  expect(await evidenceFile({ userId: asId<UserId>(own + 999) }, code, 'en-us', now())).toBeUndefined();
});

test('goes long after the lease ended, with its photographs, and not before', async () => {
  const { by, code } = await dweller();
  const file = await photo(by);
  await add(by, code, { photo: file });
  const other = await dweller();
  await add(other.by, other.code);
  await db()
    .updateTable('orders')
    .set({ period_from: addDays(today(), -900), period_to: addDays(today(), -keptDays) })
    .where('code', '=', code)
    .execute();
  expect(await people().evidence.forget(now())).toBe(0);
  await db()
    .updateTable('orders')
    .set({ period_to: addDays(today(), -keptDays - 1) })
    .where('code', '=', code)
    .execute();
  expect(await people().evidence.forget(now())).toBe(1);
  expect(known(await read(code)).entries).toEqual([]);
  expect(known(await read(other.code)).entries).toHaveLength(1);
  expect(await people().uploads.find(file, { userId: await userOf(code), visit: undefined }, new Date(now().getTime() + 1))).toBeUndefined();
});
