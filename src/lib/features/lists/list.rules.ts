/** Decisions about lists: what part of the catalogue a path looks at, its one address, its pages and rent bands. Pure. */
import type { SupplierId } from '#lib/ids/ids.ts';
import type { ListCategory, ListTarget, Paths } from '#lib/paths.ts';
import { noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { rentBits, rentSteps } from '#lib/features/finding/facets.rules.ts';
import type { Tally } from '#lib/features/finding/tally.rules.ts';
import { countryOf } from '#lib/features/finding/question.rules.ts';

/** The path of a selection: one type alone in a country or city stands in the path (R2.080). */
export function selectionPath(paths: Paths, place: ListTarget['place'], category: ListCategory, filter: ListFilter): string {
  const [only] = filter.types.length === 1 && (place.kind === 'country' || place.kind === 'city') ? filter.types : [];
  return only ? paths.list({ place, type: only, category }, { ...filter, types: [] }) : paths.list({ place, category }, filter);
}

const carriedParameters = ['supplier_id', 'region_id', 'poi_id', 'postal_code_id', 'school_id', 'currency', 'semcode'] as const;

/** What every link of a list carries along: the narrowing of a country list, the reader's currency, and `semcode` (R2.225). */
export function carriedQuery(place: ListTarget['place'], query: URLSearchParams): string {
  const carried = new URLSearchParams();
  for (const name of carriedParameters) {
    const value = query.get(name);
    if (value !== null && (name === 'semcode' || name === 'currency' || place.kind === 'country')) carried.set(name, value);
  }
  return carried.size > 0 ? `?${carried}` : '';
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
const mostBands = 7;

export type RentBand = { readonly from: number; readonly to: number; readonly count: number };

/** Round weekly rents, in whole units, that part the homes of a list; the outer bands are open. */
export function rentBands(counts: Tally, minorUnits: number): readonly RentBand[] {
  const present = rentSteps
    .map((step, index) => ({ step, below: index === 0 ? 0 : (rentSteps[index - 1] ?? 0) }))
    .filter(({ step }) => step % minorUnits === 0);
  const bits = counts.rentBits;
  const bounds = present
    .map(({ step }) => step)
    .filter((step) => (rentBits(0, step) & bits) !== 0n && (rentBits(step, Number.POSITIVE_INFINITY) & bits) !== 0n);
  const count = (from: number, to: number): number => counts.rent(rentBits(from, to));
  while (bounds.length + 1 > mostBands) {
    const [first = 0, second = 0] = bounds;
    const [beforeLast = 0, last = 0] = bounds.slice(-2);
    // The emptier end joins its neighbour.
    if (count(0, first) + count(first, second) <= count(beforeLast, last) + count(last, Number.POSITIVE_INFINITY)) bounds.shift();
    else bounds.pop();
  }
  if (bounds.length === 0) return [];
  return [0, ...bounds].map((from, index) => {
    const to = bounds[index];
    return { from: from / minorUnits, to: to === undefined ? openEnd : to / minorUnits - 1, count: count(from, to ?? Number.POSITIVE_INFINITY) };
  });
}

/** Months offered as move-in: the coming fourteen, and what is chosen. */
export function offeredMonths(today: string, chosen: readonly number[]): readonly number[] {
  const first = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  const coming = Array.from({ length: 14 }, (_, ahead) => Math.floor((first + ahead) / 12) * 100 + ((first + ahead) % 12) + 1);
  return [...new Set([...coming, ...chosen])].sort((a, b) => a - b);
}

/** Choosing a move-in month sorts by it, as the date filter is written (R2.223); leaving the last one ends that. */
export function withMonths(filter: ListFilter, months: readonly number[]): ListFilter {
  if (months.length > 0 && filter.sort === 'recommended') return { ...filter, months, sort: 'earliest-move-in', page: 1 };
  return { ...filter, months, sort: months.length === 0 && filter.sort === 'earliest-move-in' ? 'recommended' : filter.sort, page: 1 };
}

/** Takes every restriction away; the order stays. */
export function cleared(filter: ListFilter): ListFilter {
  return { ...noFilter, sort: filter.sort === 'earliest-move-in' ? 'recommended' : filter.sort };
}
