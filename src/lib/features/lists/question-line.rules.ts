/** The reader's question in words, and the ways from it: to its list, and on without it. Pure. */
import type { City } from '#lib/features/geo/geo.schema.ts';
import { isAsked, listOfQuestion, noQuestion, questionQuery } from '#lib/features/finding/reader-question.rules.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';
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

/** Undefined when nothing is asked. @param city where the homes are. */
export function questionLine(question: ReaderQuestion, city: City, reader: Reader): QuestionLine | undefined {
  if (!isAsked(question)) return undefined;
  const { t, intl, locale, now } = reader;
  const { filter } = listOfQuestion(question, city);
  const chosen = activeFilters({
    t,
    intl,
    filter,
    currency: city.country.currency,
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
