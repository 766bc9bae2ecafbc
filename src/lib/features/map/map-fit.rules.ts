/**
 * Which homes fit a filter, over the columns of the index. The meaning of every dimension is that of the list query
 * (`list.repository.ts`); tests hold both against each other.
 */
import { dayNumber } from '#lib/dates/dates.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import { listCategories } from '#lib/paths.ts';
import { amenityBits, chosenBits, chosenDimensions, hasAmenities, noDay, noRent } from '#lib/features/finding/facets.rules.ts';
import type { UnitDimension } from '#lib/features/finding/facets.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { CityHouses } from '#lib/features/finding/house.index.ts';
import type { FittingHouse } from '#lib/features/finding/house-order.rules.ts';
import type { MapScope } from './map.schema.ts';

export type FitQuestion = {
  readonly scope: MapScope;
  readonly filter: ListFilter;
  readonly soon: string;
  /** Minor units in one whole option of a city's currency. */
  readonly minorUnits: (cityId: number) => number;
};

/** What an option must pass, as plain numbers: this is asked of all lease options in view. */
type UnitDemand = {
  /** Of each pair of words, the option must offer one bit. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly guests: number;
  readonly latest: number;
  /** Whole units of the currency, both inclusive; undefined when any rent will do. */
  readonly rent: ListFilter['rent'];
};

function demandOf({ filter, soon }: FitQuestion, dimensions: readonly UnitDimension[]): UnitDemand {
  const bits = dimensions.map((dimension) => chosenBits(filter, dimension)).filter((chosen) => chosen !== 0n);
  return {
    low: Int32Array.from(bits, (chosen) => Number(chosen & 0xffff_ffffn) | 0),
    high: Int32Array.from(bits, (chosen) => Number(chosen >> 32n) | 0),
    guests: filter.guests ?? 0,
    latest: filter.availableNow ? dayNumber(soon) : Number.POSITIVE_INFINITY,
    rent: filter.rent,
  };
}

/** Makes the test of a filter: the home as it fits, or undefined. */
export function fitting(question: FitQuestion): (city: CityHouses, home: number) => FittingHouse | undefined {
  const { scope, minorUnits } = question;
  const filter = scope.near.length === 0 ? { ...question.filter, distance: undefined } : question.filter;
  const { units } = chosenDimensions(filter);
  const demand = demandOf({ ...question, filter }, units);
  const amenities = amenityBits(filter);
  const category = listCategories.indexOf(scope.category);
  const reach = Math.min(scope.reach ?? Infinity, filter.distance ?? Infinity);

  return (city, home) => {
    if (city.category[home] !== category) return undefined;
    if (scope.supplierId !== undefined && city.supplierId[home] !== scope.supplierId) return undefined;
    if (filter.verified && city.verified[home] === 0) return undefined;
    if (!hasAmenities(city, home, amenities)) return undefined;
    let metres = 0;
    if (scope.near.length > 0) {
      const at = { latitude: city.latitude[home] ?? 0, longitude: city.longitude[home] ?? 0 };
      metres = Infinity;
      for (const point of scope.near) metres = Math.min(metres, metresBetween(at, point));
      if (metres > reach) return undefined;
    }
    const first = city.optionStart[home] ?? 0;
    const end = city.optionStart[home + 1] ?? 0;
    // Options without rent stand last.
    const cheapest = first < end && city.optionWeekly[first] !== noRent ? first : -1;
    if (units.length === 0) return { city, home, weekly: city.weekly[home] ?? noRent, earliest: city.earliest[home] ?? noDay, metres, lead: cheapest };
    let lead = -1;
    let fits = false;
    let weekly = noRent;
    let earliest = noDay;
    // A rent below nothing stands for none: it passes unless a rent is asked for.
    const minor = demand.rent ? minorUnits(city.cityId) : 1;
    const least = demand.rent ? Math.max(0, demand.rent.from * minor) : -1;
    const below = demand.rent ? (demand.rent.to + 1) * minor : Number.POSITIVE_INFINITY;
    const { optionOffersLow, optionOffersHigh, optionGuests, optionEarliest, optionWeekly } = city;
    const { low, high, guests, latest } = demand;
    options: for (let option = first; option < end; option++) {
      const offersLow = optionOffersLow[option] ?? 0;
      const offersHigh = optionOffersHigh[option] ?? 0;
      for (let at = 0; at < low.length; at++) if ((offersLow & (low[at] ?? 0)) === 0 && (offersHigh & (high[at] ?? 0)) === 0) continue options;
      const rent = optionWeekly[option] ?? noRent;
      const day = optionEarliest[option] ?? noDay;
      // What cannot be booked has no day and no rent.
      if ((optionGuests[option] ?? 0) < guests || day > latest || rent < least || rent >= below) continue;
      fits = true;
      if (lead < 0) lead = option;
      if (rent >= 0 && (weekly < 0 || rent < weekly)) weekly = rent;
      if (day < earliest) earliest = day;
    }
    return fits ? { city, home, weekly, earliest, metres, lead } : undefined;
  };
}
