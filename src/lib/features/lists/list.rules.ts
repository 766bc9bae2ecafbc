/** Decisions about lists: what part of the catalogue a path looks at, its one address, its pages, rents and forms. Pure. */
import type { SupplierId } from '#lib/ids/ids.ts';
import { addDays, isDate, monthOf } from '#lib/dates/dates.ts';
import type { ListCategory, ListTarget, Paths } from '#lib/paths.ts';
import { isMonth, leaseBands, noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { rentBits, rentSteps } from '#lib/features/finding/facets.rules.ts';
import type { Tally } from '#lib/features/finding/tally.rules.ts';
import { countryOf } from '#lib/features/finding/question.rules.ts';

/** The path of a selection: one type alone in a country or city stands in the path (R2.080). */
export function selectionPath(paths: Paths, place: ListTarget['place'], category: ListCategory, filter: ListFilter): string {
  const [only] = filter.types.length === 1 && (place.kind === 'country' || place.kind === 'city') ? filter.types : [];
  return only ? paths.list({ place, type: only, category }, { ...filter, types: [] }) : paths.list({ place, category }, filter);
}

const carriedParameters = ['supplier_id', 'region_id', 'poi_id', 'postal_code_id', 'school_id', 'currency', 'map'] as const;

const carriedEverywhere: ReadonlySet<string> = new Set(['currency', 'map']);

/** What every link of a list carries along: the narrowing of a country list, the reader's currency, and the map beside it. A campaign's code is the visit's: src/scripts/campaign.ts. */
export function carriedQuery(place: ListTarget['place'], query: URLSearchParams): string {
  const carried = new URLSearchParams();
  for (const name of carriedParameters) {
    const value = query.get(name);
    if (value !== null && (carriedEverywhere.has(name) || place.kind === 'country')) carried.set(name, value);
  }
  return carried.size > 0 ? `?${carried}` : '';
}

/**
 * The same list with the map beside it, or without.
 * @example mapBeside('/en/uk/leeds', new URLSearchParams('currency=EUR')) // '/en/uk/leeds?currency=EUR&map=1'
 */
export function mapBeside(path: string, query: URLSearchParams): string {
  const next = new URLSearchParams(query);
  if (next.has('map')) next.delete('map');
  else next.set('map', '1');
  return next.size > 0 ? `${path}?${next}` : path;
}

/**
 * Where a list of a place has its page, and the query of that page. The lists of a country alone read a query, so what a
 * supplier narrows is a list of the country, with the place in its query.
 */
export function pageOfList(place: ListTarget['place'], supplierId: SupplierId | undefined): { readonly place: ListTarget['place']; readonly query: string } {
  if (supplierId === undefined) return { place, query: '' };
  const query = new URLSearchParams({ supplier_id: String(supplierId) });
  if (place.kind !== 'country') query.set(place.kind === 'city' ? 'region_id' : place.kind === 'school' ? 'school_id' : 'poi_id', String(place.id));
  const country = countryOf(place);
  return { place: country, query: carriedQuery(country, query) };
}

/** Page numbers to link: the ends and the neighbours of the current page, with undefined where some are left out. */
export function pageNumbers(current: number, count: number): readonly (number | undefined)[] {
  const shown = [...new Set([1, current - 1, current, current + 1, count])].filter((number) => number >= 1 && number <= count).sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const before = shown[index - 1];
    if (before === undefined || number === before + 1) return [number];
    return number === before + 2 ? [number - 1, number] : [undefined, number];
  });
}

/** The upper bound of an open rent band, in whole units: more than any rent. */
export const openEnd = 99_999_999;
const mostLimits = 6;

/** Steps of rent in whole units at which a list's homes begin, with how many have a unit at each. */
export type RentStep = { readonly from: number; readonly to: number; readonly count: number };

/** The whole units of a currency at which `rent_bits` changes its bit, in minor units. */
const wholeSteps = (minorUnits: number): readonly number[] => rentSteps.filter((step) => step % minorUnits === 0);

/** Homes at each step of rent from the lowest that has any to the highest, for a drawing. Weekly, whole units, `to` exclusive. */
export function rentHistogram(counts: Tally, minorUnits: number): readonly RentStep[] {
  const bounds = [0, ...wholeSteps(minorUnits), Number.POSITIVE_INFINITY];
  const steps = bounds.slice(1).map((to, index) => {
    const from = bounds[index] ?? 0;
    return { from: from / minorUnits, to: to / minorUnits, count: counts.rent(rentBits(from, to)) };
  });
  const isUsed = ({ count }: RentStep): boolean => count > 0;
  const first = steps.findIndex(isUsed);
  return first < 0 ? [] : steps.slice(first, steps.findLastIndex(isUsed) + 1);
}

/** Round weekly rents in whole units, each with how many homes have a unit below it; none where it would leave out nothing. */
export function rentLimits(counts: Tally, minorUnits: number): readonly { readonly below: number; readonly count: number }[] {
  const bits = counts.rentBits;
  const limits = wholeSteps(minorUnits)
    .filter((step) => (rentBits(0, step) & bits) !== 0n && (rentBits(step, Number.POSITIVE_INFINITY) & bits) !== 0n)
    .map((step) => ({ below: step / minorUnits, count: counts.rent(rentBits(0, step)) }));
  // Those that part the homes least go first: where the next one brings fewest.
  while (limits.length > mostLimits) {
    const brings = limits.map(({ count }, index) => count - (limits[index - 1]?.count ?? 0));
    limits.splice(brings.indexOf(Math.min(...brings)), 1);
  }
  return limits;
}

/** Days around a day of arrival within which a lease may begin. */
const arrivalDays = 14;

/**
 * The months in which a lease begins at most two weeks from the day.
 * @example monthsAround('2027-09-10') // [202708, 202709]
 */
export function monthsAround(day: string): readonly number[] {
  return [...new Set([addDays(day, -arrivalDays), day, addDays(day, arrivalDays)].map(monthOf))].filter(isMonth);
}

/**
 * What the list's forms ask for, joined to the filter of the address they were sent to. Open ends stay open, ends in the
 * wrong order are taken the other way round. A length of lease is counted from 1, as in filter codes. Undefined when no form was sent.
 */
export function filterOfForms(query: URLSearchParams, filter: ListFilter): ListFilter | undefined {
  const number = (name: string): number | undefined => (query.has(name) ? Math.min(openEnd, Number(query.get(name))) : undefined);
  const [from, to] = [number('rent_from'), number('rent_to')];
  const day = query.get('move_in');
  const band = Number(query.get('lease_band')) - 1;
  const leases = leaseBands[band] && [band];
  if (from === undefined && to === undefined && day === null && !leases) return undefined;
  const ends = [from ?? 0, to ?? openEnd];
  const rent = from === undefined && to === undefined ? filter.rent : { from: Math.min(...ends), to: Math.max(...ends) };
  const asked = { ...filter, rent: rent?.from === 0 && rent.to === openEnd ? undefined : rent, leases: leases ?? filter.leases, page: 1 };
  return day !== null && isDate(day) ? withMonths(asked, monthsAround(day)) : asked;
}

/** Months offered as move-in: the coming fourteen, and what is chosen. */
export function offeredMonths(today: string, chosen: readonly number[]): readonly number[] {
  const first = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  const coming = Array.from({ length: 14 }, (_, ahead) => Math.floor((first + ahead) / 12) * 100 + ((first + ahead) % 12) + 1);
  return [...new Set([...coming, ...chosen])].sort((a, b) => a - b);
}

/**
 * Choosing the first move-in month sorts by it, as the date filter is written (R2.223), and the page says so; a reader who
 * went back to the usual order keeps it. Leaving the last month ends that.
 */
export function withMonths(filter: ListFilter, months: readonly number[]): ListFilter {
  if (months.length > 0 && filter.months.length === 0 && filter.sort === 'recommended') return { ...filter, months, sort: 'earliest-move-in', page: 1 };
  return { ...filter, months, sort: months.length === 0 && filter.sort === 'earliest-move-in' ? 'recommended' : filter.sort, page: 1 };
}

/** Takes every restriction away; the order stays. */
export function cleared(filter: ListFilter): ListFilter {
  return { ...noFilter, sort: filter.sort === 'earliest-move-in' ? 'recommended' : filter.sort };
}
