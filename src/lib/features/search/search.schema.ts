/** What can be found, as the rest of the code sees it. */
import type { MoreLanguages } from '#lib/features/catalogue/local-texts.rules.ts';
import type { Region } from '#lib/features/geo/geo.schema.ts';
import type { City, Country, Place, School } from '#lib/features/geo/geo.schema.ts';
import type { HouseType } from '#lib/features/catalogue/listings.schema.ts';
import type { Point } from '#lib/geo/distance.ts';
import type { CityId, HouseId, SupplierId, UserId } from '#lib/ids/ids.ts';
import type { SearchGroup } from '#lib/search-text/documents.ts';

export type { Region };

export type FoundSupplier = { readonly id: SupplierId; readonly name: string; readonly country: Country };

export type FoundHouse = {
  readonly id: HouseId;
  readonly name: string;
  readonly nameZh: string | null;
  readonly names: MoreLanguages;
  readonly address: string;
  readonly postalCode: string | null;
  readonly cityId: CityId;
  readonly supplierId: SupplierId;
  readonly houseType: HouseType;
  readonly forRent: boolean;
  /** Rooms free. */
  readonly stock: number;
  readonly at: Point;
};

export type SearchEntry =
  | { readonly group: 'city'; readonly of: City }
  | { readonly group: 'school'; readonly of: School }
  | { readonly group: 'subway' | 'landmark' | 'postal_code' | 'neighborhood'; readonly of: Place }
  | { readonly group: 'region'; readonly of: Region }
  | { readonly group: 'supplier'; readonly of: FoundSupplier }
  | { readonly group: 'house'; readonly of: FoundHouse; readonly city: City };

export const searchKey = (group: SearchGroup, id: number): string => `${group}:${id}`;

/** An entry with the homes for rent there now. */
export type FoundEntry = { readonly entry: SearchEntry; readonly homes: number };
export type FoundGroup = { readonly group: SearchGroup; readonly found: readonly FoundEntry[] };

/** What was picked from a search, and when. */
export type SearchPick = { readonly kind: SearchGroup; readonly id: number; readonly at: Date };

/** What is remembered of searches for somebody who is signed in, instead of for their device. */
export type AccountSearches = {
  /** @returns false where they want nothing remembered. */
  record(userId: UserId, picks: readonly SearchPick[], now: Date): Promise<boolean>;
  /** Forgets one pick, those of a kind, or all. Returns how many. */
  forget(userId: UserId, kind: SearchGroup | undefined, id: number | undefined, now: Date): Promise<number>;
  /** Newest first. */
  last(userId: UserId): Promise<readonly SearchPick[]>;
};
