/** What list pages show, ready to print in one locale. */
import type { City, Place, School } from '#lib/features/geo/geo.schema.ts';
import type { TermDates } from '#lib/features/geo/places.schema.ts';
import type { PictureSource } from '#lib/features/pictures/picture-source.rules.ts';
import type { TravelMode } from '#lib/geo/distance.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import type { BillsApart, TotalWithBills } from '#lib/features/catalogue/bills.rules.ts';
import type { UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import type { TenancyTerms, verifiedFacts } from '#lib/features/catalogue/listings.schema.ts';
import type { WholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import type { LocalRent } from '#lib/features/catalogue/local-rent.rules.ts';
import type { RoomCounts } from '#lib/features/catalogue/room-counts.schema.ts';

/** `other-rooms`: rooms are free, but none of those asked for. */
export type Vacancy = 'available' | 'other-rooms' | 'waiting-list' | 'sold-out';

/** How far it is from a home to the place searched from. */
export type Journey = { readonly to: string; readonly metres: number; readonly mode: TravelMode; readonly minutes: number };

/** A home in a list (R3.52). */
export type HouseCardFacts = {
  readonly id: HouseId;
  /** The bare address, for machines. */
  readonly path: string;
  /** The address with the question that the list answers. */
  readonly href: string;
  readonly compareHref: string;
  readonly name: string;
  /** The provider's own name where `name` is another. */
  readonly originalName: string | undefined;
  readonly picture: PictureSource;
  /** What is shown beside it where a card has several pictures: the next photographs, or other drawn views. */
  readonly more: readonly PictureSource[];
  /** Path of its first photograph; undefined where it is drawn. */
  readonly photo: string | undefined;
  /** Street address, with the city where the list spans several. */
  readonly address: string;
  readonly area: string | undefined;
  readonly journey: Journey | undefined;
  /** The way leads to the school whose own list the card stands in: the page's title names it. */
  readonly isWayToOwnSchool: boolean;
  readonly unitTypes: readonly UnitType[];
  /** The cheapest lease option that has all of what was asked for; undefined when none can be booked. */
  readonly offer:
    | {
        readonly terms: TenancyTerms;
        readonly price: WholePrice;
        readonly rent: LocalRent;
        readonly unitType: UnitType | undefined;
        readonly about: Money | undefined;
        /** `said`: the list says once above its cards which lease this is; `other`: it is another; `own`: the card says all of it. */
        readonly lease: 'said' | 'other' | 'own';
        /** Whether it begins on another day than the one said above. */
        readonly isOtherDay: boolean;
      }
    | undefined;
  /** What is paid beside the rent of `offer`; undefined where nothing is, or nothing can be booked. */
  readonly bills: BillsApart | undefined;
  /** The figure by which the list is ordered, in whole units where it is estimated; undefined where the card shows it anyway. */
  readonly orderedBy:
    | { readonly kind: 'total'; readonly amount: Money }
    | { readonly kind: 'useful-week'; readonly amount: Money; readonly school: string; readonly bills: TotalWithBills['bills'] }
    | undefined;
  /** What the home starts at, where that is less than what was asked for costs. */
  readonly also: LocalRent | undefined;
  readonly vacancy: Vacancy;
  readonly stock: number;
  readonly rooms: RoomCounts;
  readonly confirmedAt: Date;
  /** How long ago that was, in the reader's words, and whether it is too long. */
  readonly freshness: { readonly age: string; readonly isStale: boolean };
  readonly verifiedFacts: readonly (typeof verifiedFacts)[number][];
  readonly reviews: { readonly count: number; readonly score: number | undefined };
  readonly supplier: { readonly name: string; readonly kind: 'operator' | 'landlord' | 'homestay-host' };
  readonly hasPromo: boolean;
  readonly isSample: boolean;
};

/**
 * One value of a filter: its link gives exactly `count` homes.
 * `adds`: how many of them the chosen values of its group have not; undefined while none is chosen.
 */
export type Choice = { readonly label: string; readonly href: string; readonly count: number; readonly adds: number | undefined; readonly chosen: boolean };

/** A field of a form of the filters. */
export type FilterField = {
  readonly name: 'rent_from' | 'rent_to' | 'move_in';
  readonly type: 'number' | 'date';
  readonly label: string;
  readonly value: string | undefined;
  readonly placeholder: string | undefined;
  readonly min: string;
};

/** A form that asks for the list by GET; the list leads on to the address of what was typed. */
export type FilterForm = {
  readonly title: string;
  readonly action: string;
  /** What the list's links carry along, which a form would lose. */
  readonly carried: readonly { readonly name: string; readonly value: string }[];
  readonly fields: readonly FilterField[];
  readonly submit: string;
  /** Homes at each step of rent, lowest first, and what the drawing of them says. */
  readonly bars: { readonly label: string; readonly homes: readonly { readonly count: number; readonly isAsked: boolean }[] } | undefined;
};

export type FilterGroup = {
  readonly id: 'types' | 'months' | 'rent' | 'leases' | 'distance' | 'checks' | 'bathroom' | 'guests' | 'amenities';
  readonly title: string;
  readonly choices: readonly Choice[];
  /** Whether one value takes the place of another. */
  readonly single: boolean;
  readonly form: FilterForm | undefined;
  /** Less asked for; shown when opened. */
  readonly more: readonly Choice[];
  /** Whether search engines may follow its links. */
  readonly follow: boolean;
};

/** A chosen filter with the link that takes it away. */
export type ActiveFilter = { readonly label: string; readonly href: string };
export type SortLink = { readonly label: string; readonly href: string; readonly current: boolean };
export type PageLink = { readonly number: number; readonly href: string; readonly current: boolean };
export type NamedLink = { readonly name: string; readonly href: string; readonly note?: string | undefined };
/** What removing one filter would give, or what changing it as `text` says. */
export type Relaxation = { readonly label: string; readonly text?: string; readonly href: string; readonly count: number };

/** Figures of a place, from the homes listed there and from facts about it. */
export type PlaceFactsView = {
  readonly name: string;
  readonly figures: readonly { readonly name: string; readonly value: string }[];
  readonly rents: readonly {
    readonly name: string;
    readonly href: string | undefined;
    readonly weekly: Money;
    readonly about: Money | undefined;
    readonly sample: number;
  }[];
  readonly rentsOf: 'type' | 'city';
  readonly nearest: readonly NamedLink[];
  readonly dearest: readonly NamedLink[];
  readonly cheapest: readonly NamedLink[];
  readonly terms: TermDates | undefined;
  /** Day of the exchange rates behind `about`. */
  readonly ratesOf: string | undefined;
};

export type LinkGroup = { readonly title: string; readonly links: readonly NamedLink[] };

export type ListPage = {
  readonly place: City | School | Place | { readonly kind: 'country' };
  readonly title: string;
  readonly intro: string;
  readonly total: number;
  readonly homes: readonly HouseCardFacts[];
  /** The lease that its prices are for, said once; undefined where each card says its own. */
  readonly intake: string | undefined;
  readonly breadcrumb: readonly { readonly name: string; readonly href?: string }[];
  /** Those with homes, and this one; empty where there is no other. */
  readonly categories: readonly { readonly label: string; readonly href: string; readonly current: boolean }[];
  readonly groups: readonly FilterGroup[];
  readonly active: readonly ActiveFilter[];
  readonly clearHref: string;
  readonly sorts: readonly SortLink[];
  readonly sort: string;
  /** Why the order is another than the usual one, and the way back to that; undefined where the reader chose it alone. */
  readonly sortNote: { readonly text: string; readonly label: string; readonly href: string } | undefined;
  /** Undefined where some are left out. */
  readonly pages: readonly (PageLink | undefined)[];
  readonly previous: string | undefined;
  readonly next: string | undefined;
  readonly relaxations: readonly Relaxation[];
  /** Where rents begin with all else that was asked for, in a sentence; undefined where homes are found, or the rent is not why none is. */
  readonly cheapest: string | undefined;
  /** The whole list, where this one is empty and that one is not. */
  readonly allHouses: Relaxation | undefined;
  readonly facts: PlaceFactsView | undefined;
  readonly related: readonly LinkGroup[];
  readonly hasSample: boolean;
  /** Day of the exchange rates behind the cards' "about". */
  readonly ratesOf: string | undefined;
};
