/** What readers of a language meet in words that we write, or that the platform writes for us. */
import { formatAge, formatDate, formatMoment, formatMonth, formatMonthInShort, formatShortMonth } from '#lib/dates/dates.ts';
import { readerZones } from '#lib/dates/reader-zones.ts';
import { formatCentimetres, formatDistance, formatMinutes } from '#lib/geo/distance-words.ts';
import { catalogues } from '#lib/i18n/catalogues.ts';
import { currencyName } from '#lib/i18n/currency-names.ts';
import { listFormat } from '#lib/i18n/formats.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { formatMoney, money } from '#lib/money/money.ts';
import { parseYaml } from '#lib/yaml.ts';
import { filesBelow } from './source-files.ts';

export type ReaderText = { readonly where: string; readonly text: string };

/** How data name a language, the one whose words count first; Hong Kong reads Taiwan's where it has none. */
const namesOf: Readonly<Record<Locale, readonly string[]>> = {
  'zh-cn': ['zh-cn', 'zh-CN'],
  'en-us': ['en-us', 'en'],
  'zh-hk': ['zh-hk', 'zh-HK', 'zh-tw', 'zh-TW'],
  'zh-tw': ['zh-tw', 'zh-TW'],
  'vi-vn': ['vi-vn', 'vi'],
};

/** Texts of one language below a value of data: what has its name as key. */
function textsIn(value: unknown, names: readonly string[], where: string): readonly ReaderText[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => textsIn(one, names, `${where}.${at}`));
  if (typeof value !== 'object' || value === null) return [];
  const entries: Readonly<Record<string, unknown>> = { ...value };
  const own = names.find((name) => typeof entries[name] === 'string');
  return [
    ...(own === undefined ? [] : [{ where: `${where}.${own}`, text: String(entries[own]) }]),
    ...Object.entries(entries).flatMap(([key, below]) => (typeof below === 'string' ? [] : textsIn(below, names, `${where}.${key}`))),
  ];
}

/** Clauses of contracts, sentences of sample homes and reviews, and what pictures show. Names of places are as their people write them. */
const data = filesBelow(['src/content'], /\.yaml$/)
  .filter(({ path }) => !/content\/(?:places\/|assistant\/|regions\.)/.test(path))
  .map(({ path, text }) => ({ path, value: parseYaml(text) }));

/** Every text a reader of the locale meets: messages, those of Taiwan in Hong Kong too unless said otherwise, editorial texts and texts in data. */
export function textsOf(locale: Locale): readonly ReaderText[] {
  const messages = new Map<string, ReaderText>();
  for (const language of localeFacts[locale].catalogues) {
    for (const [area, entries] of Object.entries(catalogues[language])) {
      for (const [key, text] of Object.entries(entries)) messages.set(`${area}.${key}`, { where: `${language}/${area}.json ${key}`, text });
    }
  }
  const editorial = filesBelow(['src/content'], /\.md$/)
    .filter(({ path }) => path.includes(`/${locale}/`))
    .flatMap(({ path, text }) => text.split('\n').map((line, index) => ({ where: `${path}:${index + 1}`, text: line })));
  return [...messages.values(), ...editorial, ...data.flatMap(({ path, value }) => textsIn(value, namesOf[locale], path))];
}

/** What the platform writes in a locale: units, dates, ages, lists, amounts, and the names of currencies. */
export function platformTextsOf(locale: Locale): readonly ReaderText[] {
  const { intl } = localeFacts[locale];
  const now = new Date('2026-11-23T12:00:00Z');
  const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
  const days = ['2027-01-31', '2027-09-04', '2027-12-09'];
  const months = Array.from({ length: 12 }, (_, at) => 202_701 + at);
  const all: Readonly<Record<string, readonly string[]>> = {
    distance: [40, 460, 1_500, 12_000].map((metres) => formatDistance(metres, intl)),
    minutes: [1, 25, 60, 74, 180].map((minutes) => formatMinutes(minutes, intl)),
    centimetres: [90, 190].map((one) => formatCentimetres(one, intl)),
    age: [1, 30, 60, 300, 1_440, 9_000].map((minutes) => formatAge(ago(minutes), now, intl)),
    date: days.map((day) => formatDate(day, intl)),
    moment: [0, 700].map((minutes) => formatMoment(ago(minutes), intl, readerZones[locale] ?? 'Europe/London')),
    month: months.flatMap((month) => [formatMonth(month, intl), formatShortMonth(month, intl), formatMonthInShort(month, intl)]),
    list: [listFormat(intl).format(['£168', '£190', '£220']), listFormat(intl).format(['£168', '£190'])],
    amount: currencyCodes.map((currency) => formatMoney(money(123_456n, currency), intl)),
    currency: currencyCodes.map((currency) => currencyName(currency, locale)),
  };
  return Object.entries(all).flatMap(([what, texts]) => texts.map((text) => ({ where: `Intl ${what}`, text })));
}
