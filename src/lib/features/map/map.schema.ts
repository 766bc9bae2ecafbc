/** What the map asks of the homes and what it gets, in domain terms. Browser-safe. */
import type { Box, Position } from '#lib/geo/boxes.ts';
import type { CityId, CountryId, HouseId } from '#lib/ids/ids.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { Intake, IntakeSpan } from '#lib/features/finding/intake.rules.ts';
import type { FigureBasis, LeadLease } from '#lib/features/finding/lease-figures.rules.ts';
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
  /** When the intake begins that markers and cards lead with, as in a list; without it they lead with what is cheapest. */
  readonly season?: IntakeSpan | undefined;
};

/** A home, or several standing too close together to be told apart at this zoom. */
export type MapPoint = {
  readonly at: Position;
  readonly count: number;
  /** The home, where it is one. */
  readonly houseId: HouseId | undefined;
  readonly cityId: CityId;
  /**
   * The lease that its card leads with; of several homes the one of the lowest rent. Undefined when nothing can be booked, and where homes of
   * several currencies stand together.
   */
  readonly lease: LeadLease | undefined;
};

export type MapFinding = {
  /** Homes that fit and are in view. */
  readonly total: number;
  readonly points: readonly MapPoint[];
  /** The intake of the whole list, whatever part of it is in view; undefined over several countries, which have no list. */
  readonly intake: Intake | undefined;
  /** One page of the homes in view, in the list's order. */
  readonly houseIds: readonly HouseId[];
};

/** Kinds of places a map shows besides homes. */
export const mapPlaceKinds = ['school', 'station', 'landmark', 'neighbourhood', 'city', 'country'] as const;
export type MapPlaceKind = (typeof mapPlaceKinds)[number];
