/** From homes as we know them to the wire's names, and back. Pure. */
import { coded } from '#lib/i18n/coded.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { T } from '#lib/i18n/t.ts';
import { currencies } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { compare, formatMoney, toDecimal } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { Paths } from '#lib/paths.ts';
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import type { UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import { isOffered, offeredOrAll, roomLabel } from './house.rules.ts';
import type { Gender, House, Media, Room, Tenancy, UnitWithTenancies } from './house.schema.ts';
import type { PriceDisplay, WireMedia, WireMoney, WirePrice, WireRoomStatus, WireTenancy } from './house-wire.schema.ts';
import type { RoomStatus, TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import { converterFor } from '#lib/features/rates/reader-currency.rules.ts';
import type { Rates } from '#lib/features/rates/reader-currency.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import type { PictureSource } from '#lib/features/pictures/picture-source.rules.ts';

/** How amounts are said: the reader's Intl tag, and a conversion with the day of its rate. */
export type MoneyWords = {
  readonly intl: string;
  /** Rounded; undefined where none is shown. */
  readonly about: (amount: Money) => { readonly amount: Money; readonly asOf: string } | undefined;
};

/** How amounts are said to a reader, with conversions by the day's rates. */
export function moneyWordsOf(rates: Rates, { locale, intl }: { readonly locale: Locale; readonly intl: string }): MoneyWords {
  return { intl, about: converterFor(rates, locale) };
}

export function toWireMoney(amount: Money, intl: string): WireMoney {
  return { minor: amount.minor.toString(), currency: amount.currency, currency_id: currencies[amount.currency].id, formatted: formatMoney(amount, intl) };
}

/** The whole price of a lease option, as its page shows it. */
export function toWirePrice(terms: TenancyTerms, { intl, about }: MoneyWords): WirePrice {
  const price = wholePrice(terms);
  const converted = about(price.weekly);
  const money = (amount: Money): WireMoney => toWireMoney(amount, intl);
  return {
    lease_unit: terms.unit,
    rent: money(terms.rent),
    promo_rent: terms.promoRent ? money(terms.promoRent) : null,
    weekly: money(price.weekly),
    monthly: money(price.monthly),
    nights: price.nights,
    weeks: price.weeks,
    rent_total: money(price.rentTotal),
    booking_fee: money(price.bookingFee),
    contract_total: money(price.contractTotal),
    deposit: money(price.deposit),
    saving: price.saving ? money(price.saving) : null,
    about: converted ? { weekly: money(converted.amount), rates_of: converted.asOf } : null,
  };
}

const leaseWeeks = (terms: TenancyTerms): number => Math.floor(wholePrice(terms).nights / 7);
/** An amount as old clients read it: decimal text and currency. */
export const amountOf = (amount: Money): { amount: string; abbr: CurrencyCode } => ({ amount: toDecimal(amount), abbr: amount.currency });

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

/** A lease option as calls give it. */
export function toTenancy(house: House, tenancy: Tenancy, today: string, paths: Paths, words: MoneyWords): WireTenancy {
  return {
    hcr: tenancy.id,
    unit_id: tenancy.unitId,
    move_in: tenancy.moveIn,
    move_out: tenancy.moveOut,
    lease_time: leaseWeeks(tenancy),
    rent_amount: amountOf(tenancy.rent),
    lease_unit: tenancy.unit,
    promo_price: tenancy.promoRent ? toDecimal(tenancy.promoRent) : null,
    price: toWirePrice(tenancy, words),
    stock: tenancy.stock,
    is_offered: house.status === 'open' && isOffered(tenancy, today),
    cancel_policy: tenancy.policyCode ?? null,
    source: tenancy.source,
    confirmed_at: tenancy.confirmedAt.toISOString(),
    url: paths.unit(house, tenancy.unitId, tenancy.id),
  };
}

/**
 * A room as calls give it (R3.54). A flat without any room to let is closed as a whole. `order_list` is empty: who lives somewhere is told to
 * nobody who asks.
 */
export function toRoom(t: T, room: Room, flat: readonly Room[]) {
  return {
    name: room.label,
    floor: room.floor,
    status: room.status,
    booking_status: room.status,
    flat_status: flat.some(({ status }) => status !== 0) ? 1 : 0,
    order_list: [],
    status_text: roomLabel(t, room),
  };
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

/** A coded value with its name. */
export function toCoded(t: T, group: string, code: string): { code: string; label: string } {
  return { code, label: coded(t, group, code) };
}

/** A unit without its lease options. `cheapest` is the option its page opens with. */
export function toUnit(
  house: House & { readonly today: string },
  unit: UnitWithTenancies,
  cheapest: Tenancy | undefined,
  { t, paths }: { t: T; paths: Paths },
  words: MoneyWords,
) {
  const { today } = house;
  return {
    unit_id: unit.id,
    name: unit.name,
    unit_type: unit.unitType,
    unit_type_text: coded(t, 'unit_type', unit.unitType),
    sub_type_id: unitTypes.indexOf(unit.unitType) + 1,
    size_sqm: unit.sizeSqm ?? null,
    bed_size: unit.bedSize ? toCoded(t, 'bed_size', unit.bedSize) : null,
    max_occupants: unit.maxOccupants,
    bathroom: unit.bathroom,
    kitchen: unit.kitchen,
    price_display: toPriceDisplay(offeredOrAll(unit.tenancies, house), unit.unitType, words.intl) ?? null,
    cheapest: cheapest ? toTenancy(house, cheapest, today, paths, words) : null,
    stock: unit.tenancies.reduce((sum, tenancy) => sum + (isOffered(tenancy, today) ? tenancy.stock : 0), 0),
    url: paths.unit(house, unit.id, 0),
  };
}

/** The cover as calls give it: the default width of R9.41. */
export function coverUrl(picture: PictureSource): string {
  return picture.url(640, 'webp');
}
