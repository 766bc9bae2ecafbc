/** The calls of search over a catalogue with homes in London and Leeds. */
import fc from '#tests/support/properties.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { ensureSupplier, writeHouses } from '#lib/features/catalogue/catalogue.repository.ts';
import {
  deleteSearchContract,
  groupValues,
  hotSearchContract,
  keywordSearchContract,
  lastSearchesContract,
  recordSearchContract,
  suggestContract,
} from '#lib/features/search/search.contract.ts';
import type { Suggestion } from '#lib/features/search/search.contract.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import { forgetOldSearches } from '#lib/features/search/search-log.repository.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { houseDraft, seedVariedHouses, testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openTestApi } from '#tests/support/test-api.ts';
import type { TestApi } from '#tests/support/test-api.ts';
import { schoolReachMetres } from '#lib/features/catalogue/reach.rules.ts';
import { searchGroups } from '#lib/search-text/documents.ts';
import type { SearchGroup } from '#lib/search-text/documents.ts';
import { workOf } from '#tests/support/work.ts';

let on: TestApi;
let now = testNow;
let london: City;
let leeds: City;
let landlord: SupplierId;

beforeAll(async () => {
  on = await openTestApi({
    now: () => now,
    async fill({ db, geo }) {
      london = known(geo.city('uk', 'london'));
      leeds = known(geo.city('uk', 'leeds'));
      await seedVariedHouses(db, [london], 60);
      landlord = await ensureSupplier(db, { name: 'Sole Landlord', kind: 'landlord', verifiedOn: undefined, isSample: true });
      await writeHouses(db, [houseDraft(leeds, landlord, { ref: 'l1', name: 'Aire House', nameZh: '艾尔学生公寓', postalCode: 'LS2 9JT' })], testNow);
    },
  });
  await on.services.search.settled();
});
afterAll(() => on.close());

async function suggest(keyword: string, locale: Locale = 'en-us') {
  const { data, status, error_code } = await on.call(suggestContract, { keyword }, locale);
  expect([status, error_code]).toEqual([200, 0]);
  return data;
}

async function all(keyword: string, locale: Locale = 'en-us'): Promise<readonly Suggestion[]> {
  return (await suggest(keyword, locale)).flatMap(({ lists }) => lists);
}

/** One of each kind, by what finds it. */
const oneOfEach: Readonly<Record<SearchGroup, string>> = {
  city: 'leeds',
  school: 'university of leeds',
  house: 'aire house',
  supplier: 'sole landlord',
  region: 'scotland',
  subway: 'london euston',
  landmark: 'trinity leeds',
  postal_code: 'LS2 9JT',
  neighborhood: 'headingley',
};

describe('suggestions', () => {
  test('[R7.059] [R3.26] [R3.28] a keyword gives groups with name, value and list, of all nine kinds', async () => {
    for (const group of searchGroups) {
      const groups = await suggest(oneOfEach[group]);
      const own = known(groups.find((one) => one.group === group));
      expect(own.group_value).toBe(groupValues[group]);
      expect(own.group_name).not.toBe('');
      expect(own.lists.length).toBeGreaterThan(0);
      expect(own.lists.every((one) => one.group === group)).toBe(true);
    }
  });

  test('[R3.29] cities are type 1 and schools type 2', async () => {
    const values = new Map((await suggest('leeds')).map(({ group, group_value }) => [group, group_value]));
    expect([values.get('city'), values.get('school')]).toEqual([1, 2]);
  });

  test('[R3.25] [R3.27] each has its names, address, homes and the ids of its type', async () => {
    const ids: Readonly<Record<SearchGroup, keyof Suggestion['extend']>> = {
      city: 'city_id',
      school: 'school_id',
      house: 'house_id',
      supplier: 'supplier_id',
      region: 'region_id',
      subway: 'poi_id',
      landmark: 'poi_id',
      postal_code: 'postal_code_id',
      neighborhood: 'poi_id',
    };
    for (const group of searchGroups) {
      const first = known((await all(oneOfEach[group])).find((one) => one.group === group));
      expect(first.extend[ids[group]]).toBe(first.id);
      expect(first.extend.type_id).toBe(groupValues[group]);
      expect(first.extend.country_unique_name).toBe('uk');
      expect(first.url).toMatch(/^\/en\//);
      expect(first.title).not.toBe('');
    }
    expect(known((await all('UCL')).find(({ group }) => group === 'school'))).toMatchObject({
      title: 'University College London',
      sub_title: 'London · United Kingdom',
      title_level_three: 'UCL',
      url: '/en/uk/london/university-college-london',
      extend: { city_unique_name: 'london', school_unique_name: 'university-college-london', search_criteria: '/uk/london/university-college-london' },
    });
    expect(known((await all('headingley')).find(({ group }) => group === 'neighborhood')).extend.neighborhood_unique_name).toBe('headingley');
    expect(known((await all('aire')).find(({ group }) => group === 'house'))).toMatchObject({
      title: 'Aire House',
      sub_title: '12 Example Street · Leeds',
      house_num: 3,
    });
  });

  test('house_num is the homes for rent in a city, and within the reach its list has for a school', async () => {
    const rows = await on.base.db
      .selectFrom('listings')
      .select(['latitude', 'longitude'])
      .where('city_id', '=', london.id)
      .where('category', '=', 'rent')
      .execute();
    expect(known((await all('london')).find(({ id }) => id === london.id)).house_num).toBe(rows.length);
    const ucl = known(on.base.geo.school(london, 'university-college-london'));
    const near = rows.filter((home) => ucl.campuses.some(({ at }) => metresBetween(at, home) <= schoolReachMetres)).length;
    expect(known((await all('ucl')).find(({ id }) => id === ucl.id)).house_num).toBe(near);
  });

  test('at most five of a kind and twelve in all, the group of the best match first', async () => {
    for (const keyword of ['l', 'london', 'university', 'm', '大学', '伦']) {
      const groups = await suggest(keyword);
      expect(groups.length).toBeGreaterThan(0);
      for (const { lists } of groups) expect(lists.length).toBeLessThanOrEqual(5);
      expect(groups.flatMap(({ lists }) => lists).length).toBeLessThanOrEqual(12);
    }
    expect((await suggest('ucl'))[0]?.group).toBe('school');
    expect((await suggest('london'))[0]?.group).toBe('city');
  });

  test('names come in the reader’s language and script', async () => {
    const titles = await Promise.all(locales.map(async (locale) => (await all('ucl', locale))[0]?.title));
    expect(titles).toEqual(['伦敦大学学院', 'University College London', '倫敦大學學院', '倫敦大學學院', 'Đại học College London']);
    expect((await all('aire', 'zh-tw'))[0]?.title).toBe('艾爾學生公寓');
  });

  test('[R5.60] an empty keyword finds nothing, and a missing one is an error', async () => {
    expect(await suggest('')).toEqual([]);
    expect(await suggest('   ')).toEqual([]);
    expect((await on.call(suggestContract, {})).status).toBe(422);
  });

  test('emoji, punctuation, control characters, 10,000 characters: an answer, soon', async () => {
    const odd = [
      '😀',
      '🏠🏠',
      '!!!',
      '...',
      '\u0000\u0007',
      '\u202e',
      '%%%',
      "' or 1=1 --",
      '<script>',
      'x'.repeat(10_000),
      '伦'.repeat(10_000),
      'a b '.repeat(3_000),
      '\ud800',
      '﷽',
      'ﷺ',
      '1',
      '-',
      '🏠london',
    ];
    for (const keyword of odd) {
      const work = await workOf(async () => {
        expect((await on.call(suggestContract, { keyword })).status).toBe(200);
        expect((await on.call(keywordSearchContract, { keyword })).status).toBe(200);
      });
      expect(work).toBeLessThan(500);
    }
    expect((await all('🏠london'))[0]?.id).toBe(london.id);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (keyword) => (await on.call(suggestContract, { keyword })).status === 200),
      { numRuns: 150 },
    );
    expect(on.failures).toEqual([]);
  });
});

describe('keyword search', () => {
  test('[R7.060] [R3.30] [R9.21] ten a page, with total, current page and other spellings', async () => {
    const first = (await on.call(keywordSearchContract, { keyword: 'house' })).data;
    expect(first.items).toHaveLength(10);
    expect(first.paginate.current_page).toBe(1);
    expect(first.paginate.total).toBeGreaterThan(20);
    const seen = new Set<string>();
    const pages = Math.ceil(first.paginate.total / 10);
    for (let page = 1; page <= pages; page++) {
      const { items, paginate } = (await on.call(keywordSearchContract, { keyword: 'house', page })).data;
      expect(paginate).toEqual({ current_page: page, total: first.paginate.total });
      for (const { group, id } of items) seen.add(`${group} ${id}`);
    }
    expect(seen.size).toBe(first.paginate.total);
    expect((await on.call(keywordSearchContract, { keyword: 'house', page: pages + 1 })).data.items).toEqual([]);
  });

  test('one kind alone, when asked', async () => {
    const { items, paginate } = (await on.call(keywordSearchContract, { keyword: 'london', type: 'school', page_size: 50 })).data;
    expect(items.length).toBe(Math.min(50, paginate.total));
    expect(items.every(({ group }) => group === 'school')).toBe(true);
    expect((await on.call(keywordSearchContract, { keyword: 'london', type: 'planet' })).status).toBe(422);
    expect((await on.call(keywordSearchContract, { keyword: 'london', page: 0 })).status).toBe(422);
  });

  test('[R5.61] every spelling offered finds something, also when nothing was found', async () => {
    for (const keyword of ['manchestr', 'univeristy of leds', 'zzzzlondon', '曼彻斯特特特', 'qqqqqqqq', 'lon']) {
      const { options } = (await on.call(keywordSearchContract, { keyword })).data.suggestions.term_suggest;
      for (const { text } of options) expect((await on.call(keywordSearchContract, { keyword: text })).data.paginate.total).toBeGreaterThan(0);
    }
    expect((await on.call(keywordSearchContract, { keyword: 'manchestr' })).data.suggestions.term_suggest.options.map(({ text }) => text)).toContain(
      'Manchester',
    );
  });
});

test('[R3.47] hot search gives countries with their popular cities and schools that have homes', async () => {
  const { data } = await on.call(hotSearchContract, {}, 'zh-cn');
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ country_id: 826, country_name: '英国', country_url: '/country/uk' });
  expect(data[0]?.city_list.map(({ id }) => id)).toEqual([london.id, leeds.id]);
  for (const { house_num } of [...(data[0]?.city_list ?? []), ...(data[0]?.school_list ?? [])]) expect(house_num).toBeGreaterThan(0);
  expect(data[0]?.school_list.length).toBeGreaterThan(3);
});

describe('search history', () => {
  const deviceHeaders = (id: string): Record<string, string> => ({ [wireHeaders.deviceId]: id });
  const later = (minutes: number): void => void (now = new Date(testNow.getTime() + minutes * 60_000));

  test('[R7.056] [R7.058] [R3.31] picks are kept for the device, newest first, in the reader’s language', async () => {
    const headers = deviceHeaders('first-device');
    later(1);
    expect((await on.call(recordSearchContract, { type: 'city', id: london.id }, 'en-us', headers)).data).toEqual({ recorded: true });
    later(2);
    const postal = known(leeds.places.find(({ slug }) => slug === 'ls2'));
    await on.call(recordSearchContract, { type: 'postal_code', id: postal.id }, 'en-us', headers);
    later(3);
    await on.call(recordSearchContract, { type: 'city', id: london.id }, 'en-us', headers);
    const { data } = await on.call(lastSearchesContract, {}, 'zh-hk', headers);
    expect(data).toMatchObject([
      {
        type: 'city',
        city_id: london.id,
        name_zh: '伦敦',
        name_tc: '倫敦',
        name_en: 'London',
        name_vi: 'London',
        title: '倫敦',
        url: '/hk/uk/london',
        country_unique_name: 'uk',
        city_unique_name: 'london',
      },
      { type: 'postal_code', postal_code_id: postal.id, postalcode: 'LS2', city_unique_name: 'leeds' },
    ]);
    expect((await on.call(lastSearchesContract, {}, 'en-us', deviceHeaders('other-device'))).data).toEqual([]);
  });

  test('[R7.057] one entry, or all of them, are forgotten', async () => {
    const headers = deviceHeaders('deleting-device');
    const schools = london.schools.slice(0, 3);
    for (const { id } of schools) await on.call(recordSearchContract, { type: 'school', id }, 'en-us', headers);
    expect((await on.call(deleteSearchContract, { type: 'school', id: known(schools[1]).id }, 'en-us', headers)).data).toEqual({ deleted: 1 });
    expect((await on.call(lastSearchesContract, {}, 'en-us', headers)).data).toHaveLength(2);
    expect((await on.call(deleteSearchContract, {}, 'en-us', headers)).data).toEqual({ deleted: 2 });
    expect((await on.call(lastSearchesContract, {}, 'en-us', headers)).data).toEqual([]);
  });

  test('twenty are kept, of ninety days; the device itself is not', async () => {
    const headers = deviceHeaders('busy-device');
    for (const [at, { id }] of london.schools.slice(0, 25).entries()) {
      later(10 + at);
      await on.call(recordSearchContract, { type: 'school', id }, 'en-us', headers);
    }
    const { data } = await on.call(lastSearchesContract, {}, 'en-us', headers);
    expect(data.map(({ school_id }) => school_id)).toEqual(
      london.schools
        .slice(5, 25)
        .map(({ id }) => id)
        .toReversed(),
    );
    const rows = await on.base.db.selectFrom('search_log').select('device').execute();
    for (const row of rows) expect(row.device).toMatch(/^[\w-]{43}$/);
    expect(await forgetOldSearches(on.base.db, new Date(now.getTime() + 91 * 86_400_000))).toBe(rows.length);
  });

  test('without a device nothing is kept, and what does not exist is not found', async () => {
    expect((await on.call(recordSearchContract, { type: 'city', id: london.id })).data).toEqual({ recorded: false });
    expect((await on.call(lastSearchesContract)).data).toEqual([]);
    expect((await on.call(deleteSearchContract)).data).toEqual({ deleted: 0 });
    expect((await on.call(recordSearchContract, { type: 'city', id: 7 }, 'en-us', deviceHeaders('some-device'))).status).toBe(404);
  });
});
