/** Decisions of the home, country and city-list pages. Pure. */
import { dayMs } from '#lib/dates/dates.ts';
import { currencies } from '#lib/money/currencies.ts';
import { compare, scale } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { CityOffer, FreshHomes } from './front-page.schema.ts';

/** A place page with fewer homes is not for search engines (R-seo 11). */
export const leastHousesToIndex = 5;
/** Cities of a country shown with their skyline; the others follow as a list. */
export const picturedCities = 12;
/** A median of fewer homes says little about a city. */
const leastHousesToCompare = 3;

type Priced = CityOffer & { readonly medianWeek: Money };

function isPriced(offer: CityOffer): offer is Priced {
  return offer.medianWeek !== undefined && offer.homes >= leastHousesToCompare;
}

/** The cities of one country with the lowest and highest median; undefined when fewer than two can be compared. */
export function medianRange(offers: readonly CityOffer[]): { readonly low: Priced; readonly high: Priced } | undefined {
  const sorted = offers.filter(isPriced).sort((a, b) => compare(a.medianWeek, b.medianWeek));
  const low = sorted[0];
  const high = sorted.at(-1);
  return low && high && compare(low.medianWeek, high.medianWeek) !== 0 ? { low, high } : undefined;
}

/** Within what time all of these were confirmed, as the heading above them says. */
export function freshnessOf(homes: readonly { readonly confirmedAt: Date }[], now: Date): FreshHomes['within'] {
  const age = Math.max(0, ...homes.map(({ confirmedAt }) => now.getTime() - confirmedAt.getTime()));
  return age <= dayMs ? 'day' : age <= 7 * dayMs ? 'week' : undefined;
}

/** The first so many homes, those whose photograph stands among them already after all others. */
export function differentPictures<Home extends { readonly card: { readonly photo: unknown } }>(homes: readonly Home[], most: number): readonly Home[] {
  const seen = new Set<string>();
  const isAgain = ({ card: { photo } }: Home): boolean => {
    if (photo === null) return false;
    const known = JSON.stringify(photo);
    if (seen.has(known)) return true;
    seen.add(known);
    return false;
  };
  const [first, again] = [[] as Home[], [] as Home[]];
  for (const home of homes) (isAgain(home) ? again : first).push(home);
  return [...first, ...again].slice(0, most);
}

/** A statistic needs no pence. @example inWholeUnits(money(24346n, 'CAD')).minor // 24300n */
export function inWholeUnits(amount: Money): Money {
  const unit = 10n ** BigInt(currencies[amount.currency].exponent);
  return scale(scale(amount, 1n, unit), unit, 1n);
}

/** Keeps the order and at most `perCity` schools of each city, so that no city fills the list. */
export function spread<School extends { readonly city: { readonly id: number } }>(schools: readonly School[], perCity: number): readonly School[] {
  const seen = new Map<number, number>();
  return schools.filter(({ city: { id } }) => {
    const before = seen.get(id) ?? 0;
    seen.set(id, before + 1);
    return before < perCity;
  });
}
