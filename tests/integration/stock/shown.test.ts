/** What is shown to be left, who waits for what comes free, and what staff are told: on either database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHouseRepository } from '#lib/features/house/house.repository.ts';
import { readRateFile } from '#lib/features/rates/rates.files.ts';
import { storeRates } from '#lib/features/rates/rates.repository.ts';
import { locales } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, NewsId, TenancyId, UserId } from '#lib/ids/ids.ts';
import { createSite } from '#lib/paths.ts';
import { callReader } from '#lib/reader.ts';
import { testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { openStockDesk } from '#tests/support/stock-desk.ts';
import type { StockDesk } from '#tests/support/stock-desk.ts';

let shared: TestDatabase;
let desk: StockDesk;
let people: readonly UserId[];
let orders = 1_000;
const after = (minutes: number): Date => new Date(testNow.getTime() + minutes * 60_000);
const person = (index: number): UserId => people[index] as UserId;
const kept = { ok: true, value: undefined };

beforeAll(async () => {
  shared = await testDatabase();
  await storeRates(shared.db, readRateFile('src/content/rates.yaml'));
  desk = await openStockDesk(shared);
  people = await desk.people(12);
});
afterAll(() => shared.close());

const oneLease = async (ref: string, stock: number, confirmed = after(-60)) => {
  const { leases, houseId } = await desk.home(ref, [{ stock, lastConfirmedAt: confirmed }], {}, confirmed);
  return { lease: leases[0] as TenancyId, houseId };
};
/** What lists say of a home: on its card, and of its unit. */
async function listed(houseId: HouseId): Promise<readonly unknown[]> {
  const listing = await shared.db.selectFrom('listings').select(['stock', 'weekly_minor']).where('house_id', '=', houseId).executeTakeFirstOrThrow();
  const unit = await shared.db.selectFrom('listing_units').select('stock').where('house_id', '=', houseId).executeTakeFirstOrThrow();
  return [listing.stock, unit.stock, listing.weekly_minor !== null];
}

describe('what is shown', () => {
  test('is what the provider has less what we keep, on the lease, on the card, in the list and in the filters', async () => {
    const { lease, houseId } = await oneLease('shown', 2);
    const told: string[] = [];
    await shared.database.onChange((tags) => void told.push(...tags));
    const order = ++orders;
    await desk.claim(order, lease, person(0), { now: after(1) });
    expect(await desk.stock.shown.follow(after(1))).toBeGreaterThan(0);
    expect([await desk.shown([lease]), await listed(houseId)]).toEqual([[1], [1, 1, true]]);
    await expect.poll(() => told).toContain(`house:${houseId}`);
    await desk.claim(++orders, lease, person(1), { now: after(2) });
    await desk.stock.shown.follow(after(2));
    expect([await desk.shown([lease]), await listed(houseId)]).toEqual([[0], [0, 0, false]]);
    await desk.free(order, after(3));
    await desk.stock.shown.follow(after(3));
    expect([await desk.shown([lease]), await listed(houseId)]).toEqual([[1], [1, 1, true]]);
    expect(await desk.stock.shown.follow(after(3))).toBe(0);
  });

  test('of a count that was confirmed after a sale, the sale is not taken off again; a bed that is kept for a while always is', async () => {
    const { lease } = await oneLease('confirmed', 3);
    const [sold, asked] = [++orders, ++orders];
    await desk.claim(sold, lease, person(0), { now: after(10) });
    await desk.claim(asked, lease, person(1), { now: after(10), until: after(3_000) });
    await desk.stock.service.take({ userId: person(2), tenancyId: lease }, after(11));
    await desk.stock.shown.follow(after(11));
    expect(await desk.shown([lease])).toEqual([0]);
    // The same count again, said before the sale: nothing changes. Said after it, the sale is known.
    await oneLease('confirmed', 3, after(5));
    expect(await desk.shown([lease])).toEqual([0]);
    await oneLease('confirmed', 3, after(12));
    expect(await desk.shown([lease])).toEqual([1]);
    // Another count of a feed goes the same way.
    await oneLease('confirmed', 5, after(13));
    expect(await desk.shown([lease])).toEqual([3]);
    for (let more = 0; more < 3; more++) expect(await desk.claim(++orders, lease, person(3 + more), { now: after(14) })).toEqual(kept);
    expect(await desk.claim(++orders, lease, person(6), { now: after(14) })).toEqual({ ok: false, reason: 'sold-out' });
    expect(await desk.doubles()).toBe(0);
  });

  test('is the same on the page of the home and in what lists find', async () => {
    const { lease, houseId } = await oneLease('pages', 2);
    await desk.claim(++orders, lease, person(0), { now: after(1) });
    await desk.stock.shown.follow(after(1));
    const record = await createHouseRepository(shared.db, shared.geo).record(houseId);
    expect(record?.units.flatMap(({ tenancies }) => tenancies.map(({ stock }) => stock))).toEqual([1]);
    expect(await listed(houseId)).toEqual([1, 1, true]);
  });
});

describe('the waiting list', () => {
  test('the next in line has what comes free for a day, and one mail in their language; then the one after; nobody passes them', async () => {
    const { lease } = await oneLease('line', 1);
    const { waiting, service, shown } = desk.stock;
    const order = ++orders;
    expect(await waiting.join(person(0), lease, 'vi-vn', testNow)).toEqual({ ok: false, reason: 'free' });
    await desk.claim(order, lease, person(9), { now: testNow });
    expect(await waiting.join(person(0), lease, 'vi-vn', after(1))).toEqual(kept);
    expect(await waiting.join(person(0), lease, 'vi-vn', after(1))).toEqual(kept);
    expect(await waiting.join(person(1), lease, 'zh-cn', after(2))).toEqual(kept);
    expect((await waiting.placesOf(person(1))).map(({ position }) => position)).toEqual([2]);
    await shown.follow(after(2));
    desk.letters.length = 0;

    await desk.free(order, after(5));
    // Free it is, but not for who did not wait.
    expect(await service.take({ userId: person(5), tenancyId: lease }, after(5))).toEqual({ ok: false, reason: 'sold-out' });
    await shown.follow(after(5));
    expect(desk.letters.map(({ to, name, locale }) => [to, name, locale])).toEqual([[`reader${person(0)}@example.org`, 'bed-offered', 'vi-vn']]);
    expect(await desk.shown([lease])).toEqual([0]);
    expect(await service.holdOf(person(0), lease, after(6))).toMatchObject({ kind: 'waiting', until: after(5 + 24 * 60) });
    expect((await waiting.placesOf(person(1))).map(({ position }) => position)).toEqual([1]);

    // A day later nothing was done: it goes to the next, once.
    await service.expire(after(5 + 24 * 60));
    await shown.follow(after(5 + 24 * 60));
    expect(desk.letters.map(({ locale }) => locale)).toEqual(['vi-vn', 'zh-cn']);
    expect(await waiting.placesOf(person(0))).toEqual([]);
    const day = 24 * 60 + 10;
    expect(await desk.claim(++orders, lease, person(5), { now: after(day) })).toEqual({ ok: false, reason: 'sold-out' });
    expect(await desk.claim(++orders, lease, person(1), { now: after(day) })).toEqual(kept);
    expect(await waiting.placesOf(person(1))).toEqual([]);
    await shown.follow(after(day));
    expect(desk.letters).toHaveLength(2);
  });

  test('[R2.147] an offer stands in the messages once, in the language they are read in, and comes by mail unless they chose otherwise', async () => {
    const { lease, houseId } = await oneLease('told', 1);
    const order = ++orders;
    await desk.claim(order, lease, person(0), { now: testNow });
    for (const who of [1, 2]) await desk.stock.waiting.join(person(who), lease, 'vi-vn', after(1));
    await shared.db
      .insertInto('news_choices')
      .values({ user_id: person(1), kind: 'waiting', by_mail: false })
      .execute();
    await desk.stock.shown.follow(after(2));
    desk.letters.length = 0;
    await desk.free(order, after(5));
    await Promise.all([desk.stock.shown.follow(after(5)), desk.stock.shown.follow(after(5))]);
    const told = (who: number) => shared.db.selectFrom('news').selectAll().where('user_id', '=', person(who)).where('code', '=', String(lease)).execute();
    expect([(await told(1)).length, (await told(2)).length, desk.letters.length]).toEqual([1, 0, 0]);
    const [row] = await told(1);
    const news = { id: asId<NewsId>(1), kind: 'waiting', about: 'waiting', code: String(lease), what: 'offered', toldAt: after(5), isRead: false } as const;
    const said = locales.map((locale) =>
      desk.stock.sayNews({ ...news, facts: row?.facts ?? {} }, callReader(createSite('https://example.org', new Map()), { locale, now: after(5) })),
    );
    // Hong Kong reads the same characters as Taiwan.
    expect(new Set(said.map((one) => one?.title)).size).toBe(locales.length - 1);
    for (const one of said) {
      expect(one?.href).toContain(`houseId=${houseId}`);
      expect(one?.text).toContain('2026');
    }
    await desk.stock.service.expire(after(5 + 24 * 60));
    await desk.stock.shown.follow(after(5 + 24 * 60));
    expect([(await told(1)).length, (await told(2)).length]).toEqual([1, 1]);
    expect(desk.letters.map(({ to }) => to)).toEqual([`reader${person(2)}@example.org`]);
  });

  test('who leaves lets go what was offered; a hold of the waiting list is not one of the two', async () => {
    const { lease } = await oneLease('leave', 1);
    const { waiting, service, shown } = desk.stock;
    const order = ++orders;
    await desk.claim(order, lease, person(9));
    await waiting.join(person(2), lease, 'en-us', after(1));
    await waiting.join(person(3), lease, 'en-us', after(1));
    await desk.free(order, after(2));
    await shown.follow(after(2));
    expect(await service.holdOf(person(2), lease, after(3))).toBeDefined();
    expect(await waiting.leave(person(2), lease, after(4))).toBe(true);
    expect(await waiting.leave(person(2), lease, after(4))).toBe(false);
    await shown.follow(after(4));
    expect(await service.holdOf(person(2), lease, after(5))).toBeUndefined();
    expect(await service.holdOf(person(3), lease, after(5))).toMatchObject({ kind: 'waiting' });
    const homes = await Promise.all(['own-1', 'own-2'].map((ref) => oneLease(ref, 1)));
    for (const home of homes) expect(await service.take({ userId: person(3), tenancyId: home.lease }, after(5))).toMatchObject({ ok: true });
  });

  test('ends with the lease: nobody waits for what is let no more', async () => {
    const { lease, houseId } = await oneLease('ended', 1);
    await desk.claim(++orders, lease, person(9));
    await desk.stock.waiting.join(person(4), lease, 'en-us', after(1));
    await shared.db.updateTable('tenancies').set({ status: 'closed' }).where('id', '=', lease).execute();
    await shared.db.insertInto('stock_changes').values({ house_id: houseId }).execute();
    await desk.stock.shown.follow(after(2));
    expect(await desk.stock.waiting.placesOf(person(4))).toEqual([]);
    expect(await desk.stock.waiting.join(person(4), lease, 'en-us', after(3))).toEqual({ ok: false, reason: 'gone' });
  });
});

test('a feed that has less than we sold cancels nothing: staff have a case of it, once, and a note', async () => {
  const { lease } = await oneLease('overdrawn', 2);
  await desk.claim(++orders, lease, person(0), { now: after(10) });
  await desk.claim(++orders, lease, person(1), { now: after(10), until: after(2_000) });
  await desk.stock.shown.follow(after(10));
  desk.letters.length = 0;
  await oneLease('overdrawn', 1, after(5));
  await desk.stock.shown.follow(after(11));
  await desk.stock.shown.follow(after(12));
  const cases = await shared.db.selectFrom('stock_cases').select(['tenancy_id', 'feed_count', 'sold']).where('tenancy_id', '=', lease).execute();
  expect(cases).toEqual([{ tenancy_id: lease, feed_count: 1, sold: 2 }]);
  expect(desk.letters.map(({ to, name }) => [to, name])).toEqual([['operator@example.org', 'operator-note']]);
  expect(await desk.claim(++orders, lease, person(2), { now: after(12) })).toEqual({ ok: false, reason: 'sold-out' });
  expect(await desk.shown([lease])).toEqual([0]);
});

// The last: from here on somebody else follows, too.
test('follows by itself as soon as a claim is kept', async () => {
  const { lease } = await oneLease('by-itself', 1);
  await shared.database.onChange((tags) => void desk.stock.onChange(tags));
  await desk.claim(++orders, lease, person(0));
  await expect.poll(() => desk.shown([lease]), { timeout: 5_000 }).toEqual([0]);
});
