/** A sentence typed into the search: where it leads, and what the page of results says was read in it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseFilterCode } from '#lib/features/catalogue/filter-code.rules.ts';
import { createHouseColumns } from '#lib/features/finding/house-columns.repository.ts';
import { createHouseIndex } from '#lib/features/finding/house.index.ts';
import { createListService } from '#lib/features/finding/finding.service.ts';
import { storeRates } from '#lib/features/rates/rates.repository.ts';
import { readRateFile } from '#lib/features/rates/rates.files.ts';
import { createRatesService } from '#lib/features/rates/rates.service.ts';
import { keywordLength } from '#lib/features/search/search.contract.ts';
import { createSearchLoader } from '#lib/features/search/search.loader.ts';
import type { SearchLoader } from '#lib/features/search/search.loader.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { seedVariedHouses } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { known } from '#tests/support/list-pages.ts';
import { listReader, withoutPrefix } from '#tests/support/list-reader.ts';
import { openSearch } from '#tests/support/search-desk.ts';

let base: TestDatabase;
let desk: Awaited<ReturnType<typeof openSearch>>;
let loader: SearchLoader;
beforeAll(async () => {
  base = await testDatabase();
  await storeRates(base.db, readRateFile('src/content/rates.yaml'));
  await seedVariedHouses(base.db, [known(base.geo.city('uk', 'london'))], 30);
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

const outcome = (text: string, locale: Locale = 'en-us') =>
  loader.results(listReader(base.geo, `/search?q=${encodeURIComponent(text)}`, locale), keywordLength);

async function leadsTo(text: string, locale: Locale): Promise<string> {
  const found = await outcome(text, locale);
  return found.kind === 'moved'
    ? withoutPrefix(found.path)
    : `results: ${found.results.groups.map(({ links }) => links.map(({ name }) => name).join(', ')).join(' | ')}`;
}

const ucl = '/uk/london/university-college-london';
const manchester = '/uk/manchester/university-of-manchester';
const sydney = '/au/sydney/university-of-sydney';

test.each<readonly [Locale, string, string]>([
  ['en-us', 'studio near UCL', `${ucl}/u1004a1`],
  ['en-us', 'UCL under £300 a week', `${ucl}/u1002a0e300`],
  ['en-us', 'ensuite near the University of Manchester £150-£200', `${manchester}/u1002a150e200-u1004a2`],
  ['zh-cn', '曼大 studio', `${manchester}/u1004a1`],
  ['zh-cn', 'UCL 附近 300镑', `${ucl}/u1002a0e300`],
  ['zh-cn', '悉尼大学附近一居室 每周600澳元以内', `${sydney}/u1002a0e600-u1004a3`],
  ['zh-tw', 'UCL 附近 獨立套房 300英鎊以下', `${ucl}/u1002a0e300-u1004a1`],
  ['zh-hk', '曼大 床位', `${manchester}/u1004a5`],
  ['vi-vn', 'phòng studio gần UCL dưới 300 bảng', `${ucl}/u1002a0e300-u1004a1`],
  ['vi-vn', 'phòng khép kín gần UCL', `${ucl}/u1004a2`],
  ['en-us', 'homestay London', '/uk/london/u1004a8'],
  // Everything a list can be filtered by, in sentences.
  ['zh-cn', '曼大 studio 300镑以内 9月入住', `${manchester}/u1000a202709-u1002a0e300-u1004a1`],
  ['en-us', 'studio near UCL under 300', `${ucl}/u1002a0e300-u1004a1`],
  ['zh-tw', '倫敦國王學院 走路20分鐘 獨立衛浴', '/uk/london/kings-college-london/u1006a1-u1007a2000'],
  ['en-us', 'couple friendly ensuite in London with a gym, pets allowed', '/uk/london/u1001a2-u1004a2-u1005a3e27'],
  ['en-us', 'UCL 51 weeks from September 2027 verified', `${ucl}/u1000a202709-u1003a5-u1008a1`],
  ['vi-vn', 'phòng khép kín gần UCL có ban công, cho nuôi thú cưng, vào ở ngay', `${ucl}/u1004a2-u1005a27e42-u1009a1`],
  ['zh-cn', '想找一个UCL附近最便宜的独卫套间', `${ucl}/u1004a2-sorta12`],
  // The narrowest place that was named; those around it say which it is.
  ['en-us', 'studio UCL London', `${ucl}/u1004a1`],
  ['en-us', 'UCL, London, UK', ucl],
  // A rent with nothing said about it is one of the place.
  ['en-us', 'UCL studio 350', `${ucl}/u1002a0e350-u1004a1`],
  ['en-us', 'London studio £1,300', '/uk/london/u1002a0e300-u1004a1'],
  ['en-us', 'manchester uni ensuite', `${manchester}/u1004a2`],
  ['en-us', 'student accommodation in london', '/uk/london'],
  ['zh-cn', '爱丁堡 studio 2027秋季', '/uk/edinburgh/u1000a202709-u1004a1'],
  ['en-us', 'imperial colege studio', '/uk/london/imperial-college-london/u1004a1'],
  ['en-us', 'Monash Clayton homestay', '/au/melbourne/monash-university/u1004a8'],
  // What has no list of its own is asked of the list of its country.
  ['en-us', 'studio in Australia under 400', '/au/studio/u1002a0e400'],
  ['en-us', 'ensuite in California with a gym', '/us/ensuite/u1005a3?region_id=840901'],
  // A slip in any part.
  ['en-us', 'studdio in Mancester undr 300', '/uk/manchester/u1002a0e300-u1004a1'],
  ['zh-cn', '曼撤斯特 单人公寓', '/uk/manchester/u1004a1'],
  ['en-us', 'studio Camden under £400', '/uk/london/place/camden-town/u1002a0e400-u1004a1'],
  // Words that mean nothing are said on the list.
  ['en-us', 'unicorn studio near UCL', `${ucl}/u1004a1?unread=unicorn`],
  ['en-us', 'no pets studio UCL', `${ucl}/u1004a1?unread=no+pets`],
  // Names alone lead where they led.
  ['vi-vn', 'Úc', '/country/au'],
  ['vi-vn', 'Anh', '/country/uk'],
  ['zh-cn', '伦大', '/uk/london/place/university-of-london'],
  ['zh-tw', '倫敦大學', '/uk/london/place/university-of-london'],
])('[R1.03] [R1.04] %s: %s', async (locale, text, path) => {
  expect(await leadsTo(text, locale)).toBe(path);
});

test('a rent in another currency is asked for in that of the place', async () => {
  const path = await leadsTo('UCL 附近 3000人民币以内', 'zh-cn');
  const [, most] = /u1002a0e(\d+)$/.exec(path) ?? [];
  // By the rate of the day: some nine yuan to the pound.
  expect(Number(most)).toBeGreaterThan(250);
  expect(Number(most)).toBeLessThan(450);
});

test('what names no single place says which words were read and what each means, and is searched without them', async () => {
  const found = await outcome('studio Leeds York under £400');
  if (found.kind !== 'results') throw new Error(`moved to ${found.path}`);
  const { read, groups, asked } = found.results;
  expect(read.map(({ words, without }) => [words, decodeURIComponent(without.split('?q=')[1] ?? '')])).toEqual([
    ['studio', 'Leeds York under £400'],
    ['under £400', 'studio Leeds York'],
  ]);
  expect(read[0]?.meaning).toBe('Studio');
  expect(read[1]?.meaning).toContain('£400');
  expect(asked?.bare).toContain('q=Leeds%20York');
  // The lists of what is found carry the wishes.
  expect(groups.flatMap(({ links }) => links.map(({ href }) => href)).find((href) => href.includes('/leeds'))).toContain('u1002a0e400-u1004a1');
});

test('a name that is itself such a word is a name', async () => {
  const found = await outcome('studio');
  expect(found.kind === 'results' && found.results.read).toEqual([]);
});

test('wishes without a place ask where, and each city offered carries them; on the way from a place they are asked of it', async () => {
  const found = await outcome('ensuite with a gym under £300');
  if (found.kind !== 'results') throw new Error(`moved to ${found.path}`);
  expect(found.results.popular.find(({ href }) => href.includes('/uk/london'))?.href).toContain('/u1002a0e300-u1004a2-u1005a3');
  const moved = await loader.results(listReader(base.geo, '/search?q=with+a+gym&schoolunique=university-college-london', 'en-us'), keywordLength);
  expect(moved.kind === 'moved' && withoutPrefix(moved.path)).toBe(`${ucl}/u1005a3`);
});

test.each(['Seoul studio under £9999999', 'UCL under 99999999', 'Tokyo at least 99999999 GBP', 'UCL £0', 'London $99,999,999 - $1', 'UCL 0.5 pounds'])(
  '%s: whatever is asked leads to an address that is read',
  async (text) => {
    const found = await outcome(text);
    if (found.kind !== 'moved') return expect(found.results.query).toBe(text);
    const code = /\/(u\d[^/?]*)/.exec(found.path)?.[1];
    expect(code === undefined || parseFilterCode(code) !== undefined, found.path).toBe(true);
  },
);

test('a home that is called like a wish is a home', async () => {
  const found = await outcome('Garden');
  expect(found.kind === 'results' && found.results.read).toEqual([]);
});
