/** What the map asks of the homes and what it gets, in domain terms. Browser-safe. */
import type { Box, Position } from '#lib/geo/boxes.ts';
import type { CityId, CountryId, HouseId } from '#lib/ids/ids.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { FigureBasis } from '#lib/features/finding/lease-figures.rules.ts';
import type { ListScope } from '#lib/features/finding/question.schema.ts';

export type MapBox = Box;
export type { Position };

export const wholeWorld: MapBox = { west: -180, south: -90, east: 180, north: 90 };

/** What part of the catalogue a map looks at, as a list does; without country, all of it. */
export type MapScope = Omit<ListScope, 'countryId'> & { readonly countryId: CountryId | undefined };

export type MapQuestion = {
  readonly scope: MapScope;
  readonly filter: ListFilter;
  readonly box: MapBox;
  /** A drawn area; homes outside are left out. */
  readonly area: readonly Position[] | undefined;
  readonly zoom: number;
  /** Last day of move-in that counts as available now. */
  readonly soon: string;
  readonly pageSize: number;
  /** For orders by a figure of the lease that leads a card. */
  readonly figures?: FigureBasis | undefined;
};

/** A home, or several standing too close together to be told apart at this zoom. */
export type MapPoint = {
  readonly at: Position;
  readonly count: number;
  /** The home, where it is one. */
  readonly houseId: HouseId | undefined;
  readonly cityId: CityId;
  /** Of a single home: the lowest weekly rent of what fits, in minor units of the city's currency; undefined when nothing can be booked. */
  readonly weeklyMinor: number | undefined;
};

export type MapFinding = {
  /** Homes that fit and are in view. */
  readonly total: number;
  readonly points: readonly MapPoint[];
  /** One page of the homes in view, in the list's order. */
  readonly houseIds: readonly HouseId[];
};

/** Kinds of places a map shows besides homes. */
export const mapPlaceKinds = ['school', 'station', 'landmark', 'neighbourhood', 'city', 'country'] as const;
export type MapPlaceKind = (typeof mapPlaceKinds)[number];
