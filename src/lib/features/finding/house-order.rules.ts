/** The list's order over homes in memory: that of `orderOf` in list.repository.ts; tests hold both against each other. */
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { CityHouses } from './house.index.ts';
import { leadLeaseAt } from './lead-lease.rules.ts';
import { figureOf } from './lease-figures.rules.ts';
import type { FigureBasis, FigureSort } from './lease-figures.rules.ts';
import type { ListScope } from './question.schema.ts';
import { neutralScore, reviewPrior } from '#lib/features/catalogue/ranking.rules.ts';

/** A home that fits, with what its fitting units cost. */
export type FittingHouse = {
  readonly city: CityHouses;
  readonly home: number;
  /** Weekly rent of `lead`, minor units; `noRent` when nothing can be booked. */
  readonly weekly: number;
  readonly earliest: number;
  /** To the nearest point searched from; 0 without any. */
  readonly metres: number;
  /** The lease option that the card leads with: the cheapest of the list's intake that fits, otherwise the cheapest that fits. Below 0 without any. */
  readonly lead: number;
};

type Comparison = (a: FittingHouse, b: FittingHouse) => number;

const byRank: Comparison = (a, b) => (b.city.rank[b.home] ?? 0) - (a.city.rank[a.home] ?? 0) || (a.city.houseId[a.home] ?? 0) - (b.city.houseId[b.home] ?? 0);

/** Bookable homes first. */
const byVacancy: Comparison = (a, b) => Number(a.weekly < 0) - Number(b.weekly < 0);

function walkBand({ metres }: FittingHouse): number {
  return metres <= 1000 ? 0 : metres <= 2000 ? 1 : metres <= 5000 ? 2 : 3;
}

/** Undefined where nobody has judged; those come last. */
function judgement({ city, home }: FittingHouse): number {
  const count = city.reviewCount[home] ?? 0;
  return count > 0 ? ((city.reviewScore[home] ?? 0) * count + neutralScore * reviewPrior) / (count + reviewPrior) : -Infinity;
}

const differ = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

/** Lowest figure first; each is worked out once. */
function byFigure(sort: FigureSort, basis: FigureBasis | undefined): Comparison {
  const known = new Map<FittingHouse, number>();
  const figure = (house: FittingHouse): number => {
    let value = known.get(house);
    if (value === undefined) {
      value = figureOf(sort, leadLeaseAt(house.city, house.home, house.lead), house.metres, basis);
      known.set(house, value);
    }
    return value;
  };
  return (a, b) => differ(figure(a), figure(b)) || (sort === 'commute' ? differ(a.metres, b.metres) : 0) || byRank(a, b);
}

/** The order a filter asks for. */
export function orderOf({
  filter,
  scope,
  figures,
}: {
  readonly filter: ListFilter;
  readonly scope: Pick<ListScope, 'near' | 'reach'>;
  readonly figures?: FigureBasis | undefined;
}): Comparison {
  switch (filter.sort) {
    case 'contract-total':
    case 'useful-week':
    case 'commute':
      return byFigure(filter.sort, figures);
    case 'earliest-move-in':
      return (a, b) => differ(a.earliest, b.earliest) || byRank(a, b);
    case 'rent-low':
      return (a, b) => byVacancy(a, b) || differ(a.weekly, b.weekly) || byRank(a, b);
    case 'rent-high':
      return (a, b) => byVacancy(a, b) || differ(b.weekly, a.weekly) || byRank(a, b);
    case 'nearest':
      return scope.near.length === 0 ? byRank : (a, b) => differ(a.metres, b.metres) || byRank(a, b);
    case 'best-reviewed':
      return (a, b) => differ(judgement(b), judgement(a)) || byRank(a, b);
    case 'freshest':
      return (a, b) => differ(b.city.confirmedAt[b.home] ?? 0, a.city.confirmedAt[a.home] ?? 0) || byRank(a, b);
    case 'recommended':
      return scope.reach === undefined ? (a, b) => byVacancy(a, b) || byRank(a, b) : (a, b) => byVacancy(a, b) || walkBand(a) - walkBand(b) || byRank(a, b);
  }
}

/** The first `most` in order, without sorting all of them. */
export function firstOf<T>(items: readonly T[], most: number, compare: (a: T, b: T) => number): readonly T[] {
  if (items.length <= most * 4) return items.toSorted(compare).slice(0, most);
  let kept: T[] = [];
  let last: T | undefined;
  for (const item of items) {
    if (last !== undefined && compare(item, last) > 0) continue;
    kept.push(item);
    if (kept.length >= most * 3) {
      kept = kept.sort(compare).slice(0, most);
      last = kept.at(-1);
    }
  }
  return kept.sort(compare).slice(0, most);
}
