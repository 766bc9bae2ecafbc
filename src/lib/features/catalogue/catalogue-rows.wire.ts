/** Drafts of houses as flat rows for set-based statements, and the fingerprint that tells whether a house changed. */
import { createHash } from 'node:crypto';
import { todayIn } from '#lib/dates/dates.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import type { Point } from '#lib/geo/distance.ts';
import type { HouseDraft, UnitDraft } from './catalogue.schema.ts';
import { placeReachMetres } from './reach.rules.ts';

/** The neighbourhood whose centre is nearest, among those in whose lists a home there is. */
export function neighbourhoodOf(city: City, at: Point): number | undefined {
  let best: number | undefined;
  let bestMetres: number = placeReachMetres;
  for (const place of city.places) {
    if (place.kind !== 'neighbourhood') continue;
    const metres = metresBetween(at, place.at);
    if (metres <= bestMetres) [best, bestMetres] = [place.id, metres];
  }
  return best;
}

function houseRow(house: HouseDraft) {
  return {
    supplier_id: house.supplierId,
    ref: house.ref,
    category: house.category,
    house_type: house.houseType,
    country_id: house.city.country.id,
    city_id: house.city.id,
    neighbourhood_id: neighbourhoodOf(house.city, house.at) ?? null,
    name: house.name,
    name_zh: house.nameZh ?? null,
    // Left out where there are none: what a supplier sends alike is known by its hash, and most have no such texts.
    ...(house.names ? { names: house.names } : {}),
    address: house.address,
    postal_code: house.postalCode ?? null,
    latitude: house.at.latitude,
    longitude: house.at.longitude,
    year_built: house.yearBuilt ?? null,
    storeys: house.storeys ?? null,
    description: house.description ?? null,
    description_zh: house.descriptionZh ?? null,
    ...(house.descriptions ? { descriptions: house.descriptions } : {}),
    amenities: house.amenities,
    bills_included: house.billsIncluded,
    verifications: house.verifications ?? null,
    faqs: house.faqs ?? null,
    is_sample: house.isSample,
  };
}

function unitRow(unit: UnitDraft) {
  return {
    ref: unit.ref,
    name: unit.name,
    unit_type: unit.type,
    size_sqm: unit.sizeSqm ?? null,
    bed_size: unit.bedSize ?? null,
    max_occupants: unit.maxOccupants,
    bathroom: unit.bathroom,
    kitchen: unit.kitchen,
    rooms: unit.rooms ?? null,
  };
}

function tenancyRow({
  ref,
  moveIn,
  moveOut,
  rent,
  rentUnit,
  promoRent,
  deposit,
  bookingFee,
  stock,
  cancellationPolicy,
  source,
}: UnitDraft['tenancies'][number]) {
  return {
    ref,
    move_in: moveIn,
    move_out: moveOut,
    rent_minor: rent.minor.toString(),
    rent_currency: rent.currency,
    rent_unit: rentUnit,
    promo_rent_minor: promoRent ? promoRent.minor.toString() : null,
    deposit_minor: deposit.minor.toString(),
    booking_fee_minor: bookingFee.minor.toString(),
    stock,
    cancellation_policy: cancellationPolicy ?? null,
    source,
  };
}

function reviewRow(review: HouseDraft['reviews'][number]) {
  const { ref, source, language, score, aspects, texts } = review;
  return { ref, source, language, stayed_from: review.stayedFrom, written_on: review.writtenOn, score, aspects, texts, reply: review.reply ?? null };
}

function promoRow({ ref, kind, amount, startsOn, endsOn }: HouseDraft['promos'][number]) {
  return { ref, kind, amount_minor: amount.minor.toString(), currency: amount.currency, starts_on: startsOn, ends_on: endsOn };
}

function mediaRow({ kind, unitRef, path, suffix, legacyUrl }: HouseDraft['media'][number], position: number) {
  return { kind, unit_ref: unitRef ?? null, path, suffix, legacy_url: legacyUrl ?? null, position };
}

const todays = new WeakMap<Date, Map<string, string>>();

/** Today in a time zone, looked up once per zone and clock reading: the calendar of a zone is slow to open. */
function todayAt(timeZone: string, now: Date): string {
  const known = todays.get(now) ?? new Map<string, string>();
  todays.set(now, known);
  const today = known.get(timeZone) ?? todayIn(timeZone, now);
  known.set(timeZone, today);
  return today;
}

export type HouseRows = ReturnType<typeof houseRows>;

/** All rows of a house, with the fingerprint over everything a reader sees. When a price was confirmed is no part of it. */
export function houseRows(draft: HouseDraft, now: Date) {
  const house = houseRow(draft);
  const units = draft.units.map((unit) => ({ ...unitRow(unit), tenancies: unit.tenancies.map(tenancyRow) }));
  const media = draft.media.map(mediaRow);
  const promos = draft.promos.map(promoRow);
  const reviews = draft.reviews.map(reviewRow);
  // Where the city's neighbourhoods lie is the editors' business, not a change of the house.
  const { neighbourhood_id: _, ...own } = house;
  const hash = createHash('sha256')
    .update(JSON.stringify([own, units, media, promos, reviews]))
    .digest('hex');
  return {
    key: `${draft.supplierId}/${draft.ref}`,
    hash,
    today: todayAt(draft.city.timeZone, now),
    confirmed: draft.units.flatMap((unit) =>
      unit.tenancies.map((tenancy) => ({ unit: unit.ref, ref: tenancy.ref, at: tenancy.lastConfirmedAt.toISOString() })),
    ),
    pastRents: draft.units.flatMap((unit) =>
      unit.pastRents.map(({ on, weekly }) => ({ unit: unit.ref, on_date: on, weekly_minor: weekly.minor.toString(), currency: weekly.currency })),
    ),
    house,
    units,
    media,
    promos,
    reviews,
  };
}
