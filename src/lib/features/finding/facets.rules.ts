/**
 * The dimensions of a list's filter and the bits that stand for their values in `listing_offers` and
 * `listing_facets`. The database makes the bits in `migrations/parts/listing-facets.ts`, `009_listing_offers.ts` and `077_more_amenities.ts`.
 */
import { amenityCodes, leaseBands, unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';

/** Dimensions of units and their lease options, which a single option must pass together. */
export const unitDimensions = ['months', 'guests', 'rent', 'leases', 'types', 'bathroom', 'availableNow'] as const;
export type UnitDimension = (typeof unitDimensions)[number];
/** Dimensions of the house as a whole; the bit of each in a record's `fails`. */
export const houseDimensions = { amenities: 1, distance: 2, verified: 4 } as const;
export type HouseDimension = keyof typeof houseDimensions;
export type Dimension = UnitDimension | HouseDimension;

/** Where in `offer_bits` a dimension's values are. Month bits repeat every 42 months. */
export const offerBits = {
  types: { from: 0, size: unitTypes.length },
  leases: { from: 8, size: leaseBands.length },
  bathroom: { from: 13, size: 2 },
  guests: { from: 15, size: 6 },
  months: { from: 21, size: 42 },
} as const;

/** The bit of a move-in month (yyyymm) within `offerBits.months`. */
export function monthBit(month: number): number {
  return (Math.floor(month / 100) * 12 + (month % 100) - 1) % offerBits.months.size;
}

/** Weekly rents in minor units at which `rent_bits` changes its bit. */
export const rentSteps: readonly number[] = [3, 4, 5, 6, 7, 8].flatMap((power) =>
  [100, 125, 150, 200, 250, 300, 400, 500, 600, 800].map((hundredths) => hundredths * 10 ** (power - 2)),
);

/** The bits of all rents below a limit in minor units: of each step, and of no limit. */
const bitsBelow: ReadonlyMap<number, bigint> = new Map([0, ...rentSteps, Number.POSITIVE_INFINITY].map((limit, bits) => [limit, (1n << BigInt(bits)) - 1n]));

/** The bits of `rent_bits` for weekly rents in [from, to) minor units; both are steps, 0 or Infinity. */
export function rentBits(from: number, to: number): bigint {
  return (bitsBelow.get(to) ?? 0n) & ~(bitsBelow.get(from) ?? 0n);
}

/** Bits of the chosen values of a unit dimension, 0 when it is not chosen or is no set of values. */
export function chosenBits(filter: ListFilter, dimension: UnitDimension): bigint {
  const join = (positions: readonly number[], from: number): bigint => positions.reduce((bits, position) => bits | (1n << BigInt(from + position)), 0n);
  switch (dimension) {
    case 'months':
      return join(filter.months.map(monthBit), offerBits.months.from);
    case 'leases':
      return join(filter.leases, offerBits.leases.from);
    case 'types':
      return join(
        filter.types.map((type) => unitTypes.indexOf(type)),
        offerBits.types.from,
      );
    case 'bathroom':
      return filter.bathroom ? join([filter.bathroom === 'private' ? 0 : 1], offerBits.bathroom.from) : 0n;
    default:
      return 0n;
  }
}

/** Bits of amenities: of the first 32 codes as in `amenity_bits`, of the others as in `more_amenity_bits`. */
export type AmenityBits = { readonly first: number; readonly more: number };

/** Bits of the chosen amenities. @example amenityBits({ amenities: ['wifi', 'oven'] }) // { first: 1, more: 2 } */
export function amenityBits({ amenities }: Pick<ListFilter, 'amenities'>): AmenityBits {
  const bitsOf = (from: number): number =>
    amenities.map((code) => amenityCodes.indexOf(code) - from).reduce((bits, at) => (at >= 0 && at < 32 ? bits | (1 << at) : bits), 0);
  return { first: bitsOf(0), more: bitsOf(32) };
}

/** Columns of homes' amenities, as the index in memory has them. */
type AmenityColumns = { readonly amenityBits: Int32Array; readonly moreAmenityBits: Int32Array };

/** Whether a home of these columns has all of these amenities. */
export function hasAmenities({ amenityBits, moreAmenityBits }: AmenityColumns, home: number, { first, more }: AmenityBits): boolean {
  return ((amenityBits[home] ?? 0) & first) === first && ((moreAmenityBits[home] ?? 0) & more) === more;
}

/** The dimensions the filter restricts, units' ones in the order of a record's extra fields. */
export function chosenDimensions(filter: ListFilter): { units: readonly UnitDimension[]; houses: readonly HouseDimension[] } {
  const units = unitDimensions.filter((dimension) => {
    switch (dimension) {
      case 'guests':
        return filter.guests !== undefined;
      case 'rent':
        return filter.rent !== undefined;
      case 'availableNow':
        return filter.availableNow;
      default:
        return chosenBits(filter, dimension) !== 0n;
    }
  });
  const houses: HouseDimension[] = [];
  if (filter.amenities.length > 0) houses.push('amenities');
  if (filter.distance !== undefined) houses.push('distance');
  if (filter.verified) houses.push('verified');
  return { units, houses };
}

export const noDay = 2_147_483_647;
/** Nights of an option that is no lease. */
export const noNights = 65_535;

export const noRent = -1;
