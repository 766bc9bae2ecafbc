/** Filters for tests: any combination, the same in every run. */
import { amenityCodes, distanceSteps, leaseBands, noFilter, unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';

/** Months in which the homes of `variedHouses` begin. */
export const months = [202610, 202612, 202701, 202702, 202707, 202709];

/** A filter of every dimension, in the list's usual order: few homes of `variedHouses` fit many of them. */
export function randomFilter(random: () => number): ListFilter {
  const below = (limit: number): number => Math.floor(random() * limit);
  const maybe = <T>(share: number, make: () => T): T | undefined => (random() < share ? make() : undefined);
  const from = 90 + below(250);
  return {
    ...noFilter,
    months: maybe(0.4, () => months.filter(() => random() < 0.4)) ?? [],
    guests: maybe(0.2, () => 1 + below(4)),
    rent: maybe(0.3, () => ({ from, to: from + 50 + below(200) })),
    leases: maybe(0.3, () => leaseBands.map((_, index) => index).filter(() => random() < 0.5)) ?? [],
    types: maybe(0.4, () => unitTypes.filter(() => random() < 0.4)) ?? [],
    amenities: maybe(0.3, () => amenityCodes.filter(() => random() < 0.04)) ?? [],
    bathroom: maybe(0.2, () => (random() < 0.5 ? ('private' as const) : ('shared' as const))),
    distance: maybe(0.3, () => distanceSteps[below(5)]),
    verified: random() < 0.2,
    availableNow: random() < 0.2,
  };
}
