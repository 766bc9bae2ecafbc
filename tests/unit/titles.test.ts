/** Titles of all places in all languages: short enough to be shown whole, and no two alike. */
import { describe, expect, test } from 'vitest';
import { distinctNames, labelOfSchool, schoolInSentence } from '#lib/features/geo/distinct-names.rules.ts';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import { listWords } from '#lib/features/geo/geo.schema.ts';
import { readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { listPageTitle, listTitle } from '#lib/features/lists/list-words.rules.ts';
import { coded } from '#lib/i18n/coded.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { documentTitle, titleMaxWidth, titleWidth } from '#lib/seo/head.ts';

const geo = createGeoIndex(readPlaceFiles('src/content/places'));
const wordsOf = (locale: Locale) => ({ t: translator(locale), locale, intl: localeFacts[locale].intl });
const titleOf = (place: Parameters<typeof listTitle>[0]['place'], locale: Locale) => listTitle({ place, type: undefined, category: 'rent' }, wordsOf(locale));
const city = (country: string, slug: string) => {
  const found = geo.city(country, slug);
  if (!found) throw new Error(`${country}/${slug}`);
  return found;
};

describe.each(locales)('%s', (locale) => {
  const places = [...geo.countries, ...geo.cities, ...geo.schools];

  test('no title of a country, city or school is wider than search engines show', () => {
    const wide = places
      .map((place) => listPageTitle({ place, type: undefined, category: 'rent' }, 1234, wordsOf(locale)))
      .filter((title) => titleWidth(title) > titleMaxWidth);
    expect(wide).toEqual([]);
  });

  test('no two of them have one title', () => {
    const titles = places.map((place) => listPageTitle({ place, type: undefined, category: 'rent' }, 31, wordsOf(locale)));
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});

test('titles say what people search for', () => {
  const manchester = city('uk', 'manchester');
  expect(locales.map((locale) => titleOf(manchester, locale))).toEqual([
    '曼彻斯特留学生公寓·租房',
    'Student accommodation in Manchester',
    '曼徹斯特學生宿舍及租屋',
    '曼徹斯特學生宿舍與租屋',
    'Nhà ở sinh viên tại Manchester',
  ]);
});

test('of two places with one name the lesser known says where it is', () => {
  const named = (en: string, zh: string) => ({ 'zh-cn': zh, 'en-us': en, 'zh-hk': zh, 'zh-tw': zh, 'vi-vn': en });
  const [york, yorkInToronto] = [{ names: named('York University', '约克大学') }, { names: named('York University', '加拿大约克大学') }];
  const found = distinctNames([york, yorkInToronto], () => named('Toronto', '多伦多'));
  expect(found.get(york)).toBeUndefined();
  expect(found.get(yorkInToronto)).toMatchObject({ 'en-us': 'York University (Toronto)', 'vi-vn': 'York University (Toronto)', 'zh-cn': '加拿大约克大学' });
  expect(titleOf(city('ca', 'london'), 'en-us')).not.toBe(titleOf(city('uk', 'london'), 'en-us'));
});

test('English puts an article before universities “of” something, and before no others', () => {
  const named = (en: string) => schoolInSentence({ names: { 'en-us': en, 'zh-cn': en, 'zh-hk': en, 'zh-tw': en, 'vi-vn': en } }, 'en-us');
  for (const name of ['University of Manchester', 'Chinese University of Hong Kong', 'Royal College of Art', 'University for the Creative Arts'])
    expect(named(name)).toBe(`the ${name}`);
  for (const name of ['Queen Mary University of London', 'UCL', 'University College Dublin', 'Goldsmiths, University of London'])
    expect(named(name)).toBe(name);
});

test('a station that bears its city’s name does not say the city twice', () => {
  const piccadilly = geo.places.find(({ kind, names }) => kind === 'station' && names['en-us'] === 'Manchester Piccadilly');
  if (!piccadilly) throw new Error('no Manchester Piccadilly');
  expect(titleOf(piccadilly, 'en-us')).toBe('Student accommodation near Manchester Piccadilly');
  expect(titleOf(piccadilly, 'zh-cn')).not.toContain('曼彻斯特曼彻斯特');
});

test('the site’s name is left out of a title that it would make too wide', () => {
  expect(documentTitle('Help', 'Loftling')).toBe('Help | Loftling');
  expect(documentTitle('a'.repeat(50), 'Loftling')).toBe('a'.repeat(50));
  expect(documentTitle('学'.repeat(30), '栖学')).toBe('学'.repeat(30));
});

test('the words of a list begin small after the first, except names and abbreviations', () => {
  expect(listWords(['Ensuite room', 'One-bedroom flat', 'TV licence', 'Wi-Fi'], 'en-us')).toBe('Ensuite room, one-bedroom flat, TV licence and Wi-Fi');
  expect(listWords(['Phòng ở ghép', 'Căn hộ studio'], 'vi-vn')).toBe('Phòng ở ghép và căn hộ studio');
});

test('initials stand for a school in English alone, and old universities call their terms as they do', () => {
  const oxford = city('uk', 'oxford').schools.find(({ slug }) => slug === 'university-of-oxford');
  const ucl = city('uk', 'london').schools.find(({ short }) => short === 'UCL');
  if (!oxford || !ucl) throw new Error('no Oxford or UCL');
  expect(locales.map((locale) => labelOfSchool(ucl, locale))).toEqual(locales.map((locale) => (locale === 'en-us' ? 'UCL' : ucl.names[locale])));
  expect(new Set(oxford.terms?.terms.map(({ name }) => name))).toEqual(new Set(['michaelmas', 'hilary', 'trinity']));
  for (const locale of locales) expect(coded(translator(locale), 'term', 'hilary')).toContain('Hilary');
});
