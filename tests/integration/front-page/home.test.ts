import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TagCache } from '#lib/db/tag-cache.ts';
import { cachedFrontPage } from '#lib/features/front-page/front-page.cache.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { createFrontPageLoader } from '#lib/features/front-page/front-page.loader.ts';
import type { FrontPageLoader } from '#lib/features/front-page/front-page.loader.ts';
import { createFrontPageRepository } from '#lib/features/front-page/front-page.repository.ts';
import { createFrontPageService } from '#lib/features/front-page/front-page.service.ts';
import { createListService } from '#lib/features/finding/finding.service.ts';
import { createHouseColumns } from '#lib/features/finding/house-columns.repository.ts';
import { createHouseIndex } from '#lib/features/finding/house.index.ts';
import { createRatesService } from '#lib/features/rates/rates.service.ts';
import { ensureSupplier, writeHouses } from '#lib/features/catalogue/catalogue.repository.ts';
import { money } from '#lib/money/money.ts';
import { houseDraft, tenancyDraft, testNow, unitDraft } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';

let base: TestDatabase;
let manchester: City;
let loader: FrontPageLoader;
const cache = new TagCache({ freshFor: 600_000, bound: 1_000_000 });

beforeAll(async () => {
  base = await testDatabase();
  const found = base.geo.city('uk', 'manchester');
  if (!found) throw new Error('the place files have no Manchester');
  manchester = found;
  const bare = createFrontPageLoader(
    createFrontPageService(createFrontPageRepository(base.db), createListService(base.db, base.geo, createHouseIndex(createHouseColumns(base.db)))),
    base.geo,
    await createRatesService(base.db),
  );
  loader = cachedFrontPage(bare, base.geo, cache);
  const supplier = await ensureSupplier(base.db, { name: 'Harbour Residences', kind: 'operator', verifiedOn: undefined, isSample: false });
  const rented = (rent: bigint, stock = 3) => [unitDraft(manchester, { tenancies: [tenancyDraft(manchester, { rent: money(rent, 'GBP'), stock })] })];
  const review = (ref: string, score: number) => ({
    ref,
    source: 'import' as const,
    language: 'en' as const,
    stayedFrom: '2025-09-01',
    writtenOn: '2026-07-01',
    score,
    aspects: {},
    texts: { en: 'Fine.', 'zh-CN': '不错。', 'zh-TW': '不錯。', vi: 'Ổn.' },
    reply: undefined,
  });
  const campus = manchester.schools[0]?.at ?? manchester.at;
  const far = { latitude: campus.latitude + 0.2, longitude: campus.longitude };
  await writeHouses(
    base.db,
    [
      houseDraft(manchester, supplier, { ref: 'a', at: campus, units: rented(10_000n), isSample: false, reviews: [review('r1', 5), review('r2', 4)] }),
      houseDraft(manchester, supplier, { ref: 'b', at: campus, units: rented(20_000n), isSample: false, reviews: [review('r1', 5)] }),
      houseDraft(manchester, supplier, { ref: 'c', at: far, units: rented(30_000n), isSample: false }),
      houseDraft(manchester, supplier, { ref: 'full', at: far, units: rented(90_000n, 0), isSample: false }),
      houseDraft(manchester, supplier, { ref: 'sold', at: campus, category: 'buy-old', units: rented(99_000n), isSample: false }),
    ],
    testNow,
  );
});
afterAll(() => base.close());

describe('the home page', () => {
  test('[R2.009] puts the city of cityId first, once, with its schools', async () => {
    const { chosen, cities, schools } = await loader.home(String(manchester.id), testNow);
    expect(chosen).toBe(manchester);
    expect(cities[0]?.city).toBe(manchester);
    expect(cities.filter(({ city }) => city === manchester)).toHaveLength(1);
    expect(schools[0]?.school.city).toBe(manchester);
  });

  test.each([null, '0', 'x', '999999999'])('[R2.009] shows the usual order for cityId %s', async (cityId) => {
    const { chosen, cities } = await loader.home(cityId, testNow);
    expect(chosen).toBeUndefined();
    expect(cities.map(({ city }) => city)).toEqual(base.geo.cities.slice(0, cities.length));
  });

  test('[R2.009] is one read model for each city that is asked for, until the catalogue changes; a city nobody knows is none', async () => {
    const [usual, chosen] = [await loader.home(null, testNow), await loader.home(String(manchester.id), testNow)];
    expect(await loader.home(String(manchester.id), testNow)).toBe(chosen);
    expect(chosen).not.toBe(usual);
    for (const unknown of ['999999999', 'x', `${manchester.id} or 1=1`, '9'.repeat(5_000)]) expect(await loader.home(unknown, testNow)).toBe(usual);
    cache.invalidate(['catalogue']);
    expect(await loader.home(null, testNow)).not.toBe(usual);
    expect(await loader.home(String(manchester.id), testNow)).not.toBe(chosen);
  });

  test('[R9.64] shows 4 to 16 popular cities', async () => {
    const { cities } = await loader.home(null, testNow);
    expect(cities.length).toBeGreaterThanOrEqual(4);
    expect(cities.length).toBeLessThanOrEqual(16);
  });
});

test('a city counts homes for rent, full ones too, and takes the median of those that have a price', async () => {
  const { cities } = await loader.home(String(manchester.id), testNow);
  expect(cities[0]).toMatchObject({ homes: 4, medianWeek: money(20_000n, 'GBP') });
});

test('a school counts the homes for rent within five kilometres of a campus, each once', async () => {
  const { schools } = await loader.home(String(manchester.id), testNow);
  expect(schools[0]?.homes).toBe(2);
});

test('[R2.010] the list of cities has every city of every country', async () => {
  const groups = await loader.allCities();
  expect(groups.flatMap(({ cities }) => cities)).toHaveLength(base.geo.cities.length);
  expect(groups.find(({ country }) => country.slug === 'uk')?.homes).toBe(4);
});

test('[R2.016] a country has all its cities, the most popular first', async () => {
  const { cities, homes, hasSample } = await loader.country(manchester.country);
  expect(cities.map(({ city }) => city)).toEqual(manchester.country.cities);
  expect(homes).toBe(4);
  expect(hasSample).toBe(false);
});

test('the trust score is the mean of all reviews, with their number', async () => {
  const trust = await loader.trust(testNow);
  expect(trust?.count).toBe(3);
  expect(trust?.score).toBeCloseTo(14 / 3);
  expect(trust?.isSample).toBe(false);
});

test('shows homes of which something can be booked, with the time within which all were confirmed', async () => {
  const { fresh } = await loader.home(String(manchester.id), testNow);
  expect(fresh.homes.map(({ card }) => card.name)).not.toContain('full');
  expect(fresh.homes).toHaveLength(3);
  expect(fresh.homes.every(({ stock, city }) => stock > 0 && city === manchester)).toBe(true);
  expect(fresh.within).toBe('day');
});

test('the queries of the home page do not grow with cities or homes', async () => {
  cache.invalidate(['catalogue']);
  const before = base.database.queryCount();
  await loader.home(null, testNow);
  expect(base.database.queryCount() - before).toBe(5);
});
