/** The page of the account's homes: what it shows, and what its forms do. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formPages } from '#lib/form-pages.ts';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { changeFavouriteContract, collectContract, favouritesContract, shareFavouritesContract } from '#lib/features/shortlist/shortlist.contract.ts';
import type { ShownFavourites } from '#lib/features/shortlist/shortlist.loader.ts';
import { createShortlistLoader } from '#lib/features/shortlist/shortlist.loader.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { callReader } from '#lib/reader.ts';
import { homesInLondon, testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { testDatabase } from '#tests/support/database.ts';
import { known } from '#tests/support/list-pages.ts';
import { visitorOf } from '#tests/support/visitors.ts';

let desk: AccountsDesk;
let homes: readonly { readonly house_id: number; readonly weekly_minor: bigint | null }[];
beforeAll(async () => {
  desk = await openAccountsDesk({ open: () => testDatabase(homesInLondon(40)) });
  homes = await desk.on.base.db.selectFrom('listings').select(['house_id', 'weekly_minor']).where('weekly_minor', 'is not', null).orderBy('house_id').execute();
});
afterAll(() => desk.close());
beforeEach(() => void (desk.clock.now = testNow));

const id = (at: number): number => known(homes[at]).house_id;
async function open(browser: Browser, query: Readonly<Record<string, string>> = {}): Promise<ShownFavourites> {
  const { cust_id: userId } = (await browser.call(sessionContract)).data;
  const reader = { ...callReader(desk.on.services.site, { locale: 'en-us', now: desk.clock.now }), query: new URLSearchParams(query) };
  const session = { id: '1', userId, standing: 'renter', provedAt: testNow } as const;
  const visitor = visitorOf({ session, owner: 'session:1' });
  return known(await known(desk.on.services.people?.shortlist).loader.favourites(reader, visitor));
}
const change = (browser: Browser, house_id: number, act: string, note = '') =>
  browser.call(changeFavouriteContract, { house_id, act, note, sort: '', page: '', schoolunique: '' });

test('[R2.163] [R2.126] shows the homes in the order asked for, with what became of their rent, and says which are gone', async () => {
  const browser = await desk.registered('page@example.org');
  const { db } = desk.on.base;
  const five = [0, 1, 2, 3, 4].map(id);
  for (const [at, house_id] of five.entries()) {
    desk.clock.now = new Date(testNow.getTime() + at * 60_000);
    await browser.call(collectContract, { house_id });
  }
  const first = await open(browser);
  expect(first.homes.map(({ houseId }) => houseId)).toEqual(five.toReversed());
  expect(first.homes.map(({ change: one }) => one?.kind)).toEqual(five.map(() => 'same'));
  const rents = (await open(browser, { sort: 'rent' })).homes.map(({ card }) => Number(card?.offer?.price.weekly.minor));
  expect(rents).toEqual(rents.toSorted((a, b) => a - b));
  const school = known(known(desk.on.base.geo.city('uk', 'london')).schools[0]);
  const near = (await open(browser, { sort: 'distance', schoolunique: school.slug })).homes.map(({ card }) => card?.journey?.metres ?? 0);
  expect(near).toEqual(near.toSorted((a, b) => a - b));
  expect(first.question.schools.some(({ value }) => value === school.slug)).toBe(true);

  await db.updateTable('favourites').set({ kept_weekly_minor: 99_999_900n }).where('house_id', '=', id(1)).execute();
  await db.deleteFrom('listings').where('house_id', '=', id(0)).execute();
  await db.updateTable('houses').set({ status: 'removed' }).where('id', '=', id(0)).execute();
  // A list of other homes: what is read of these is kept for a while.
  await change(browser, id(4), 'remove');
  const later = await open(browser, { done: 'remove', home: String(id(2)) });
  expect(later.homes.find(({ houseId }) => houseId === id(1))?.change?.kind).toBe('lower');
  const gone = known(later.homes.find(({ houseId }) => houseId === id(0)));
  expect([gone.card, gone.name.length > 0]).toEqual([undefined, true]);
  expect(later.done).toBeUndefined();
  expect((await open(browser, { done: 'keep', home: String(id(2)) })).done).toMatchObject({ act: 'keep', houseId: id(2) });
  expect((await open(browser, { done: 'remove', home: String(id(4)) })).done).toMatchObject({ act: 'remove', houseId: id(4) });
  expect((await open(browser, { done: 'keep', home: String(id(6)) })).done, 'a home that is none of theirs').toBeUndefined();
  expect(
    await known(desk.on.services.people?.shortlist).loader.favourites(callReader(desk.on.services.site, { locale: 'en-us', now: testNow }), undefined),
  ).toBeUndefined();
});

test('[R2.163] the board leads with the stay asked for, says what became of homes, and how many links show it', async () => {
  const browser = await desk.registered('board@example.org');
  const { db } = desk.on.base;
  const [fallen, last, full, still] = [10, 11, 12, 13].map(id);
  for (const house_id of [fallen, last, full, still]) await browser.call(collectContract, { house_id: known(house_id) });
  expect((await open(browser)).news, 'nothing has happened').toEqual([]);

  const lowest = known(known(homes[10]).weekly_minor ?? undefined);
  await db
    .updateTable('favourites')
    .set({ kept_weekly_minor: lowest + 800n })
    .where('house_id', '=', known(fallen))
    .execute();
  await db.updateTable('listings').set({ stock: 1 }).where('house_id', '=', known(last)).execute();
  await db.updateTable('listings').set({ stock: 0, weekly_minor: null }).where('house_id', '=', known(full)).execute();
  await browser.call(shareFavouritesContract, { list_id: '', name: 'Family', days: '7', with_notes: '', with_name: '' });
  // Another home on the list, so that it is read anew.
  await browser.call(collectContract, { house_id: id(14) });
  const shown = await open(browser);
  expect(shown.news.map(({ kind, home }) => [kind, home.houseId])).toEqual([
    ['last', last],
    ['lower', fallen],
    ['full', full],
  ]);
  expect(known(shown.homes.at(-1)).houseId, 'what cannot be had stands last').toBe(full);
  expect(shown.shared).toMatchObject({ count: 1, until: new Date(testNow.getTime() + 7 * 86_400_000) });

  const stay = known(shown.question.stays.find(({ current }) => !current));
  const asked = await open(browser, { intake: stay.value });
  expect(asked.question.carried['intake']).toBe(stay.value);
  expect(asked.question.stays.find(({ current }) => current)?.value).toBe(stay.value);
  expect(asked.at.intake).toBe(stay.value);
  // Every card with that lease says so once above; the others say theirs.
  const month = Number(stay.value.slice(0, 6));
  for (const { card } of asked.homes) if (card?.offer?.lease === 'said') expect(Number(card.offer.terms.moveIn.slice(0, 7).replace('-', ''))).toBe(month);
  expect((await open(browser, { intake: 'nonsense' })).at.intake).toBeUndefined();
});

test('[R2.163] notes are of one person and bounded; what was taken off can be put back', async () => {
  const [browser, other] = [await desk.registered('notes@example.org'), await desk.registered('other@example.org')];
  await browser.call(collectContract, { house_id: id(5) });
  expect((await change(browser, id(5), 'note', 'Quiet.\nAsk about the <b>bike</b> shed.')).error_code).toBe(0);
  const note = async () => (await browser.call(favouritesContract)).data.items[0]?.note;
  expect(await note()).toBe('Quiet.\nAsk about the <b>bike</b> shed.');
  expect((await change(other, id(5), 'note', 'mine')).error_code).toBe(404);
  expect((await change(browser, id(5), 'note', 'x'.repeat(501))).error_code).toBe(422);
  expect((await change(browser, id(5), 'sell')).error_code).toBe(422);
  desk.clock.now = new Date(testNow.getTime() + 2_000);
  await change(browser, id(5), 'remove');
  expect((await browser.call(favouritesContract)).data.items).toEqual([]);
  desk.clock.now = new Date(testNow.getTime() + 4_000);
  await change(browser, id(5), 'keep');
  expect(await note()).toContain('Quiet.');
});

test('[R2.163] undo brings note and former rent back for a day; then they are forgotten', async () => {
  const browser = await desk.registered('undo@example.org');
  const { db } = desk.on.base;
  const { service } = known(desk.on.services.people?.shortlist);
  await browser.call(collectContract, { house_id: id(7) });
  await change(browser, id(7), 'note', 'Ask about the bike shed.');
  await db.updateTable('favourites').set({ kept_weekly_minor: 1n, kept_currency: 'GBP' }).where('house_id', '=', id(7)).execute();
  const after = (hours: number): Date => new Date(testNow.getTime() + hours * 3_600_000);
  const item = async () => (await browser.call(favouritesContract)).data.items[0];
  desk.clock.now = after(1);
  await change(browser, id(7), 'remove');
  await service.forgetRemoved(after(20));
  await browser.call(collectContract, { house_id: id(7) });
  expect(await item()).toMatchObject({ note: 'Ask about the bike shed.', weekly_then: { minor: '1' } });
  desk.clock.now = after(2);
  await change(browser, id(7), 'remove');
  await service.forgetRemoved(after(27));
  expect(await db.selectFrom('favourites').select(['note', 'kept_weekly_minor']).where('house_id', '=', id(7)).execute()).toEqual([
    { note: '', kept_weekly_minor: null },
  ]);
  desk.clock.now = after(28);
  await browser.call(collectContract, { house_id: id(7) });
  const { note, weekly_then } = known(await item());
  expect([note, weekly_then?.minor === '1']).toEqual(['', false]);
});

test('[R2.163] only the cards of the homes shown are read where the order needs no others', async () => {
  const browser = await desk.registered('many@example.org');
  const { cust_id } = (await browser.call(sessionContract)).data;
  const { service } = known(desk.on.services.people?.shortlist);
  const read: number[] = [];
  const loader = createShortlistLoader({
    service: {
      ...service,
      favouritesOf: async () => homes.flatMap(({ house_id }) => ({ houseId: asId<HouseId>(house_id), keptAt: testNow, note: '', rentThen: undefined })),
    },
    shared: { of: async () => [], open: async () => undefined, tokenOf: () => '' },
    showBoard: async (ids, _, all) => {
      read.push(ids.length);
      expect(all, 'one lease for all pages').toHaveLength(homes.length);
      return { homes: [], question: { words: [], schools: [], stays: [], currency: undefined, carried: {} } };
    },
    rates: desk.on.services.rates,
  });
  const reader = { ...callReader(desk.on.services.site, { locale: 'en-us', now: testNow }), query: new URLSearchParams({ page: '2' }) };
  const visitor = visitorOf({ session: { id: '1', userId: cust_id, standing: 'renter', provedAt: testNow }, owner: 'session:1' });
  const shown = known(await loader.favourites(reader, visitor));
  expect([shown.count, shown.homes.length, read]).toEqual([homes.length, homes.length - 30, [homes.length - 30]]);
});

test('a form without script comes back to the list in its order', () => {
  const paths = desk.on.services.site.paths('vi-vn');
  expect(
    formPages.favourite.done({ act: 'remove' }, { paths, values: { house_id: '12', sort: 'rent', page: '2', schoolunique: 'ucl', intake: '202709a5' } }),
  ).toBe('/vn/profile/house-favorite?sort=rent&page=2&schoolunique=ucl&intake=202709a5&done=remove&home=12');
});
