/**
 * The recommended order of lists, as a sum of hours that a reader could check. Commission is no part of it.
 *
 * A home starts with the hour at which its price and vacancy were last confirmed. Everything else is worth
 * a number of hours of freshness. Because all homes age alike, the stored sum keeps its order without being
 * computed again, and a home that nobody confirms sinks under the others by one hour per hour.
 */
import { metresBetween } from '#lib/geo/distance.ts';
import type { Point } from '#lib/geo/distance.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';

/** What counts how much, in hours of freshness. */
export const rankHours = {
  /** Something can be booked now: as good as thirty days. */
  available: 720,
  /** Each fact that was checked. */
  perVerifiedFact: 48,
  /** Reviews: the mean above or below 3.5, times this, weighed down while there are few. */
  perReviewStar: 96,
  /** On the doorstep of a campus; nothing from `campusReach` metres on. */
  nearCampus: 168,
} as const;

export const campusReach = 5_000;
/** Reviews that weigh as much as the neutral opinion every home starts with. */
export const reviewPrior = 5;
export const neutralScore = 3.5;
const epoch = Date.UTC(2020, 0, 1);

export type RankFacts = {
  readonly confirmedAt: Date;
  readonly isAvailable: boolean;
  readonly verifiedFacts: number;
  readonly reviewCount: number;
  /** Mean score; undefined without reviews. */
  readonly reviewScore: number | undefined;
  /** Metres to the nearest campus of the city's schools; undefined when there is none. */
  readonly campusMetres: number | undefined;
};

/**
 * The rank of a home, in hours since 2020-01-01 UTC; higher is earlier in the list.
 * @example rankOf({ confirmedAt: new Date('2020-01-02T00:00Z'), isAvailable: false, verifiedFacts: 0, reviewCount: 0, reviewScore: undefined, campusMetres: undefined }) // 24
 */
export function rankOf(facts: RankFacts): number {
  const { confirmedAt, isAvailable, verifiedFacts, reviewCount, reviewScore, campusMetres } = facts;
  const opinion = reviewScore === undefined ? 0 : (reviewScore - neutralScore) * (reviewCount / (reviewCount + reviewPrior));
  const nearness = campusMetres === undefined ? 0 : Math.max(0, 1 - campusMetres / campusReach);
  const age = Math.floor((confirmedAt.getTime() - epoch) / 3_600_000);
  const bonus =
    (isAvailable ? rankHours.available : 0) + verifiedFacts * rankHours.perVerifiedFact + opinion * rankHours.perReviewStar + nearness * rankHours.nearCampus;
  return age + Math.round(bonus);
}

/** Metres from a point to the nearest campus of the city's schools. */
export function metresToCampus(city: City, at: Point): number | undefined {
  let best: number | undefined;
  for (const school of city.schools) {
    for (const campus of school.campuses) {
      const metres = metresBetween(at, campus.at);
      if (best === undefined || metres < best) best = metres;
    }
  }
  return best;
}
