/** The lease option that leads a home, out of the columns of its city. Pure. */
import { noNights, noRent } from './facets.rules.ts';
import type { CityHouses } from './house.index.ts';
import type { LeadLease } from './lease-figures.rules.ts';

/** The lease option at this place, with its home's bills; undefined where there is none. */
export function leadLeaseAt(city: CityHouses, home: number, option: number): LeadLease | undefined {
  if (option < 0 || city.optionNights[option] === noNights) return undefined;
  const moveIn = city.optionEarliest[option] ?? 0;
  return {
    rent: city.optionRent[option] ?? noRent,
    fee: city.optionFee[option] ?? 0,
    moveIn,
    moveOut: moveIn + (city.optionNights[option] ?? 0),
    flags: (city.optionFlags[option] ?? 0) | ((city.bills[home] ?? 0) << 6),
  };
}
