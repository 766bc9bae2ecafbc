/**
 * The filter code of list addresses (R2.218–R2.224): entries joined by `-`, each key, `a`, value;
 * several values joined by `e`; sort and page as last entries. Keys have one order and values ascend,
 * so that one selection has exactly one address; other spellings are redirected there.
 */
export const unitTypes = ['studio', 'ensuite', 'one-bedroom', 'two-bedroom', 'shared-room', 'whole-apartment', 'house', 'homestay'] as const;
export type UnitType = (typeof unitTypes)[number];

/**
 * Amenities a reader can filter by; the number in the code is the position here plus one, and never changes. At most 64: the database
 * makes a bit of each (`migrations/parts/listing-facets.ts`, `077_more_amenities.ts`).
 */
export const amenityCodes = [
  'wifi',
  'laundry',
  'gym',
  'study-room',
  'common-room',
  'bike-storage',
  'parking',
  'lift',
  'reception-24h',
  'cctv',
  'parcel-room',
  'cinema',
  'games-room',
  'garden',
  'roof-terrace',
  'swimming-pool',
  'air-conditioning',
  'heating',
  'furnished',
  'kitchenette',
  'dishwasher',
  'desk',
  'double-glazing',
  'step-free',
  'visual-alarm',
  'wide-doors',
  'pets-allowed',
  'women-only-floor',
  'quiet-floor',
  'music-room',
  'prayer-room',
  'cleaning',
  'kitchen',
  'oven',
  'microwave',
  'fridge',
  'television',
  'smoke-alarm',
  'carbon-monoxide-alarm',
  'fire-extinguisher',
  'first-aid-kit',
  'balcony',
] as const;
export type AmenityCode = (typeof amenityCodes)[number];

/** Lease lengths in whole weeks, `[from, to]`; the number in the code is the position plus one. */
export const leaseBands = [
  { from: 1, to: 12 },
  { from: 13, to: 26 },
  { from: 27, to: 40 },
  { from: 41, to: 44 },
  { from: 45, to: 60 },
] as const;

/** Straight-line metres to the school or place searched from. */
export const distanceSteps = [500, 1000, 2000, 5000, 10_000] as const;

export const sorts = {
  recommended: 1,
  'earliest-move-in': 11,
  'rent-low': 12,
  'rent-high': 13,
  nearest: 14,
  'best-reviewed': 15,
  freshest: 16,
  /** What the lease of the card comes to in all, bills beside it with it. */
  'contract-total': 17,
  /** That, over the weeks of it in which the chosen school teaches. */
  'useful-week': 18,
  /** Minutes to the chosen school or spot. */
  commute: 19,
} as const;
export type Sort = keyof typeof sorts;

export type ListFilter = {
  /** Move-in months, yyyymm. */
  readonly months: readonly number[];
  readonly guests: number | undefined;
  /** Weekly rent in whole units of the place's currency, both inclusive. */
  readonly rent: { readonly from: number; readonly to: number } | undefined;
  /** Positions in `leaseBands`. */
  readonly leases: readonly number[];
  readonly types: readonly UnitType[];
  readonly amenities: readonly AmenityCode[];
  readonly bathroom: 'private' | 'shared' | undefined;
  /** Metres. */
  readonly distance: number | undefined;
  readonly verified: boolean;
  readonly availableNow: boolean;
  readonly sort: Sort;
  /** From 1. */
  readonly page: number;
};

export const noFilter: ListFilter = {
  months: [],
  guests: undefined,
  rent: undefined,
  leases: [],
  types: [],
  amenities: [],
  bathroom: undefined,
  distance: undefined,
  verified: false,
  availableNow: false,
  sort: 'recommended',
  page: 1,
};

const keyOrder = ['u1000', 'u1001', 'u1002', 'u1003', 'u1004', 'u1005', 'u1006', 'u1007', 'u1008', 'u1009', 'sort', 'pg'] as const;
type Key = (typeof keyOrder)[number];

const entryPattern = /^(u\d{4}|sort|pg)a(\d{1,9}(?:e\d{1,9})*)$/;
const maxEntries = 24;
const maxPage = 9_999;

/** The value of `list` at the one-based position the code gives, for each given number; undefined if one is out of range. */
function pick<T>(numbers: readonly number[], list: readonly T[]): T[] | undefined {
  const found = numbers.flatMap((number) => list.slice(number - 1, number));
  return numbers.every((number) => number >= 1) && found.length === numbers.length ? found : undefined;
}

/** Whether a number is a month as filter codes write it (yyyymm). */
export const isMonth = (value: number): boolean => value >= 202001 && value <= 209912 && value % 100 >= 1 && value % 100 <= 12;

function withEntry(filter: ListFilter, key: Key, values: readonly number[]): ListFilter | undefined {
  const [first = 0] = values;
  const single = values.length === 1;
  switch (key) {
    case 'u1000':
      return values.every(isMonth) ? { ...filter, months: values } : undefined;
    case 'u1001':
      return single && first >= 1 && first <= 20 ? { ...filter, guests: first } : undefined;
    case 'u1002': {
      const to = values[1];
      return values.length === 2 && to !== undefined && first <= to ? { ...filter, rent: { from: first, to } } : undefined;
    }
    case 'u1003':
      return values.every((value) => value >= 1 && value <= leaseBands.length) ? { ...filter, leases: values.map((value) => value - 1) } : undefined;
    case 'u1004': {
      const types = pick(values, unitTypes);
      return types && { ...filter, types };
    }
    case 'u1005': {
      const amenities = pick(values, amenityCodes);
      return amenities && { ...filter, amenities };
    }
    case 'u1006':
      return single && (first === 1 || first === 2) ? { ...filter, bathroom: first === 1 ? 'private' : 'shared' } : undefined;
    case 'u1007':
      return single && distanceSteps.some((step) => step === first) ? { ...filter, distance: first } : undefined;
    case 'u1008':
      return single && first === 1 ? { ...filter, verified: true } : undefined;
    case 'u1009':
      return single && first === 1 ? { ...filter, availableNow: true } : undefined;
    case 'sort': {
      const sort = (Object.keys(sorts) as Sort[]).find((name) => sorts[name] === first);
      return single && sort ? { ...filter, sort } : undefined;
    }
    case 'pg':
      return single && first >= 1 && first <= maxPage ? { ...filter, page: first } : undefined;
  }
}

/**
 * Reads a filter code. Unknown keys and later duplicates are dropped and make the code non-canonical;
 * a value that its key cannot have makes it malformed (undefined).
 * @example parseFilterCode('u1000a202709-sorta11')?.months // [202709]
 */
export function parseFilterCode(code: string): ListFilter | undefined {
  const entries = code.split('-');
  if (entries.length > maxEntries) return undefined;
  let filter = noFilter;
  const seen = new Set<string>();
  for (const entry of entries) {
    const match = entryPattern.exec(entry);
    const key = match?.[1];
    if (!match || !key) return undefined;
    const known = keyOrder.find((one) => one === key);
    if (!known || seen.has(key)) continue;
    seen.add(key);
    const given = (match[2] ?? '').split('e').map(Number);
    const values = known === 'u1002' ? given : [...new Set(given)].sort((a, b) => a - b);
    const next = withEntry(filter, known, values);
    if (!next) return undefined;
    filter = next;
  }
  return filter;
}

/**
 * Writes a filter in its one canonical form; empty when nothing is chosen.
 * @example formatFilterCode({ ...noFilter, months: [202709], sort: 'earliest-move-in' }) // 'u1000a202709-sorta11'
 */
export function formatFilterCode(filter: ListFilter): string {
  const entries: string[] = [];
  const put = (key: Key, ...values: readonly number[]): void => void entries.push(`${key}a${values.join('e')}`);
  const ascending = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);
  if (filter.months.length > 0) put('u1000', ...ascending(filter.months));
  if (filter.guests !== undefined) put('u1001', filter.guests);
  if (filter.rent) put('u1002', filter.rent.from, filter.rent.to);
  if (filter.leases.length > 0) put('u1003', ...ascending(filter.leases.map((band) => band + 1)));
  if (filter.types.length > 0) put('u1004', ...ascending(filter.types.map((type) => unitTypes.indexOf(type) + 1)));
  if (filter.amenities.length > 0) put('u1005', ...ascending(filter.amenities.map((code) => amenityCodes.indexOf(code) + 1)));
  if (filter.bathroom) put('u1006', filter.bathroom === 'private' ? 1 : 2);
  if (filter.distance !== undefined) put('u1007', filter.distance);
  if (filter.verified) put('u1008', 1);
  if (filter.availableNow) put('u1009', 1);
  if (filter.sort !== 'recommended') put('sort', sorts[filter.sort]);
  if (filter.page > 1) put('pg', filter.page);
  return entries.join('-');
}

/** Whether a path segment can only be meant as a filter code. */
export function looksLikeFilterCode(segment: string): boolean {
  return /^(?:u\d+a|sorta|pga)/.test(segment);
}

/** Whether anything but the page is chosen: such lists are not for search engines. */
export function isFiltered(filter: ListFilter): boolean {
  return formatFilterCode({ ...filter, page: 1 }) !== '';
}
