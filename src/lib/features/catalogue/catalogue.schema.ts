/** A house as the catalogue's write side takes it: complete, checked, in domain terms. */
import type { MoreLanguages } from './local-texts.rules.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { Point } from '#lib/geo/distance.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import type { LeaseUnit, Money } from '#lib/money/money.ts';
import type { AmenityCode, UnitType } from './filter-code.rules.ts';
import type { BedSize, BillCode, FaqCode, HouseType, ReviewAspect, RoomStatus, Verification } from './listings.schema.ts';

export type SupplierKind = 'operator' | 'landlord' | 'homestay-host';
export type SupplierDraft = { readonly name: string; readonly kind: SupplierKind; readonly verifiedOn: string | undefined; readonly isSample: boolean };

export const cancellationPolicyCodes = ['flexible', 'standard', 'strict', 'non-refundable', 'statutory-cooling-off-14'] as const;
export type CancellationPolicyCode = (typeof cancellationPolicyCodes)[number];

export type TenancyDraft = {
  /** As of a house. */
  readonly unread?: readonly (typeof tenanciesUnread)[number][];
  /** Unique within the unit. */
  readonly ref: string;
  readonly moveIn: string;
  readonly moveOut: string;
  readonly rent: Money;
  readonly rentUnit: LeaseUnit;
  readonly promoRent: Money | undefined;
  readonly deposit: Money;
  readonly bookingFee: Money;
  /** Beds or rooms left. */
  readonly stock: number;
  readonly cancellationPolicy: CancellationPolicyCode | undefined;
  /** Who said so: `feed` or `sample`. */
  readonly source: 'feed' | 'sample';
  readonly lastConfirmedAt: Date;
};

export type RoomDraft = { readonly label: string; readonly status: RoomStatus; readonly gender: 0 | 1 | 2 | 3; readonly floor: number };

export type UnitDraft = {
  /** As of a house. */
  readonly unread?: readonly (typeof unitsUnread)[number][];
  /** Unique within the house. */
  readonly ref: string;
  readonly name: string;
  readonly type: UnitType;
  readonly sizeSqm: number | undefined;
  readonly bedSize: BedSize | undefined;
  readonly maxOccupants: number;
  readonly bathroom: 'private' | 'shared';
  readonly kitchen: 'private' | 'shared';
  /** Physical rooms, where known. Undefined leaves what is stored. */
  readonly rooms: readonly RoomDraft[] | undefined;
  readonly tenancies: readonly TenancyDraft[];
  /** Weekly rents of the past, oldest first; the present one is added by the write itself. */
  readonly pastRents: readonly { readonly on: string; readonly weekly: Money }[];
};

export type MediaDraft = {
  readonly kind: 'facade' | 'plan' | 'photo';
  /** The unit shown; undefined for the house. */
  readonly unitRef: string | undefined;
  /** Drawings: the shot's name. Photographs: address or path without suffix. */
  readonly path: string;
  readonly suffix: string;
  readonly legacyUrl: string | undefined;
};

export type PromoDraft = {
  readonly ref: string;
  readonly kind: 'voucher' | 'cashback' | 'early-bird';
  readonly amount: Money;
  readonly startsOn: string;
  readonly endsOn: string;
};

/** A text by catalogue language. Without words of its own, Hong Kong reads Taiwan's. */
export type TextByLanguage = Readonly<Record<'en' | 'zh-CN' | 'zh-TW' | 'vi', string>> & { readonly 'zh-HK'?: string };

/** What somebody who has an order of ours says of their stay. */
export type SaidOfHouse = {
  readonly language: string;
  readonly stayedFrom: string;
  readonly writtenOn: string;
  readonly score: number;
  readonly aspects: Readonly<Partial<Record<ReviewAspect, number>>>;
  readonly text: string;
  /** `on`: the day on which the provider said it, where that is known. */
  readonly reply: { readonly language: string; readonly text: string; readonly on?: string } | undefined;
  /** Paths of photographs. */
  readonly pictures: readonly string[];
};

export type ReviewDraft = {
  readonly ref: string;
  readonly source: 'verified-stay' | 'import';
  /** Catalogue language it was written in. */
  readonly language: keyof TextByLanguage;
  readonly stayedFrom: string;
  readonly writtenOn: string;
  readonly score: number;
  readonly aspects: Readonly<Partial<Record<ReviewAspect, number>>>;
  readonly texts: TextByLanguage;
  readonly reply: TextByLanguage | undefined;
};

/** What a source may fail to say readably of a home, a unit or a lease, and a home is complete without. */
export const housesUnread = ['nameZh', 'postalCode', 'yearBuilt', 'storeys', 'description', 'descriptionZh', 'amenities', 'billsIncluded'] as const;
export const unitsUnread = ['sizeSqm', 'bedSize', 'maxOccupants', 'bathroom', 'kitchen'] as const;
export const tenanciesUnread = ['cancellationPolicy'] as const;

export type HouseDraft = {
  /** What the source says and nobody can read: what is stored stays. */
  readonly unread?: readonly (typeof housesUnread)[number][];
  readonly supplierId: SupplierId;
  /** Unique within the supplier. */
  readonly ref: string;
  readonly category: 'rent' | 'buy-old' | 'buy-new';
  readonly houseType: HouseType;
  readonly city: City;
  readonly name: string;
  readonly nameZh: string | undefined;
  /** In languages beside English and mainland Chinese, where the source has them. */
  readonly names?: MoreLanguages;
  readonly address: string;
  readonly postalCode: string | undefined;
  readonly at: Point;
  readonly yearBuilt: number | undefined;
  readonly storeys: number | undefined;
  /** Plain text; paragraphs are parted by an empty line. */
  readonly description: string | undefined;
  readonly descriptionZh: string | undefined;
  readonly descriptions?: MoreLanguages;
  readonly amenities: readonly AmenityCode[];
  readonly billsIncluded: readonly BillCode[];
  /** Undefined leaves what is stored: suppliers do not verify themselves. */
  readonly verifications: readonly Verification[] | undefined;
  readonly faqs: readonly FaqCode[] | undefined;
  readonly isSample: boolean;
  readonly units: readonly UnitDraft[];
  readonly media: readonly MediaDraft[];
  readonly promos: readonly PromoDraft[];
  readonly reviews: readonly ReviewDraft[];
};

/** What became of each house of a batch. */
export type WriteOutcome = {
  readonly added: number;
  readonly changed: number;
  /** Left alone because the content was the same. */
  readonly unchanged: number;
};
