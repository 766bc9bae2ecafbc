/** Version 1 of the listing feed: field names, raw records as the three formats give them, and problems found. */

/** Fields by level, in the order of the documentation. */
export const houseFields = [
  'house_ref',
  'house_name',
  'house_name_zh',
  'house_type',
  'country',
  'city',
  'address',
  'postal_code',
  'latitude',
  'longitude',
  'year_built',
  'storeys',
  'description',
  'description_zh',
  'amenities',
  'bills_included',
  'photos',
] as const;
export const unitFields = ['unit_ref', 'unit_name', 'unit_type', 'size_sqm', 'bed_size', 'max_occupants', 'bathroom', 'kitchen'] as const;
export const tenancyFields = [
  'tenancy_ref',
  'move_in',
  'move_out',
  'lease_weeks',
  'rent_amount',
  'rent_currency',
  'rent_unit',
  'promo_rent_amount',
  'deposit_amount',
  'booking_fee_amount',
  'stock',
  'cancellation_policy',
  'last_confirmed_at',
] as const;

/** Columns that a CSV feed cannot do without; of those in one list, one is enough. */
export const requiredColumns: readonly (readonly string[])[] = [
  ['house_ref'],
  ['house_name'],
  ['house_type'],
  ['country'],
  ['address'],
  ['latitude'],
  ['longitude'],
  ['unit_ref'],
  ['unit_name'],
  ['unit_type'],
  ['tenancy_ref'],
  ['move_in'],
  ['move_out', 'lease_weeks'],
  ['rent_amount'],
  ['rent_currency'],
  ['rent_unit'],
  ['stock'],
];

/** Fields that hold several values, parted by semicolons. */
export const listFields: ReadonlySet<string> = new Set(['amenities', 'bills_included', 'photos']);

/** A record before anything is known about its values. `line`, of the record or of a field of it, is looked up only when there is something to report. */
export type RawRecord = { readonly line: (field?: string) => number; readonly fields: ReadonlyMap<string, string> };
export type RawUnit = RawRecord & { readonly tenancies: readonly RawRecord[] };
export type RawHouse = RawRecord & {
  readonly units: readonly RawUnit[];
  /** What was wrong with the record's form; a house with a refusal here is refused whole. */
  readonly problems: readonly Problem[];
  /** The record is none that could be read on: its problems say all there is to say. */
  readonly isUnreadable?: true;
};

/**
 * `refused`: the house is not taken; `dropped`: the value is left out, the house is taken;
 * `mended`: the value was put right and taken; `noticed`: nothing is wrong with it, and somebody should look.
 */
export const severities = ['refused', 'dropped', 'mended', 'noticed'] as const;
export type Severity = (typeof severities)[number];

export type Problem = {
  readonly severity: Severity;
  readonly line: number;
  readonly houseRef: string;
  readonly field: string;
  readonly value: string;
  readonly reason: string;
};

/** The file cannot be read on: what came before stands, nothing after it was seen. */
export class BrokenFeedError extends Error {
  override name = 'BrokenFeedError';
  readonly line: number;
  /** The house in which it breaks off, where it has a name by then. */
  readonly houseRef: string;
  constructor(line: number, reason: string, houseRef = '') {
    super(reason);
    this.line = line;
    this.houseRef = houseRef;
  }
}

/** What a reader of one format gives: houses in the order of the file. */
export type FeedReader = AsyncIterable<RawHouse>;

/** Bound on one house, so that a file with a forgotten bracket or quote cannot fill the memory. */
export const largestHouse = 16_000_000;
