/** Sentences that ask for exactly what a filter asks for, as somebody might write them in each language. */
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { leaseBands } from '#lib/features/catalogue/filter-code.rules.ts';
import { openEnd } from '#lib/features/lists/list.rules.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { chineseWords } from '#lib/features/search/sentence/sentence-zh.words.ts';
import { englishWords } from '#lib/features/search/sentence/sentence-en.words.ts';
import { vietnameseWords } from '#lib/features/search/sentence/sentence-vi.words.ts';

export type SentenceLanguage = 'en' | 'zh' | 'vi';
const words = { en: englishWords, zh: chineseWords, vi: vietnameseWords };
const months = 'January February March April May June July August September October November December'.split(' ');

type Written = {
  readonly rent: (from: number, to: number, currency: CurrencyCode) => string;
  readonly month: (year: number, month: number) => string;
  readonly lease: (from: number, to: number) => string;
  readonly distance: (metres: number) => string;
  readonly guests: (count: number) => string;
};

const written: Readonly<Record<SentenceLanguage, Written>> = {
  en: {
    rent: (from, to, currency) =>
      to === openEnd ? `at least ${from} ${currency} a week` : from === 0 ? `under ${to} ${currency} a week` : `${from} to ${to} ${currency} a week`,
    month: (year, month) => `from ${months[month - 1]} ${year}`,
    lease: (from, to) => `for ${from} to ${to} weeks`,
    distance: (metres) => `within ${metres} m`,
    guests: (count) => `for ${count} people`,
  },
  zh: {
    rent: (from, to, currency) => (to === openEnd ? `每周至少${from}${currency}` : from === 0 ? `每周${to}${currency}以内` : `每周${from}到${to}${currency}`),
    month: (year, month) => `${year}年${month}月入住`,
    lease: (from, to) => `租${from}到${to}周`,
    distance: (metres) => `距离${metres}米以内`,
    guests: (count) => `可住${count}人`,
  },
  vi: {
    rent: (from, to, currency) =>
      to === openEnd ? `ít nhất ${from} ${currency} một tuần` : from === 0 ? `dưới ${to} ${currency} một tuần` : `từ ${from} đến ${to} ${currency} một tuần`,
    month: (year, month) => `vào ở từ tháng ${month} năm ${year}`,
    lease: (from, to) => `thuê ${from} đến ${to} tuần`,
    distance: (metres) => `trong vòng ${metres} m`,
    guests: (count) => `cho ${count} người`,
  },
};

/** The parts of a sentence; in any order they mean the same. @param currency of the place. */
export function sentenceParts(filter: ListFilter, language: SentenceLanguage, currency: CurrencyCode): readonly string[] {
  const phrase = (meaning: string): string => {
    const [first] = (words[language][meaning] ?? '').split('|');
    if (!first) throw new Error(`nothing is written for ${meaning} in ${language}`);
    return first;
  };
  const say = written[language];
  const { rent, guests, bathroom, distance } = filter;
  return [
    ...filter.types.map((type) => phrase(`type:${type}`)),
    ...filter.months.map((month) => say.month(Math.floor(month / 100), month % 100)),
    ...(rent ? [say.rent(rent.from, rent.to, currency)] : []),
    ...filter.leases.flatMap((band) => leaseBands.slice(band, band + 1).map(({ from, to }) => say.lease(from, to))),
    ...(distance === undefined ? [] : [say.distance(distance)]),
    ...(filter.verified ? [phrase('verified')] : []),
    ...(filter.availableNow ? [phrase('now')] : []),
    ...(bathroom ? [phrase(`bathroom:${bathroom}`)] : []),
    ...(guests === undefined ? [] : [say.guests(guests)]),
    ...filter.amenities.map((code) => phrase(`amenity:${code}`)),
    ...(filter.sort === 'recommended' ? [] : [phrase(`sort:${filter.sort}`)]),
  ];
}
