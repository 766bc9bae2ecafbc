/** Names that tell places of one name apart: London in Canada from London, two universities called York. Pure. */
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { City, LocalNames, School } from './geo.schema.ts';

/**
 * For each place that shares its name with a better known one of its kind in some language: its names, there with
 * what it lies in, in brackets. The best known keeps the plain name.
 * @param places best known first.
 * @param inside what a place lies in: a city's country, a school's city.
 */
export function distinctNames<P extends { readonly names: LocalNames }>(places: readonly P[], inside: (place: P) => LocalNames): ReadonlyMap<P, LocalNames> {
  const found = new Map<P, Record<Locale, string>>();
  for (const locale of locales) {
    const taken = new Set<string>();
    for (const place of places) {
      const name = place.names[locale];
      if (taken.has(name)) {
        const apart = locale.startsWith('zh') ? `${name}（${inside(place)[locale]}）` : `${name} (${inside(place)[locale]})`;
        found.set(place, { ...(found.get(place) ?? place.names), [locale]: apart });
      }
      taken.add(name);
    }
  }
  return found;
}

/** The name in titles and wherever no city or country stands beside it. */
export function distinctName(place: Pick<City | School, 'names' | 'distinct'>, locale: Locale): string {
  return (place.distinct ?? place.names)[locale];
}

/**
 * A school where there is little room: its initials in English, its name in other languages, whose readers they tell nothing.
 * @example labelOfSchool({ short: 'UCL', names: { 'zh-cn': '伦敦大学学院' } }, 'zh-cn') // '伦敦大学学院'
 */
export function labelOfSchool({ short, names }: Pick<School, 'short' | 'names'>, locale: Locale): string {
  return locale === 'en-us' ? (short ?? names[locale]) : names[locale];
}

const partsOfKind = '(?:University|College|School|Academy|Institute|Conservatoire)';
const withArticle = new RegExp(
  `^(?:(?:Australian|Catholic|Chinese|Education|Glasgow|Hong Kong|Leeds|London|National|Open|Royal|Singapore|State|Technical|Technological) )*${partsOfKind} (?:of|for) |^(?:\\S+ ){1,2}Institute of Technology$`,
);

/** A school inside a sentence: English says "the" before some. So “the University of Manchester”, but “UCL”. */
export function schoolInSentence(school: Pick<School, 'names' | 'distinct'>, locale: Locale): string {
  const name = distinctName(school, locale);
  return locale === 'en-us' && withArticle.test(name) ? `the ${name}` : name;
}
