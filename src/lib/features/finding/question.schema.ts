/** What the list queries ask and give, in domain terms. */
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { Point } from '#lib/geo/distance.ts';
import type { CityId, CountryId, HouseId, PlaceId, SupplierId, TenancyId, UnitId } from '#lib/ids/ids.ts';
import type { ListCategory } from '#lib/paths.ts';
import type { ListFilter, UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import type { BillCode, StoredCard, TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import type { Intake, IntakeSpan } from './intake.rules.ts';
import type { FigureBasis } from './lease-figures.rules.ts';
import type { RoomCounts } from '#lib/features/catalogue/room-counts.schema.ts';

/** What part of the catalogue a list looks at. */
export type ListScope = {
  readonly category: ListCategory;
  readonly countryId: CountryId;
  readonly cityId: CityId | undefined;
  /** The cities of a region; undefined where the list is of no region. */
  readonly cityIds?: readonly CityId[] | undefined;
  readonly supplierId: SupplierId | undefined;
  /** Distances are measured to the nearest of these; empty where a list has no such point. */
  readonly near: readonly Point[];
  /** Homes farther than this many metres are not in the list. */
  readonly reach: number | undefined;
};

export type ListQuestion = {
  readonly scope: ListScope;
  readonly filter: ListFilter;
  /** Minor units in one whole unit of the place's currency. */
  readonly minorUnits: number;
  /** Last day of move-in that counts as available now. */
  readonly soon: string;
  readonly pageSize: number;
  /** For orders by a figure of the lease that leads a card; without it they are the usual one. */
  readonly figures?: FigureBasis | undefined;
  /** When the intake begins that its cards lead with; without it they lead with what is cheapest. */
  readonly season?: IntakeSpan | undefined;
};

export type ListAnswer = {
  /** For `tally`. */
  readonly records: Uint8Array;
  readonly houseIds: readonly HouseId[];
  /** Categories with any home in this scope. */
  readonly categories: readonly ListCategory[];
  /** What its cards lead with; undefined where no home offers any. */
  readonly intake: Intake | undefined;
};

/** The lease option a card shows: the cheapest of the list's intake that has all of what the reader asked for together, otherwise the cheapest that has. */
export type CardOffer = {
  readonly unitId: UnitId;
  readonly tenancyId: TenancyId;
  /** Of its unit, where the reader asked for something that not every option has. */
  readonly unitType: UnitType | undefined;
  /** Of its unit in any case; undefined for what is stored with the card. */
  readonly type?: UnitType | undefined;
  /** Whether it is of the list's intake. */
  readonly isOfIntake?: boolean;
  /** Whether nothing else of the home that answers the question costs less. */
  readonly isCheapest?: boolean;
  readonly terms: TenancyTerms;
};

/** The home that others are compared with. */
export type LikeHome = {
  readonly id: HouseId;
  readonly cityId: CityId;
  readonly houseType: string;
  /** What its shown option costs a week, in the currency of the city; undefined where nothing can be booked. */
  readonly weeklyMinor: bigint | undefined;
};

export type ListedHouse = {
  readonly id: HouseId;
  readonly city: City;
  readonly neighbourhoodId: number | undefined;
  readonly at: Point;
  readonly stock: number;
  /** When price and vacancies were last confirmed. */
  readonly confirmedAt: Date;
  readonly reviews: { readonly count: number; readonly score: number | undefined };
  readonly card: StoredCard;
  /** Bills in the rent. */
  readonly bills: readonly BillCode[];
  /** Type of the unit that the stored card's cheapest option is of. */
  readonly cheapestType: UnitType | undefined;
  readonly rooms: RoomCounts;
  /** Undefined when nothing that was asked for can be booked. */
  readonly offer: CardOffer | undefined;
  /** The cheapest option of the home, whatever was asked for; undefined when nothing can be booked. */
  readonly cheapest: CardOffer | undefined;
};

/** A median with the number of things it was taken from. */
export type Median = { readonly weeklyMinor: bigint; readonly sample: number };

export type PlaceFigures = {
  readonly homes: number;
  /** Homes confirmed within the last seven days. */
  readonly confirmed: number;
  /** Median straight-line distance to the place, in metres; undefined where none is measured. */
  readonly metres: number | undefined;
  readonly byType: readonly (Median & { readonly type: UnitType })[];
  /** By what the homes start at. Only neighbourhoods with several homes. */
  readonly byNeighbourhood: readonly (Median & { readonly id: PlaceId; readonly lowestMinor: bigint; readonly highestMinor: bigint })[];
};

export type CountryFigures = {
  readonly homes: number;
  readonly confirmed: number;
  readonly byCity: readonly (Median & { readonly id: CityId; readonly homes: number })[];
};

export type Figures = ({ readonly kind: 'place' } & PlaceFigures) | ({ readonly kind: 'country' } & CountryFigures);
