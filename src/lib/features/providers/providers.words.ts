/** How what is recorded of a provider is said. */
import { formatAge, formatDate } from '#lib/dates/dates.ts';
import { listNames } from '#lib/features/geo/geo.schema.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import type { T } from '#lib/i18n/t.ts';
import { isChinese } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { checksOf, scoreOf, shareOf } from './providers.rules.ts';
import type { Figure } from './providers.rules.ts';
import type { Cases, Provider, ProviderRecord } from './providers.schema.ts';

type Words = { readonly t: T; readonly intl: string; readonly locale: Locale; readonly now: Date };

/** A figure as it is written: its name, itself, and what it rests on. `care`: to be looked at before one pays. */
export type FigureWords = { readonly label: string; readonly value: string; readonly note: string; readonly tone?: 'good' | 'care' };

const namedCities = 3;
/** Where there is no figure. */
const nothing = '–';

/** How many homes in which cities, those with most homes first. */
export function whereWords(
  { t, locale, intl }: Pick<Words, 't' | 'locale' | 'intl'>,
  { cities }: { readonly cities: readonly { readonly city: City; readonly homes: number }[] },
): string {
  const label = t('places.homes', { count: cities.reduce((sum, { homes }) => sum + homes, 0) });
  const names = cities.map(({ city }) => city.names[locale]);
  if (names.length === 0) return label;
  const more = names.length - namedCities;
  const named = more > 1 ? names.slice(0, namedCities).join(isChinese(locale) ? '、' : ', ') : listNames(names, locale);
  return t('chrome.labelled', { label, value: more > 1 ? t('providers.more_cities', { cities: named, count: numberFormat(intl).format(more) }) : named });
}

function identity({ t, intl }: Words, { verifiedOn }: Provider): FigureWords {
  const label = t('providers.identity');
  return verifiedOn
    ? { label, value: t('providers.identity_checked'), note: t('providers.identity_how', { date: formatDate(verifiedOn, intl) }), tone: 'good' }
    : { label, value: t('providers.identity_open'), note: t('providers.identity_care'), tone: 'care' };
}

function checks({ t, intl }: Words, { checks: { done, last }, homes }: Provider): FigureWords {
  const { format } = numberFormat(intl);
  const value = t('providers.checks_of', { done: format(done), all: format(checksOf(homes)) });
  const note = last ? t('providers.checks_last', { date: formatDate(last, intl) }) : t('providers.checks_none');
  return { label: t('providers.checks'), value, note, ...(done === 0 ? { tone: 'care' } : {}) };
}

function rating({ t, intl }: Words, { reviews }: Provider): FigureWords {
  const label = t('providers.rating');
  const found = scoreOf(reviews);
  switch (found.kind) {
    case 'none':
      return { label, value: nothing, note: t('providers.reviews_none') };
    case 'few':
      return { label, value: nothing, note: t('providers.reviews_few', { count: found.count }) };
    case 'known': {
      const score = numberFormat(intl, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(found.value);
      return { label, value: t('providers.rating_value', { score }), note: t('providers.reviews', { count: found.count }) };
    }
  }
}

function vacancies({ t, intl, now }: Words, { confirmedAt }: Provider): readonly FigureWords[] {
  if (!confirmedAt) return [];
  return [{ label: t('providers.vacancies'), value: formatAge(confirmedAt, now, intl), note: t('providers.vacancies_half') }];
}

/** The four figures by which providers can be told apart. */
export const providerFigures = (words: Words, provider: Provider): readonly FigureWords[] => [
  identity(words, provider),
  checks(words, provider),
  rating(words, provider),
  ...vacancies(words, provider),
];

function shareWords(
  { t, intl }: Words,
  found: Figure,
  said: { readonly label: string; readonly none: string; readonly of: (count: number) => string },
): FigureWords {
  switch (found.kind) {
    case 'none':
      return { label: said.label, value: nothing, note: said.none };
    case 'few':
      return { label: said.label, value: nothing, note: t('providers.cases_few', { count: found.count }) };
    case 'known':
      return { label: said.label, value: numberFormat(intl, { style: 'percent' }).format(found.value), note: said.of(found.count) };
  }
}

const depositWords = (words: Words, cases: Cases): FigureWords =>
  shareWords(words, shareOf(cases), {
    label: words.t('providers.deposits'),
    none: words.t('providers.deposits_none'),
    of: (count) => words.t('providers.deposits_of', { count }),
  });

const bookingWords = (words: Words, cases: Cases): FigureWords =>
  shareWords(words, shareOf(cases), {
    label: words.t('providers.bookings'),
    none: words.t('providers.bookings_none'),
    of: (count) => words.t('providers.bookings_of', { count }),
  });

/** What a provider's own page counts; its checks stand there in a table. */
export const recordFigures = (words: Words, record: ProviderRecord): readonly FigureWords[] => [
  rating(words, record),
  ...vacancies(words, record),
  depositWords(words, record.deposits),
  bookingWords(words, record.bookings),
];
