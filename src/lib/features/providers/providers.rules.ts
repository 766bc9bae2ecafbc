/** What may be said of a provider by what is recorded. Pure. */
import { verifiedFacts } from '#lib/features/catalogue/listings.schema.ts';
import type { CityId, SupplierId } from '#lib/ids/ids.ts';
import type { Cases, CheckedFact, Provider, ProviderKind, RankedProvider } from './providers.schema.ts';

/** Fewer reviews than this make no score, fewer cases no share: one of them would move it too far. */
export const leastReviews = 5;
export const leastCases = 10;
export const providersPerPage = 12;
/** Pictures of its homes at the head of a provider's page. */
export const headPictures = 3;

/** A figure with what it rests on, or what is there instead of one. */
export type Figure =
  | { readonly kind: 'known'; readonly value: number; readonly count: number }
  | { readonly kind: 'few'; readonly count: number }
  | { readonly kind: 'none' };

/** @example scoreOf({ count: 3, score: 4.7 }) // { kind: 'few', count: 3 } */
export function scoreOf({ count, score }: Provider['reviews']): Figure {
  if (count === 0 || score === undefined) return { kind: 'none' };
  return count < leastReviews ? { kind: 'few', count } : { kind: 'known', value: score, count };
}

/** The part of the cases that went well, from 0 to 1. @example shareOf({ good: 18, all: 20 }) // { kind: 'known', value: 0.9, count: 20 } */
export function shareOf({ good, all }: Cases): Figure {
  if (all === 0) return { kind: 'none' };
  return all < leastCases ? { kind: 'few', count: all } : { kind: 'known', value: good / all, count: all };
}

/** How many checks its homes could have: each fact at each home. */
export const checksOf = (homes: number): number => homes * verifiedFacts.length;

/** Each fact that is checked, in the order of a home's page, with where it is and where it is missing. */
export function factRows(
  facts: readonly CheckedFact[],
  homes: number,
): readonly { readonly fact: CheckedFact['fact']; readonly checked: CheckedFact | undefined; readonly missing: number }[] {
  return verifiedFacts.map((fact) => {
    const checked = facts.find((one) => one.fact === fact);
    return { fact, checked, missing: homes - (checked?.homes ?? 0) };
  });
}

/** How many providers of each kind there are. */
export const countsOf = (order: readonly RankedProvider[]): ReadonlyMap<ProviderKind, number> =>
  new Map([...Map.groupBy(order, ({ kind }) => kind)].map(([kind, { length }]) => [kind, length]));

/** Who stands on a page of the index, from 1. @param kind all kinds without it */
export const placesOf = (order: readonly RankedProvider[], kind: ProviderKind | undefined, page: number): readonly SupplierId[] =>
  order
    .filter((one) => kind === undefined || one.kind === kind)
    .slice((page - 1) * providersPerPage, page * providersPerPage)
    .map(({ id }) => id);

/** The cities of some homes, those with most homes first. */
export function citiesOf(cityIds: readonly CityId[]): readonly { readonly id: CityId; readonly homes: number }[] {
  return [...Map.groupBy(cityIds, (id) => id)].map(([id, { length }]) => ({ id, homes: length })).toSorted((a, b) => b.homes - a.homes || a.id - b.id);
}

/**
 * What stands in a provider's mark: the first letters of its first two words, of a name without spaces its first sign.
 * @example initialsOf('Paper Kite Student Homes') // 'PK'
 */
export function initialsOf(name: string): string {
  const words = name.split(/[\s&+·-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}

/** Only companies have a page that search engines show: a person who lets a home is looked up from that home. */
export const isForSearchEngines = ({ kind, homes }: Pick<Provider, 'kind' | 'homes'>): boolean => kind === 'operator' && homes > 0;
