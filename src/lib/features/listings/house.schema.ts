/** Homes in full, as the house, unit, room and compare pages see them, and the wire shapes they have in calls. */
import { z } from 'zod';
import type { City, Place, School } from '#lib/features/geo/geo.schema.ts';
import type { Point } from '#lib/geo/distance.ts';
import type { HouseId, SupplierId, TenancyId, UnitId } from '#lib/ids/ids.ts';
import { currencies } from '#lib/money/currencies.ts';
import { compare, formatMoney, leaseUnits, toDecimal } from '#lib/money/money.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import type { CancellationPolicy } from './cancellation.schema.ts';
import { unitTypes } from './filter-code.ts';
import type { AmenityCode, UnitType } from './filter-code.ts';
import type { BedSize, BillCode, FaqCode, HouseType, ReviewAspect, RoomStatus, TenancyTerms, Verification } from './listings.schema.ts';
import { wholePrice } from './pricing.rules.ts';

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
  readonly address: string;
  readonly postalCode: string | undefined;
  readonly at: Point;
  readonly yearBuilt: number | undefined;
  readonly storeys: number | undefined;
  readonly description: string | undefined;
  readonly descriptionZh: string | undefined;
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
};

export type Promo = { readonly kind: 'voucher' | 'cashback' | 'early-bird'; readonly amount: Money; readonly startsOn: string; readonly endsOn: string };

/** The weekly rent a unit had on a day. */
export type PricePoint = { readonly unitId: UnitId; readonly on: string; readonly weekly: Money };

export type ReviewLanguage = 'en' | 'zh-CN' | 'zh-TW' | 'vi';

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
  readonly pictures: readonly string[];
  readonly isSample: boolean;
};

/** All reviews of a house in figures, and the newest of them in full. */
export type Reviews = {
  readonly count: number;
  /** Mean of 1–5; undefined without reviews. */
  readonly score: number | undefined;
  readonly aspects: Readonly<Partial<Record<ReviewAspect, number>>>;
  /** Count and mean of those that are neither sample data nor passed on from elsewhere. */
  readonly verified: { readonly count: number; readonly score: number | undefined };
  readonly newest: readonly Review[];
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
  /** The school named by `?schoolunique` (R2.066). */
  readonly chosenSchool: School | undefined;
};

/** An amount in the reader's own currency: rounded, with one unit of the original and the day of the rate. */
export type About = { readonly amount: Money; readonly one: Money; readonly asOf: string };

/** Converts to the reader's currency; undefined where no conversion is shown. */
export type Converter = (amount: Money) => About | undefined;

/** R3.53: what calls say about a rent. `price` is the listed rent per lease unit; `promo_price` is null without promo. */
export const priceDisplaySchema = z.object({
  symbol: z.string(),
  price: z.string(),
  price_formated: z.string(),
  price_max: z.string(),
  price_max_formated: z.string(),
  promo_price: z.string().nullable(),
  promo_price_formated: z.string().nullable(),
  lease_unit: z.enum(leaseUnits),
  /** Whole weeks of the shortest and the longest lease. */
  lease_time: z.int(),
  lease_time_max: z.int(),
  /** 1: fixed move-in days; 2: a period to choose from. */
  check_in_type: z.union([z.literal(1), z.literal(2)]),
  /** Whether lease options can be opened. */
  open_show_hcl: z.boolean(),
  /** Position of the unit type, from 1. */
  sub_type_id: z.int(),
});
export type PriceDisplay = z.infer<typeof priceDisplaySchema>;

/** R3.57. */
export const mediaSchema = z.object({ media_id: z.int(), path: z.string(), suffix: z.string(), legacy_url: z.string().nullable(), url: z.string() });
export type WireMedia = z.infer<typeof mediaSchema>;

/** R3.54. Suppliers and calls name an occupant's gender in `order_list`. */
export const roomStatusSchema = z.object({
  status: z.coerce.number().int().min(0).max(4),
  booking_status: z.coerce.number().int().min(0).max(4).nullish(),
  flat_status: z.coerce.number().int().min(0).max(4).nullish(),
  order_list: z.array(z.object({ gender: z.coerce.number().int().min(0).max(3).catch(0) })).nullish(),
});
export type WireRoomStatus = z.infer<typeof roomStatusSchema>;

/** R3.52. */
export const houseCardSchema = z.object({
  title: z.string(),
  cover_image: z.string(),
  location: z.object({ address: z.string() }),
  rent_amount: z.object({ amount: z.string(), abbr: z.string() }).nullable(),
  lease_unit: z.enum(leaseUnits).nullable(),
});
export type WireHouseCard = z.infer<typeof houseCardSchema>;

const leaseWeeks = (terms: TenancyTerms): number => Math.floor(wholePrice(terms).nights / 7);

/**
 * The rent of lease options in one unit of time and one currency as calls give it (R3.53).
 * Undefined without options; options quoted otherwise than the first are left out.
 */
export function toPriceDisplay(tenancies: readonly TenancyTerms[], unitType: UnitType, intl: string): PriceDisplay | undefined {
  const [first] = tenancies;
  if (!first) return undefined;
  const alike = tenancies.filter(({ unit, rent }) => unit === first.unit && rent.currency === first.rent.currency);
  const [cheapest = first] = alike.toSorted((a, b) => compare(a.promoRent ?? a.rent, b.promoRent ?? b.rent));
  const dearest =
    alike
      .map(({ rent }) => rent)
      .toSorted(compare)
      .at(-1) ?? first.rent;
  const weeks = alike.map(leaseWeeks);
  return {
    symbol: currencies[first.rent.currency].symbol.trim(),
    price: toDecimal(cheapest.rent),
    price_formated: formatMoney(cheapest.rent, intl),
    price_max: toDecimal(dearest),
    price_max_formated: formatMoney(dearest, intl),
    promo_price: cheapest.promoRent ? toDecimal(cheapest.promoRent) : null,
    promo_price_formated: cheapest.promoRent ? formatMoney(cheapest.promoRent, intl) : null,
    lease_unit: first.unit,
    lease_time: Math.min(...weeks),
    lease_time_max: Math.max(...weeks),
    check_in_type: 1,
    open_show_hcl: alike.length > 0,
    sub_type_id: unitTypes.indexOf(unitType) + 1,
  };
}

/** A picture as calls give it (R3.57). @param url its absolute or site-absolute address. */
export function toMedia(media: Media, url: string): WireMedia {
  return { media_id: media.id, path: media.path, suffix: media.suffix, legacy_url: media.legacyUrl ?? null, url };
}

/** A house as cards in calls have it (R3.52). */
export function toHouseCard(house: Pick<House, 'name' | 'address'>, coverImage: string, cheapest: TenancyTerms | undefined): WireHouseCard {
  const rent: { amount: string; abbr: CurrencyCode } | null = cheapest
    ? { amount: toDecimal(cheapest.promoRent ?? cheapest.rent), abbr: cheapest.rent.currency }
    : null;
  return { title: house.name, cover_image: coverImage, location: { address: house.address }, rent_amount: rent, lease_unit: cheapest?.unit ?? null };
}

const roomStatusOf = (value: number): RoomStatus => (value === 1 || value === 2 || value === 3 || value === 4 ? value : 0);
const genderOf = (value: number | undefined): Gender => (value === 1 || value === 2 || value === 3 ? value : 0);

/**
 * Status and occupant of a room from a call (R3.54). `booking_status` is newer than `status`, and a flat
 * that cannot be let (`flat_status` 0) closes its rooms.
 */
export function fromRoomStatus(wire: WireRoomStatus): Pick<Room, 'status' | 'gender'> {
  const status = wire.flat_status === 0 ? 0 : roomStatusOf(wire.booking_status ?? wire.status);
  return { status, gender: status === 2 ? genderOf(wire.order_list?.[0]?.gender) : 0 };
}
