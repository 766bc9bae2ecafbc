/** The index follows the catalogue, and the page of results answers from it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { announceChange } from '#lib/db/database.ts';
import { ensureSupplier, writeHouses } from '#lib/features/catalogue/catalogue.repository.ts';
import type { HouseDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import { createCatalogue } from '#lib/features/catalogue/catalogue.service.ts';
import { createHouseColumns } from '#lib/features/finding/house-columns.repository.ts';
import { createHouseIndex } from '#lib/features/finding/house.index.ts';
import { createListService } from '#lib/features/finding/finding.service.ts';
import { storeRates } from '#lib/features/rates/rates.repository.ts';
import { readRateFile } from '#lib/features/rates/rates.files.ts';
import { createRatesService } from '#lib/features/rates/rates.service.ts';
import { questionLine } from '#lib/features/lists/question-line.rules.ts';
import { keywordLength } from '#lib/features/search/search.contract.ts';
import { createSearchLoader } from '#lib/features/search/search.loader.ts';
import type { SearchLoader } from '#lib/features/search/search.loader.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { houseDraft, seedVariedHouses, testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { known } from '#tests/support/list-pages.ts';
import { listReader } from '#tests/support/list-reader.ts';
import { openSearch } from '#tests/support/search-desk.ts';

let base: TestDatabase;
let desk: Awaited<ReturnType<typeof openSearch>>;
let loader: SearchLoader;
let leeds: City;
let landlord: SupplierId;

const draft = (overrides: Partial<HouseDraft>): HouseDraft => houseDraft(leeds, landlord, overrides);
beforeAll(async () => {
  base = await testDatabase();
  leeds = known(base.geo.city('uk', 'leeds'));
  await storeRates(base.db, readRateFile('src/content/rates.yaml'));
  await seedVariedHouses(base.db, [known(base.geo.city('uk', 'london'))], 30);
  landlord = await ensureSupplier(base.db, { name: 'Sole Landlord', kind: 'landlord', verifiedOn: undefined, isSample: true });
  await writeHouses(
    base.db,
    [draft({ ref: 'a', name: 'Aire House', nameZh: '艾尔学生公寓' }), draft({ ref: 'b', name: 'Kirk House', nameZh: undefined })],
    testNow,
  );
  desk = await openSearch(base);
  await desk.follower.settled();
  loader = createSearchLoader(
    desk.search,
    createListService(base.db, base.geo, createHouseIndex(createHouseColumns(base.db))),
    await createRatesService(base.db),
    base.geo,
  );
});
afterAll(async () => {
  desk.follower.stop();
  await base.close();
});

async function namesOf(text: string): Promise<readonly string[]> {
  const { found } = await desk.search.search(text, 'house', 1, 10);
  return found.flatMap(({ entry }) => (entry.group === 'house' ? [entry.of.name] : []));
}

/** Milliseconds until it holds. */
async function until(holds: () => Promise<boolean>, within = 3_000): Promise<number> {
  const since = performance.now();
  while (!(await holds())) {
    if (performance.now() - since > within) throw new Error(`not within ${within} ms`);
    await new Promise((resolve) => void setTimeout(resolve, 20));
  }
  return performance.now() - since;
}

const housesIn = async (text: string): Promise<number> => (await desk.search.search(text, 'city', 1, 1)).found[0]?.homes ?? 0;

describe('following', () => {
  test('a renamed home is found by its new name within a second, and no longer by its old one', async () => {
    expect(await namesOf('aire')).toEqual(['Aire House']);
    await writeHouses(base.db, [draft({ ref: 'a', name: 'Wharfe Lodge', nameZh: '沃夫学舍' })], testNow);
    expect(await until(async () => (await namesOf('wharfe')).length === 1)).toBeLessThan(1_000);
    expect(await namesOf('aire')).toEqual([]);
    expect(await namesOf('沃夫')).toEqual(['Wharfe Lodge']);
    expect(await namesOf('艾尔')).toEqual([]);
  });

  test('new homes come, with counts and supplier; removed ones go', async () => {
    const newcomer = await ensureSupplier(base.db, { name: 'Quokka Rooms', kind: 'operator', verifiedOn: undefined, isSample: true });
    const before = await housesIn('leeds');
    await writeHouses(base.db, [houseDraft(leeds, newcomer, { ref: 'n', name: 'Nidd Court' })], testNow);
    await until(async () => (await namesOf('nidd')).length === 1);
    await until(async () => (await housesIn('leeds')) === before + 1);
    expect((await desk.search.search('quokka', 'supplier', 1, 1)).total).toBe(1);
    await createCatalogue(base.db).closeHousesMissingFrom(newcomer, ['another'], testNow);
    await until(async () => (await namesOf('nidd')).length === 0);
    await until(async () => (await housesIn('leeds')) === before);
    expect((await desk.search.search('quokka', 'supplier', 1, 1)).total).toBe(0);
  });

  test('a notice that names everything has all homes read again; notices in a burst are read together', async () => {
    await base.db.updateTable('houses').set({ name: 'Ouse Quay' }).where('name', '=', 'Kirk House').execute();
    const before = base.database.queryCount();
    for (let times = 0; times < 200; times++) desk.follower.changed(['*', 'house:1', 'house:2']);
    await announceChange(base.db, ['*']);
    await until(async () => (await namesOf('ouse')).length === 1);
    await desk.follower.settled();
    expect(base.database.queryCount() - before).toBeLessThan(20);
    expect(desk.failures).toEqual([]);
  });

  test('what the index did not take when a reading failed midway is given again', async () => {
    let isBroken = false;
    const other = await openSearch(base, (index) => ({
      ...index,
      async put(documents) {
        if (isBroken) throw new Error('no room');
        await index.put(documents);
      },
    }));
    await other.follower.placesReady();
    isBroken = true;
    await other.follower.settled();
    expect(other.failures.map(String)).toContain('Error: no room');
    expect((await other.search.search('ouse', 'house', 1, 10)).found).toEqual([]);
    isBroken = false;
    await other.follower.settled();
    other.follower.stop();
    expect((await other.search.search('ouse', 'house', 1, 10)).found).toHaveLength(1);
    expect((await other.search.search('leeds', 'city', 1, 1)).found[0]?.homes).toBe(2);
  });

  test('many changes one by one leave the index tidy', async () => {
    for (let time = 0; time < 30; time++) await desk.index.put([known(desk.stock.document('city:826006'))]);
    const { documents, segments } = desk.embedded.size();
    expect(segments).toBeLessThan(10);
    expect(documents).toBe(desk.stock.placeKeys().length + desk.stock.houseIds().length + 3);
  });
});

describe('the page of results', () => {
  const outcome = (address: string, locale: Locale = 'en-us') => loader.results(listReader(base.geo, address, locale), keywordLength);
  const results = async (address: string, locale: Locale = 'en-us') => {
    const found = await outcome(address, locale);
    if (found.kind === 'moved') throw new Error(`${address} leads to ${found.path}`);
    return found.results;
  };

  test('a name typed whole leads to the list of that place', async () => {
    expect(await outcome('/search?q=leeds')).toEqual({ kind: 'moved', path: '/en/uk/leeds' });
    // What else was asked for comes along, the former place does not.
    expect(await outcome('/search?q=leeds&schoolunique=university-college-london&ask=u1002a200e249&currency=EUR')).toEqual({
      kind: 'moved',
      path: '/en/uk/leeds/u1002a200e249?currency=EUR',
    });
    // The form of the front page asks for a day and a rent; what names no place yet keeps them in one spelling.
    expect(await outcome('/search?q=leeds&move_in=2027-09-20&rent_to=200')).toEqual({ kind: 'moved', path: '/en/uk/leeds/u1000a202709e202710-u1002a0e200' });
    // So does a length of lease, alone or beside what the page was asked before.
    expect(await outcome('/search?q=leeds&lease_band=3')).toEqual({ kind: 'moved', path: '/en/uk/leeds/u1003a3' });
    expect(await outcome('/search?q=leeds&ask=u1003a1-u1006a1&rent_to=200&lease_band=5')).toEqual({
      kind: 'moved',
      path: '/en/uk/leeds/u1002a0e200-u1003a5-u1006a1',
    });
    expect(await outcome('/search?q=homes+leeds&lease_band=1')).toEqual({ kind: 'moved', path: '/en/search?q=homes%20leeds&ask=u1003a1' });
    const rooms = { kind: 'moved', path: '/en/search?q=homes%20leeds&ask=u1002a0e200' };
    expect(await outcome('/search?q=homes+leeds&rent_to=200')).toEqual(rooms);
    expect((await results(rooms.path.slice(3))).groups[0]).toMatchObject({ links: [{ name: 'Leeds', href: '/en/uk/leeds/u1002a0e200' }] });
    expect(await outcome('/search?q=曼彻斯特大学', 'zh-cn')).toEqual({ kind: 'moved', path: '/uk/manchester/university-of-manchester' });
    expect(await outcome('/search?q=UCL', 'vi-vn')).toMatchObject({ kind: 'moved', path: '/vn/uk/london/university-college-london' });
  });

  test('a place that is not here is said to be absent, with the nearest cities and how far they are', async () => {
    const page = await results('/search?q=Milan');
    expect(page).toMatchObject({ total: 0, groups: [], homes: [], instead: [], popular: [] });
    expect(page.nearest[0]).toMatchObject({ name: 'Konstanz', href: '/en/de/konstanz', note: expect.stringMatching(/^Germany · \d+ km$/) as string });
  });

  test('places and homes in groups, the best group first, with what they lie in and how many homes there are', async () => {
    const page = await results('/search?q=homes+leeds');
    expect(page.groups[0]).toMatchObject({ title: 'Cities', links: [{ name: 'Leeds', href: '/en/uk/leeds', note: 'United Kingdom · 2 homes' }] });
    expect(page.groups.map(({ title }) => title)).toContain('Universities and colleges');
    expect(page.instead).toEqual([]);
    expect((await results('/search?q=wharfe')).homes.map(({ name }) => name)).toEqual(['Wharfe Lodge']);
    expect((await results('/search?q=倫敦+租房', 'zh-tw')).groups[0]?.links[0]).toMatchObject({ name: '倫敦', href: '/tw/uk/london' });
  });

  test('a country or a larger area leads to its cities', async () => {
    const titles = async (query: string) => (await results(`/search?q=${query}`)).groups.find(({ title }) => title === 'Cities')?.links.map(({ name }) => name);
    expect(await outcome('/search?q=California')).toEqual({ kind: 'moved', path: '/en/us/rent?region_id=840901' });
    expect(await titles('California homes')).toEqual(expect.arrayContaining(['Los Angeles', 'San Francisco', 'San Diego']));
    expect((await titles('英国 租房'))?.[0]).toBe('London');
  });

  test('homes go on from page to page', async () => {
    const first = await results('/search?q=london%20rooms');
    expect([first.homes.length, first.previous, first.next]).toEqual([10, undefined, '/en/search?q=london%20rooms&page=2']);
    const second = await results('/search?q=london%20rooms&page=2');
    expect(second.groups).toEqual([]);
    expect(second.previous).toBe('/en/search?q=london%20rooms');
    expect(second.homes.map(({ id }) => id).filter((id) => first.homes.some((home) => home.id === id))).toEqual([]);
  });

  test('[R2.066] homes found answer the question that came along, and every page of them carries it on', async () => {
    const asked = 'schoolunique=university-college-london&ask=u1004a1&currency=EUR';
    const page = await results(`/search?q=london%20rooms&${asked}`);
    expect(page.asked).toMatchObject({ question: { near: { slug: 'university-college-london' }, currency: 'EUR' }, city: { slug: 'london' } });
    expect(page.homes.map(({ href }) => href.split('?')[1])).toEqual(page.homes.map(() => asked));
    expect(page.next).toBe(`/en/search?q=london%20rooms&page=2&${asked}`);
    expect(page.homes.filter(({ journey }) => !journey?.to.includes('University College London'))).toEqual([]);
  });

  test('a rent is told in the currency of the place that is found, and where there are several what holds for each', async () => {
    const told = async (address: string, locale: Locale = 'en-us') => {
      const { asked } = await results(address, locale);
      return asked && questionLine(asked.question, asked.city, listReader(base.geo, address, locale), asked.rent);
    };
    // Of no country: the place's own.
    expect((await told('/search?q=homes+berlin&ask=u1002a0e1000'))?.wishes).toEqual(['up to €1,000 a week']);
    expect((await told('/search?q=homes+leeds&ask=u1002a0e1000'))?.wishes).toEqual(['up to £1,000 a week']);
    const paris = known(await told('/search?q=homes+paris&ask=u1002a0e1000'));
    expect(paris.wishes.join()).not.toContain('£');
    expect(paris.listHref).toBe('/en/fr/paris/u1002a0e1000');
    // Of places of several currencies: a number, in that of each.
    const names = ['/search?q=homes+victoria&ask=u1002a0e1000', '/search?q=homes+victoria&ask=u1002a0e1000&country_id=826'] as const;
    expect((await told(names[0]))?.wishes).toEqual(['up to 1,000 a week (in each place’s own currency)']);
    expect((await told(names[0], 'zh-cn'))?.wishes).toEqual(['每周租金不超过 1,000（按各地货币）']);
    // Of a country: in its currency, which is asked where it is paid.
    expect((await told(names[1]))?.wishes).toEqual(['up to £1,000 a week (only where rents are in Pound Sterling)']);
    const abroad = known(await told('/search?q=homes+berlin&ask=u1002a0e250&country_id=826'));
    expect(abroad.wishes).toEqual(['up to £250 a week (only where rents are in Pound Sterling)']);
    expect(abroad.listHref).toBe('/en/de/berlin');
  });

  test('[R5.61] a slip finds its place and is named; nothing found leads to other spellings and popular cities', async () => {
    expect((await results('/search?q=manchestr')).instead).toContainEqual({ name: 'Manchester', href: '/en/search?q=Manchester' });
    const nothing = await results('/search?q=qqqqqqqqqq');
    expect([nothing.total, nothing.instead, nothing.popular.length]).toEqual([0, [], 12]);
    expect((await results('/search?q=曼大公寓', 'zh-cn')).instead).toEqual([]);
    expect([(await results('/search')).total, (await results('/search?q=%20%20')).groups]).toEqual([0, []]);
  });
});
