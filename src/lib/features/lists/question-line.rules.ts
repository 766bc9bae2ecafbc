/** The reader's question in words, and the ways from it: to its list, and on without it. Pure. */
import type { City } from '#lib/features/geo/geo.schema.ts';
import { isAsked, listOfQuestion, noQuestion, questionQuery } from '#lib/features/finding/reader-question.rules.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { currencyName } from '#lib/i18n/currency-names.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { Reader } from '#lib/reader.ts';
import { activeFilters } from './list-choices.rules.ts';
import { listToday } from '#lib/features/finding/question.rules.ts';
import { carriedQuery, selectionPath } from './list.rules.ts';

export type QuestionLine = {
  /** What was asked for, one wish each: the place first. */
  readonly wishes: readonly string[];
  /** The list that answers the question, to change it there. */
  readonly listHref: string;
  /** What a page's address carries on once the question is forgotten: the currency, if one is chosen. */
  readonly without: string;
};

/** The list that answers a question about homes of a city, with the currency chosen: of the city where nothing is asked. */
export function answeringList(question: ReaderQuestion, city: City, { paths }: Pick<Reader, 'paths'>): string {
  const { target, filter } = listOfQuestion(question, city);
  const carried = new URLSearchParams(question.currency ? { currency: question.currency } : {});
  return `${selectionPath(paths, target.place, target.category, filter)}${carriedQuery(target.place, carried)}`;
}

/**
 * A rent as it was asked of places where rents are in several currencies.
 * `currency`: of the rent, which is asked for where rents are in it; undefined where it is in that of each place.
 */
export type AskedRent = { readonly rent: NonNullable<ListFilter['rent']>; readonly currency: CurrencyCode | undefined };

/**
 * Undefined when nothing is asked.
 * @param city where the homes are. @param askedRent set where its currency alone would not tell the truth: there are homes of others.
 */
export function questionLine(question: ReaderQuestion, city: City, reader: Reader, askedRent?: AskedRent): QuestionLine | undefined {
  if (!isAsked(question) && !askedRent) return undefined;
  const { t, intl, locale, now } = reader;
  const { filter } = listOfQuestion(question, city);
  const currency = askedRent?.currency;
  const note = currency ? t('listings.rent_there_only', { currency: currencyName(currency, locale) }) : t('listings.rent_each_currency');
  const chosen = activeFilters({
    t,
    intl,
    filter: askedRent ? { ...filter, rent: askedRent.rent } : filter,
    currency: currency ?? city.country.currency,
    toldRent: askedRent && { isPlain: currency === undefined, note },
    today: listToday(city, now),
    measured: question.near ? 'place' : 'centre',
    hasTerms: false,
    typePages: question.near === undefined,
    href: () => '',
  });
  return {
    wishes: [...(question.near ? [t('listings.asked_near', { place: question.near.names[locale] })] : []), ...chosen.map(({ label }) => label)],
    listHref: answeringList(question, city, reader),
    without: questionQuery({ ...noQuestion, currency: question.currency }),
  };
}
