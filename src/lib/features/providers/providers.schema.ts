/** Who lets the homes of the catalogue, and what is recorded of them. */
import type { Verification, verifiedFacts } from '#lib/features/catalogue/listings.schema.ts';
import type { CityId, HouseId, SupplierId } from '#lib/ids/ids.ts';

export const providerKinds = ['operator', 'landlord', 'homestay-host'] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** How many of some cases went as they should. */
export type Cases = { readonly good: number; readonly all: number };

/** A place in the index of providers. */
export type RankedProvider = { readonly id: SupplierId; readonly kind: ProviderKind };

/** A provider with homes for rent now. */
export type Provider = {
  readonly id: SupplierId;
  readonly slug: string;
  readonly name: string;
  readonly kind: ProviderKind;
  /** The day on which we checked who they are, YYYY-MM-DD. */
  readonly verifiedOn: string | undefined;
  readonly isSample: boolean;
  readonly homes: number;
  /** Facts checked at all of its homes together, and the day of the last check. */
  readonly checks: { readonly done: number; readonly last: string | undefined };
  readonly reviews: { readonly count: number; readonly score: number | undefined };
  /** When half of its homes had been confirmed; undefined where it has none. */
  readonly confirmedAt: Date | undefined;
  /** One for each home. */
  readonly cityIds: readonly CityId[];
  /** The homes to show first; those in which something is free before others. */
  readonly houseIds: readonly HouseId[];
};

/** All homes for rent together, as the page about the site counts them. */
export type Standing = {
  readonly homes: number;
  readonly cities: number;
  readonly providers: number;
  /** Providers whose identity was checked. */
  readonly identified: number;
  /** Homes of which something was checked, and of which everything was. */
  readonly checked: number;
  readonly whole: number;
  /** Whether any of them is invented. */
  readonly hasSample: boolean;
  /** When half of the homes had been confirmed; undefined while there is none. */
  readonly confirmedAt: Date | undefined;
};

/** A fact as it was checked at some of a provider's homes. */
export type CheckedFact = {
  readonly fact: (typeof verifiedFacts)[number];
  readonly homes: number;
  readonly methods: readonly Verification['method'][];
  /** The day of the last check, YYYY-MM-DD. */
  readonly last: string;
};

/** A provider with all that its own page tells. */
export type ProviderRecord = Provider & {
  /** Since when it has homes here. */
  readonly since: Date | undefined;
  readonly facts: readonly CheckedFact[];
  /** Reviews by whole stars, five first. */
  readonly spread: readonly number[];
  /** Deposits that were to be back by a day: those that were. */
  readonly deposits: Cases;
  /** Bookings that were paid: those whose home could be given. */
  readonly bookings: Cases;
};
