/** Homes kept on an account: by several devices at once, over a real database. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eraseAccountContract, sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { createFavouritesRepository } from '#lib/features/shortlist/favourites.repository.ts';
import { collectContract, favouritesContract, mergeFavouritesContract } from '#lib/features/shortlist/shortlist.contract.ts';
import { favouritesMost, removedKeptDays } from '#lib/features/shortlist/shortlist.schema.ts';
import { createShortlistService } from '#lib/features/shortlist/shortlist.service.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import { homesInLondon, testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { testDatabase } from '#tests/support/database.ts';
import { known } from '#tests/support/list-pages.ts';

let desk: AccountsDesk;
let homes: readonly number[];
beforeAll(async () => {
  desk = await openAccountsDesk({ open: () => testDatabase(homesInLondon(40)) });
  homes = (await desk.on.base.db.selectFrom('houses').select('id').orderBy('id').execute()).map(({ id }) => id);
});
afterAll(() => desk.close());
beforeEach(() => void (desk.clock.now = testNow));

let people = 0;
const someone = (): Promise<Browser> => desk.registered(`keeper${(people += 1)}@example.org`);
const idsOf = async (browser: Browser): Promise<readonly number[]> => (await browser.call(favouritesContract)).data.items.map(({ house_id }) => house_id);
const now = Math.floor(testNow.getTime() / 1_000);
const [first, second, third] = [0, 1, 2] as const;
const id = (at: number): number => known(homes[at]);
/** The same person on another device. */
function again(browser: Browser): Browser {
  const other = desk.browser();
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  return other;
}

test('[R7.053] [R7.054] [R6.06] a home is kept and taken off by whoever is signed in, and by nobody else', async () => {
  const browser = await someone();
  expect((await browser.call(collectContract, { house_id: id(first) })).data).toEqual({ collected: true, count: 1 });
  expect((await browser.call(collectContract, { house_id: id(first) })).data).toEqual({ collected: true, count: 1 });
  expect((await browser.call(collectContract, { house_id: 2_000_000_000 })).error_code).toBe(404);
  const [item] = (await browser.call(favouritesContract)).data.items;
  expect(item).toMatchObject({ house_id: id(first), kept_at: now, note: '' });
  expect((await desk.browser().call(favouritesContract)).error_code).toBe(403);
  expect((await desk.browser().call(collectContract, { house_id: id(first) })).error_code).toBe(403);
  expect(await idsOf(await someone())).toEqual([]);
  // In the same second.
  expect((await browser.call(collectContract, { house_id: id(first), collect: '0' })).data).toEqual({ collected: false, count: 0 });
});

test('[R7.054] devices tell in any order: nothing is lost or twice there, and what was taken off stays off', async () => {
  const phone = await someone();
  const laptop = again(phone);
  const tell = (browser: Browser, changes: string) => browser.call(mergeFavouritesContract, { changes });
  await tell(phone, `${id(first)}:${now - 50}:1,${id(second)}:${now - 40}:1`);
  const answer = await tell(laptop, `${id(second)}:${now - 60}:1,${id(third)}:${now - 30}:1`);
  expect(answer.data.items.map(({ house_id }) => house_id)).toEqual([id(third), id(second), id(first)]);
  await tell(phone, `${id(second)}:${now - 20}:0`);
  // What the laptop pressed before that comes late.
  await tell(laptop, `${id(second)}:${now - 25}:1`);
  expect(await idsOf(laptop)).toEqual([id(third), id(first)]);
  await tell(laptop, `${id(second)}:${now - 10}:1,1999999999:${now}:1`);
  expect(await idsOf(phone)).toEqual([id(second), id(third), id(first)]);
  for (const bad of ['x', `${id(first)}:1`, `${id(first)}:1:1,,`]) expect((await tell(phone, bad)).error_code).toBe(422);
});

test('twenty devices that sign in at once make one whole list', async () => {
  const browser = await someone();
  const devices = Array.from({ length: 20 }, () => again(browser));
  const told = devices.map((device, at) =>
    device.call(mergeFavouritesContract, {
      changes: Array.from({ length: 10 }, (_, step) => `${id((at * 2 + step) % homes.length)}:${now - at - step}:1`).join(','),
    }),
  );
  expect((await Promise.all(told)).map(({ error_code }) => error_code)).toEqual(devices.map(() => 0));
  const kept = await idsOf(browser);
  expect([kept.length, new Set(kept).size]).toEqual([homes.length, homes.length]);
});

const userOf = async (browser: Browser): Promise<UserId> => asId<UserId>((await browser.call(sessionContract)).data.cust_id);

test('remembers the rent of when a home was first kept; erasing the account leaves nothing', async () => {
  const browser = await someone();
  const userId = await userOf(browser);
  const { db } = desk.on.base;
  const { house_id } = await db.selectFrom('listings').select('house_id').where('weekly_minor', 'is not', null).orderBy('house_id').executeTakeFirstOrThrow();
  await browser.call(collectContract, { house_id });
  const rent = async () => (await browser.call(favouritesContract)).data.items[0]?.weekly_then;
  expect(await rent()).toMatchObject({ currency: 'GBP' });
  await db.updateTable('favourites').set({ kept_weekly_minor: 1n }).where('user_id', '=', userId).execute();
  desk.clock.now = new Date(testNow.getTime() + 5_000);
  await browser.call(mergeFavouritesContract, { changes: `${house_id}:${now + 5}:1` });
  expect(await rent()).toEqual({ minor: '1', currency: 'GBP' });
  expect((await known(desk.on.services.people?.shortlist).service.everythingOf(userId)).favourites).toHaveLength(1);
  await browser.call(eraseAccountContract, { sure: 'yes' });
  await known(desk.on.services.people?.accounts).erasing.eraseDue(new Date(testNow.getTime() + 15 * 86_400_000));
  expect(await db.selectFrom('favourites').select('house_id').where('user_id', '=', userId).execute()).toEqual([]);
});

test('[R3.16] [R7.048] what is compared is one list on all devices: the first word of a device is added, a later one is the whole', async () => {
  const phone = await someone();
  const laptop = again(phone);
  const tell = async (browser: Browser, compare: string, compared = '') => {
    const { data, error_code } = await browser.call(mergeFavouritesContract, { compare, compared });
    return error_code === 0 ? data.compared.map(({ house_id, unit_id }) => [house_id, unit_id].filter((one) => one !== null).join('-')) : error_code;
  };
  const [a, b, c, d, e] = homes.map(String) as [string, string, string, string, string];
  expect(await tell(phone, '')).toEqual([]);
  expect(await tell(phone, 'add', `${a},${b}-7`)).toEqual([a, `${b}-7`]);
  // Another device that had gathered some itself; there is room for four, and its own go first. A home that never was is none.
  expect(await tell(laptop, 'add', `${c},${d},2000000000`)).toEqual([c, d, a, `${b}-7`]);
  expect(await tell(laptop, 'set', `${d},${e}`)).toEqual([d, e]);
  expect(await tell(phone, 'add', `${a},${b},${c}`)).toEqual([a, b, c, d]);
  const named = (await phone.call(mergeFavouritesContract)).data.compared;
  expect(named.map(({ name }) => name.length > 0)).toEqual([true, true, true, true]);
  for (const bad of ['x', `${a}<b>`, '1,'.repeat(50)]) expect(await tell(phone, 'set', bad)).toBe(422);
  expect(await tell(await someone(), '')).toEqual([]);
  expect((await desk.browser().call(mergeFavouritesContract, { compare: 'set', compared: a })).error_code).toBe(403);
  expect(await tell(laptop, 'set')).toEqual([]);
  expect(
    await desk.on.base.db
      .selectFrom('comparisons')
      .select('user_id')
      .where('user_id', '=', await userOf(phone))
      .execute(),
  ).toEqual([]);
});

test('a list is full at its bound, and says so', async () => {
  const browser = await someone();
  const { db } = desk.on.base;
  const repository = createFavouritesRepository(db);
  const taken = Array.from({ length: favouritesMost }, (_, at) => asId<HouseId>(1_000_000 + at));
  const full = createShortlistService({
    favourites: { ...repository, words: async () => new Map(taken.map((houseId) => [houseId, { houseId, at: 0, isKept: true }])) },
    transact: (_, work) => transact(db, work),
    rentsOf: async () => new Map(),
  });
  expect(await full.keep(await userOf(browser), asId<HouseId>(id(second)), true, testNow)).toEqual({ ok: false, reason: 'full' });
  expect(await idsOf(browser)).toEqual([]);
});

test('what was taken off is forgotten half a year later', async () => {
  const browser = await someone();
  const userId = await userOf(browser);
  const { service } = known(desk.on.services.people?.shortlist);
  await browser.call(mergeFavouritesContract, { changes: `${id(first)}:${now - 9}:0` });
  const rows = () => desk.on.base.db.selectFrom('favourites').select('house_id').where('user_id', '=', userId).execute();
  await service.forgetRemoved(testNow);
  expect(await rows()).toHaveLength(1);
  await service.forgetRemoved(new Date(testNow.getTime() + (removedKeptDays + 1) * 86_400_000));
  expect(await rows()).toEqual([]);
});
