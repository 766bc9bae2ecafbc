/** Homes in full, as the house, unit, room and compare pages see them. */
import type { MoreLanguages } from '#lib/features/catalogue/local-texts.rules.ts';
import type { Alike } from '#lib/features/catalogue/twins.rules.ts';
import type { City, Place, School } from '#lib/features/geo/geo.schema.ts';
import type { Point } from '#lib/geo/distance.ts';
import type { OwnPhotograph } from '#lib/features/photographs/own-photographs.schema.ts';
import type { HouseId, SupplierId, TenancyId, UnitId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import type { CancellationRow } from './cancellation.rules.ts';
import type { CancellationPolicy } from './cancellation.schema.ts';
import type { AmenityCode, UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import type {
  BedSize,
  BillCode,
  FaqCode,
  HouseType,
  Removal,
  ReviewAspect,
  RoomStatus,
  TenancyTerms,
  Verification,
} from '#lib/features/catalogue/listings.schema.ts';
import type { Intake } from '#lib/features/finding/intake.rules.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';
import type { CompareId } from '#lib/features/catalogue/compare.rules.ts';
import type { StayFit } from './compare-stay.rules.ts';

export type Supplier = {
  readonly id: SupplierId;
  readonly slug: string;
  readonly name: string;
  readonly kind: 'operator' | 'landlord' | 'homestay-host';
  /** When its documents were checked; undefined when they were not. */
  readonly verifiedOn: string | undefined;
};

/** A building or home at an address (R3.66). */
export type House = {
  readonly id: HouseId;
  readonly category: 'rent' | 'buy-old' | 'buy-new';
  readonly status: 'open' | 'closed' | 'removed';
  readonly houseType: HouseType;
  readonly city: City;
  readonly neighbourhood: Place | undefined;
  readonly supplier: Supplier;
  readonly name: string;
  readonly nameZh: string | undefined;
  readonly names: MoreLanguages;
  readonly address: string;
  readonly postalCode: string | undefined;
  readonly at: Point;
  readonly yearBuilt: number | undefined;
  readonly storeys: number | undefined;
  readonly description: string | undefined;
  readonly descriptionZh: string | undefined;
  readonly descriptions: MoreLanguages;
  readonly amenities: readonly AmenityCode[];
  readonly bills: readonly BillCode[];
  readonly verifications: readonly Verification[];
  readonly faqs: readonly FaqCode[];
  readonly isSample: boolean;
  readonly updatedAt: Date;
};

/** 0 not stated, 1 male, 2 female, 3 mixed. */
export type Gender = 0 | 1 | 2 | 3;

/** One physical room behind a unit (R3.68). */
export type Room = { readonly label: string; readonly status: RoomStatus; readonly gender: Gender; readonly floor: number };

/** A kind of room or flat let alike (R3.67). */
export type Unit = {
  readonly id: UnitId;
  readonly houseId: HouseId;
  readonly name: string;
  /** The language of the name where it is not the reader's. */
  readonly nameLang?: 'en';
  readonly unitType: UnitType;
  readonly sizeSqm: number | undefined;
  readonly bedSize: BedSize | undefined;
  readonly maxOccupants: number;
  readonly bathroom: 'private' | 'shared';
  readonly kitchen: 'private' | 'shared';
  readonly status: 'open' | 'closed';
  readonly rooms: readonly Room[];
};

/** A lease option. */
export type Tenancy = TenancyTerms & {
  readonly id: TenancyId;
  readonly unitId: UnitId;
  readonly stock: number;
  readonly policyCode: CancellationPolicy['code'] | undefined;
  readonly source: string;
  readonly confirmedAt: Date;
  readonly status: 'open' | 'closed';
};

export type UnitWithTenancies = Unit & { readonly tenancies: readonly Tenancy[] };

export type Media = {
  readonly id: number;
  readonly unitId: UnitId | undefined;
  readonly kind: 'facade' | 'plan' | 'photo';
  /** For drawings the shot's name. */
  readonly path: string;
  readonly suffix: string;
  readonly legacyUrl: string | undefined;
  /** What is known of a photograph that came with the project. */
  readonly own?: OwnPhotograph | undefined;
};

export type Promo = { readonly kind: 'voucher' | 'cashback' | 'early-bird'; readonly amount: Money; readonly startsOn: string; readonly endsOn: string };

/** The weekly rent a unit had on a day. */
export type PricePoint = { readonly unitId: UnitId; readonly on: string; readonly weekly: Money };

export type ReviewLanguage = 'en' | 'zh-CN' | 'zh-TW' | 'zh-HK' | 'vi';

/** What someone who lived there wrote (R3.69). */
export type Review = {
  readonly id: number;
  readonly source: 'verified-stay' | 'import';
  /** The language it was written in, as a BCP 47 tag. */
  readonly language: string;
  readonly stayedFrom: string;
  readonly writtenOn: string;
  /** 1–5. */
  readonly score: number;
  readonly aspects: Readonly<Partial<Record<ReviewAspect, number>>>;
  readonly texts: Readonly<Record<string, string>>;
  readonly reply: Readonly<Record<string, string>> | undefined;
  /** When the provider said it, where that is known. */
  readonly repliedOn: string | undefined;
  readonly pictures: readonly string[];
  readonly isSample: boolean;
};

export type ReviewFigures = {
  readonly count: number;
  /** Mean of 1–5; undefined without reviews. */
  readonly score: number | undefined;
};

/** All reviews of a house in figures, and the newest of them in full. */
export type Reviews = ReviewFigures & {
  readonly aspects: Readonly<Partial<Record<ReviewAspect, number>>>;
  /** Of the count, those by people who stayed; the provider passed the others on. */
  readonly stays: number;
  /** Reviews that were removed, or taken back by who wrote them, by the reason. */
  readonly removed: Readonly<Partial<Record<Removal, number>>>;
  /** Count and mean of those that are neither sample data nor passed on from elsewhere. */
  readonly verified: { readonly count: number; readonly score: number | undefined };
  readonly newest: readonly Review[];
};

/** A house that another supplier offers and that seems to be the same, with what can be had there. */
export type TwinRecord = { readonly house: House; readonly alike: Alike; readonly units: readonly UnitWithTenancies[] };

/** A house with all that its pages show. */
export type HouseRecord = {
  readonly house: House;
  /** Those that are open, with all their lease options by move-in. */
  readonly units: readonly UnitWithTenancies[];
  readonly media: readonly Media[];
  /** Those that have not ended, the one that ends first in front. */
  readonly promos: readonly Promo[];
  /** Past weekly rents of the units, by day. */
  readonly pricePoints: readonly PricePoint[];
  readonly reviews: Reviews;
  /** Those that are open, the cheapest in front; few. */
  readonly twins: readonly TwinRecord[];
};

/** A house with its words in the reader's language and script. */
export type ReadHouse = House & {
  /** The name to show. */
  readonly title: string;
  /** The supplier's own name of it where the title is another. */
  readonly originalName: string | undefined;
  /** The supplier's description in the nearest language there is, as paragraphs, with its `lang`. */
  readonly words: { readonly lang: string; readonly paragraphs: readonly string[] } | undefined;
  /** Today where the house stands. */
  readonly today: string;
  /** What the reader asked for on the way here. */
  readonly question: ReaderQuestion;
  /** The query that carries the question on: every link to a page of this or another home ends with it. */
  readonly asks: string;
  /** The school of the question (R2.066). */
  readonly chosenSchool: School | undefined;
  /** All that was read with it, where its own pages opened it. */
  readonly record?: HouseRecord | undefined;
};

/** A home of another supplier that seems to be the one of the page, with the option that leads its own page. */
export type Twin<Of extends House = House> = {
  readonly house: Of;
  readonly alike: Alike;
  /** Undefined while it is full. */
  readonly offer: Offer | undefined;
  /** Whether the option answers the question of the page. */
  readonly isAnswer: boolean;
};

/** A house with the picture it goes by. */
export type CoveredHouse = {
  readonly house: House;
  /** Path of its first photograph; undefined where it is drawn. */
  readonly photo: string | undefined;
};

/** One home of the comparison: the asked unit, or the one whose option answers the stay. */
export type CompareColumn = {
  /** Its question has the stay: its own page leads with the same option. */
  readonly house: ReadHouse;
  /** Path of its first photograph; undefined where it is drawn. */
  readonly photo: string | undefined;
  readonly unit: UnitWithTenancies | undefined;
  readonly offer: Offer | undefined;
  /** How the option answers the stay; undefined without an option. */
  readonly fit: StayFit | undefined;
  readonly asked: CompareId;
  readonly reviews: ReviewFigures;
  /** What leaving the option costs; undefined without an option, or where no policy is known. */
  readonly refunds: readonly CancellationRow[] | undefined;
};

/** Homes side by side, each with its lease for one stay. */
export type Comparison = {
  readonly columns: readonly CompareColumn[];
  /** What is asked of all of them, with the stay only where the address names it. */
  readonly question: ReaderQuestion;
  /** The stay with what it can be chosen from (positions in `leaseBands`); undefined where there is nothing to let. */
  readonly stay: { readonly intake: Intake; readonly months: readonly number[]; readonly leases: readonly number[] } | undefined;
  /** Whole weeks that sums are brought to; undefined without any lease. */
  readonly weeks: number | undefined;
  /** Whether the leases are for different stays. */
  readonly isUneven: boolean;
  /** The address of the stay that the form of the page has chosen; undefined where nothing was sent. */
  readonly movedTo: string | undefined;
};

export type Offer = { readonly unit: UnitWithTenancies; readonly tenancy: Tenancy };
