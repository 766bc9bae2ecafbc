/** The calls of the lists against the list pages with the same address. */
import fc from '#tests/support/properties.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { City, School } from '#lib/features/geo/geo.schema.ts';
import { ensureSupplier, writeHouses } from '#lib/features/catalogue/catalogue.repository.ts';
import { formatFilterCode, noFilter, sorts } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { pageSize } from '#lib/features/finding/question.rules.ts';
import { countContract, filterConfigContract, houseSearchContract, recommendContract, sortContract } from '#lib/features/lists/house-search.contract.ts';
import { placeAsked } from '#lib/features/lists/house-search.rules.ts';
import { storeRates } from '#lib/features/rates/rates.repository.ts';
import { readRateFile } from '#lib/features/rates/rates.files.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { houseDraft, seedVariedHouses, testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { listReader, withoutPrefix } from '#tests/support/list-reader.ts';
import { openTestApi } from '#tests/support/test-api.ts';
import type { TestApi } from '#tests/support/test-api.ts';
import { hasHouseInReach } from '#lib/features/catalogue/reach.rules.ts';

let on: TestApi;
let london: City;
let leeds: City;
let ucl: School;
let landlord: SupplierId;
let operator: SupplierId;

beforeAll(async () => {
  on = await openTestApi({
    async fill({ db, geo }) {
      london = known(geo.city('uk', 'london'));
      leeds = known(geo.city('uk', 'leeds'));
      ucl = known(geo.school(london, 'university-college-london'));
      await storeRates(db, readRateFile('src/content/rates.yaml'));
      operator = known((await seedVariedHouses(db, [london], 90))[0]);
      landlord = await ensureSupplier(db, { name: 'Sole Landlord', kind: 'landlord', verifiedOn: undefined, isSample: true });
      await writeHouses(db, [houseDraft(leeds, landlord, { ref: 'l1' })], testNow);
    },
  });
});
afterAll(() => on.close());

async function pageOf(path: string, locale: Locale = 'en-us') {
  const opened = await on.services.loaders.list.open(listReader(on.base.geo, withoutPrefix(path), locale));
  if (opened.kind !== 'list') throw new Error(`${path} is ${opened.kind}`);
  return opened.list;
}

const filters: readonly Partial<ListFilter>[] = [
  {},
  { types: ['studio'] },
  { months: [202709], sort: 'earliest-move-in' },
  { rent: { from: 100, to: 250 }, verified: true },
  { amenities: ['wifi'], sort: 'rent-low' },
  { page: 2 },
];

describe('listing', () => {
  test('[R7.035] a list answers in a call what its page shows: homes, order, whole prices, ages, totals', async () => {
    for (const locale of ['en-us', 'zh-cn'] as const) {
      for (const overrides of filters) {
        const filter = { ...noFilter, ...overrides };
        const { data } = await on.call(
          houseSearchContract,
          { city_id: london.id, filter: formatFilterCode({ ...filter, page: 1 }), page: filter.page, page_size: pageSize },
          locale,
        );
        const page = await pageOf(data.url, locale);
        expect(data.paginate).toEqual({ current_page: filter.page, page_size: pageSize, total: page.total });
        expect(
          data.items.map(({ house_id, title, url, price, confirmed_at, vacancy, stock }) => [
            house_id,
            title,
            url,
            price?.weekly.minor,
            price?.contract_total.minor,
            price?.deposit.minor,
            price?.about?.weekly.minor,
            confirmed_at,
            vacancy,
            stock,
          ]),
        ).toEqual(
          page.homes.map(({ id, name, path, offer, confirmedAt, vacancy, stock }) => [
            id,
            name,
            path,
            offer?.price.weekly.minor.toString(),
            offer?.price.contractTotal.minor.toString(),
            offer?.price.deposit.minor.toString(),
            offer?.about?.minor.toString(),
            confirmedAt.toISOString(),
            vacancy,
            stock,
          ]),
        );
      }
    }
  });

  test('pages of another size hold the same homes in the same order', async () => {
    const whole = (await on.call(houseSearchContract, { city_id: london.id, page_size: 50 })).data;
    const parts = await Promise.all([1, 2, 3].map(async (page) => (await on.call(houseSearchContract, { city_id: london.id, page_size: 7, page })).data.items));
    expect(parts.flat().map(({ house_id }) => house_id)).toEqual(whole.items.slice(0, 21).map(({ house_id }) => house_id));
    expect((await on.call(houseSearchContract, { city_id: london.id, page: 99 })).error_code).toBe(404);
  });

  test('a place is named by id or by the names of its path; distances are measured to it', async () => {
    const byId = (await on.call(houseSearchContract, { school_id: ucl.id })).data;
    const byName = (await on.call(houseSearchContract, { cname: 'uk', rname: 'london', sname: ucl.slug })).data;
    expect(byName).toEqual(byId);
    expect(byId.items[0]?.journey?.to).toBe('University College London');
    expect((await on.call(houseSearchContract, { cname: 'gb', rname: 'london', sname: ucl.slug })).data).toEqual(byId);
    expect(placeAsked(on.base.geo, { cname: 'hk', rname: 'hong-kong' })).toBe(known(on.base.geo.city('hongkong', 'hong-kong')));
    const station = known(london.places.find(({ kind }) => kind === 'station'));
    expect((await on.call(houseSearchContract, { poi_id: station.id })).data.items.every(({ journey }) => (journey?.metres ?? 9_999) <= 2_000)).toBe(true);
  });

  test('a supplier narrows any list', async () => {
    const { data } = await on.call(houseSearchContract, { country_id: 826, supplier_id: landlord });
    expect(data.items.map(({ location }) => location.city_id)).toEqual([leeds.id]);
  });

  test('[R2.073] [R2.074] [R2.075] the addresses of a list that a supplier narrows lead to the same homes', async () => {
    const all = (await on.call(houseSearchContract, { city_id: london.id, supplier_id: operator, filter: 'u1004a1' })).data;
    const homes = all.items.map(({ location }) => ({ latitude: location.posx, longitude: location.posy }));
    const spot = known(london.places.find((place) => hasHouseInReach(homes, place)));
    const totals: number[] = [];
    for (const place of [{ country_id: 826 }, { city_id: london.id }, { poi_id: spot.id }, { school_id: ucl.id }] as const) {
      const asked = { ...place, supplier_id: operator };
      const { data } = await on.call(houseSearchContract, { ...asked, filter: 'u1004a1' });
      const page = await pageOf(data.url);
      expect([data.url, page.total, page.homes.map(({ id }) => id)]).toEqual([data.url, data.paginate.total, data.items.map(({ house_id }) => house_id)]);
      totals.push(data.paginate.total);
      const { data: filters } = await on.call(filterConfigContract, asked);
      const offered = filters.groups.flatMap(({ choices }) => choices.slice(0, 1));
      expect(offered.length).toBeGreaterThan(3);
      for (const { count, url } of offered) expect([url, (await pageOf(url)).total]).toEqual([url, count]);
      const [sort] = (await on.call(sortContract, { ...asked, filter: 'u1004a1' })).data;
      expect((await pageOf(known(sort).url)).total).toBe(data.paginate.total);
    }
    expect(totals.every((total) => total > 0)).toBe(true);
    expect((await on.call(houseSearchContract, { city_id: london.id, filter: 'u1004a1' })).data.paginate.total).toBeGreaterThan(known(totals[1]));
  });

  test('places that do not exist or do not fit together are not found; none at all and broken codes are refused', async () => {
    const answer = async (values: Record<string, string | number>) => {
      const { status, data } = await on.call(houseSearchContract, values);
      return [status, JSON.stringify(data).replaceAll('"', '')];
    };
    expect(await answer({ city_id: 1 })).toEqual([404, 'null']);
    expect(await answer({ city_id: leeds.id, school_id: ucl.id })).toEqual([404, 'null']);
    expect(await answer({ country_id: 840, city_id: london.id })).toEqual([404, 'null']);
    expect(await answer({ rname: 'london' })).toEqual([404, 'null']);
    expect(await answer({})).toEqual([422, '{fields:[{name:country_id,problem:missing}]}']);
    expect(await answer({ city_id: london.id, filter: 'u1001a0' })).toEqual([422, '{fields:[{name:filter,problem:invalid_format}]}']);
    expect(await answer({ city_id: london.id, filter: "'; drop table houses" })).toEqual([422, '{fields:[{name:filter,problem:invalid_format}]}']);
    expect((await on.call(houseSearchContract, { city_id: london.id, page: 0 })).status).toBe(422);
    expect((await on.call(houseSearchContract, { city_id: london.id, page_size: 1_000 })).status).toBe(422);
    expect(on.failures).toEqual([]);
  });

  test('whatever is named, the place that answers lies in every other place named', () => {
    const { geo } = on.base;
    const someone = fc.record(
      {
        country_id: fc.constantFrom(...geo.countries.map(({ id }) => id)),
        city_id: fc.constantFrom(london.id, leeds.id, 0),
        school_id: fc.constantFrom(ucl.id, known(leeds.schools[0]).id),
        rname: fc.constantFrom('london', 'leeds', '__proto__'),
        cname: fc.constantFrom('uk', 'us', ''),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(someone, (question) => {
        const place = placeAsked(geo, question);
        if (Object.keys(question).length === 0) expect(place).toBe('nothing');
        if (!place || place === 'nothing') return;
        const city = place.kind === 'country' ? undefined : place.kind === 'city' ? place : place.city;
        if (question.city_id !== undefined) expect(city?.id).toBe(question.city_id);
        if (question.rname !== undefined) expect(city?.slug).toBe(question.rname);
        if (question.school_id !== undefined) expect(place.id).toBe(question.school_id);
      }),
    );
  });
});

describe('filters', () => {
  test('[R7.036] groups, values, labels and counts are those of the page, in the asker’s language; each code gives its count', async () => {
    for (const locale of ['en-us', 'zh-tw', 'vi-vn'] as const) {
      const code = formatFilterCode({ ...noFilter, types: ['ensuite', 'studio'] });
      const { data } = await on.call(filterConfigContract, { city_id: london.id, filter: code }, locale);
      const page = await pageOf(`/uk/london/${code}`, locale);
      expect(data.total).toBe(page.total);
      expect(
        data.groups.map(({ id, title, choices, more }) => ({
          id,
          title,
          choices: choices.map(({ label, count, chosen, url }) => ({ label, count, chosen, href: url })),
          more: more.length,
        })),
      ).toEqual(
        page.groups.map(({ id, title, choices, more }) => ({
          id,
          title,
          choices: choices.map(({ label, count, chosen, href }) => ({ label, count, chosen, href })),
          more: more.length,
        })),
      );
      expect(data.active.map(({ label, url }) => [label, url])).toEqual(page.active.map(({ label, href }) => [label, href]));
      expect(data.clear.url).toBe(page.clearHref);
    }
    const { data } = await on.call(filterConfigContract, { city_id: london.id });
    const offered = data.groups.flatMap(({ choices, more }) => [...choices, ...more]);
    expect(offered.length).toBeGreaterThan(20);
    for (const { filter, count } of offered) expect((await on.call(countContract, { city_id: london.id, filter })).data.total).toBe(count);
  });

  test('an empty list says which restriction to give up', async () => {
    const { data } = await on.call(filterConfigContract, { city_id: leeds.id, filter: formatFilterCode({ ...noFilter, types: ['studio'] }) });
    expect([data.total, data.relaxations.map(({ filter, count }) => [filter, count])]).toEqual([0, [['', 1]]]);
  });

  test('[R7.037] orders come with their numbers and codes; a list without a place to measure to cannot be sorted by distance', async () => {
    const { data } = await on.call(sortContract, { city_id: london.id, filter: 'u1004a1' });
    expect(data.map(({ sort, value, filter, current }) => [sort, value, filter, current])).toEqual(
      Object.entries(sorts)
        .filter(([sort]) => sort !== 'commute' && sort !== 'useful-week')
        .map(([sort, value]) => [sort, value, value === 1 ? 'u1004a1' : `u1004a1-sorta${value}`, sort === 'recommended'])
        .sort((a, b) => data.findIndex((one) => one.sort === a[0]) - data.findIndex((one) => one.sort === b[0])),
    );
    expect((await on.call(sortContract, { country_id: 826 })).data.map(({ sort }) => sort)).not.toContain('nearest');
    expect((await on.call(sortContract, { school_id: ucl.id })).data.map(({ sort }) => sort)).toEqual(
      expect.arrayContaining(['nearest', 'commute', 'contract-total', 'useful-week']),
    );
    const sorted = (await on.call(houseSearchContract, { city_id: london.id, sort: 'rent-low' })).data.items.flatMap(({ price }) =>
      price ? [Number(price.weekly.minor)] : [],
    );
    expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
  });

  test('[R7.038] the count is the page’s total', async () => {
    for (const overrides of filters) {
      const filter = formatFilterCode({ ...noFilter, ...overrides, page: 1 });
      const page = await pageOf((await on.call(houseSearchContract, { city_id: london.id, filter })).data.url);
      expect((await on.call(countContract, { city_id: london.id, filter })).data).toEqual({ total: page.total });
    }
    expect((await on.call(countContract, { school_id: ucl.id })).data.total).toBe((await pageOf(`/uk/london/${ucl.slug}`)).total);
  });
});

test('[R7.055] recommendations are those of the page, with their reasons in the asker’s language', async () => {
  const reader = listReader(on.base.geo, '/recommendation', 'zh-cn');
  const picked = (await on.services.loaders.discover.picks(reader)).flatMap(({ picks }) => picks);
  const { data } = await on.call(recommendContract, {}, 'zh-cn');
  expect(data.items.map(({ house_id, reasons, price }) => [house_id, reasons, price?.weekly.minor])).toEqual(
    picked.map(({ card, reasons }) => [card.id, reasons, card.offer?.price.weekly.minor.toString()]),
  );
  expect(data.items.length).toBeGreaterThan(0);
  expect((await on.call(recommendContract, { city_id: leeds.id })).data.items.map(({ location }) => location.city_id)).toEqual([leeds.id]);
  expect((await on.call(recommendContract, { city_id: 5 })).error_code).toBe(404);
});
