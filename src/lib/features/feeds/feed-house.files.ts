/** Turns a raw house into one the catalogue takes, or into the reasons why not. */
import { addDays, nightsBetween } from '#lib/dates/dates.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { cancellationPolicyCodes, housesUnread, tenanciesUnread, unitsUnread } from '#lib/features/catalogue/catalogue.schema.ts';
import type { HouseDraft, MediaDraft, TenancyDraft, UnitDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import { unitSqm } from '#lib/features/catalogue/catalogue-law.rules.ts';
import { drawnMedia } from '#lib/features/catalogue/drawn-media.rules.ts';
import { amenityCodes, unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import type { UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import { bedSizes, billCodes, houseTypes } from '#lib/features/catalogue/listings.schema.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import type { Point } from '#lib/geo/distance.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { leaseUnits, money, toDecimal, weekly } from '#lib/money/money.ts';
import type { LeaseUnit, Money } from '#lib/money/money.ts';
import { foldName } from '#lib/features/catalogue/supplier-slug.rules.ts';
import { amenitySynonyms } from './amenity-synonyms.rules.ts';
import { surroundings } from './city-matcher.rules.ts';
import type { PlaceMatcher } from './city-matcher.rules.ts';
import type { Problem, RawHouse, RawRecord, RawUnit } from './feed.schema.ts';
import { Problems } from './feed-problems.rules.ts';
import { FieldReader } from './feed-fields.rules.ts';
import { plainLine } from './feed-text.rules.ts';
import { takePhoto } from './feed-photos.files.ts';
import type { PhotoStore } from './feed-photos.files.ts';

export type FeedContext = {
  readonly supplierId: SupplierId;
  readonly places: PlaceMatcher;
  readonly photos: PhotoStore;
  /** How much of a currency a pound is, where that is known: what tells a rent from a slip of the pen. */
  readonly perPound: ReadonlyMap<string, number>;
  readonly now: Date;
  /** What counts as confirmation where a tenancy gives no time of its own. */
  readonly confirmedAt: Date;
};

const longestRef = 100;
const longestName = 200;
/** A city of the same country further away than this is not where the house is. */
const farthestFromCity = 100_000;
/** A city that is not ours is listed under the nearest city of its country, unless even that is further away than this. */
const farthestUnknownCity = 1_000_000;
const longestCityName = 60;
const longestAddress = 300;
const mostPhotos = 100;

/** The city a house is listed under, and the name of its own where that is another one. */
type Where = { readonly city: City; readonly ownName: string | undefined };

/** The address with that name in it, once. */
function addressIn(address: string, ownName: string | undefined): string {
  if (ownName === undefined || foldName(address).includes(foldName(ownName))) return address;
  const full = `${address}, ${ownName}`;
  return full.length <= longestAddress ? full : address;
}

/** What kinds of rooms have by definition, for feeds that leave it out. */
const usualRooms: Readonly<Record<UnitType, { readonly bathroom: 'private' | 'shared'; readonly kitchen: 'private' | 'shared' }>> = {
  studio: { bathroom: 'private', kitchen: 'private' },
  ensuite: { bathroom: 'private', kitchen: 'shared' },
  'one-bedroom': { bathroom: 'private', kitchen: 'private' },
  'two-bedroom': { bathroom: 'private', kitchen: 'private' },
  'shared-room': { bathroom: 'shared', kitchen: 'shared' },
  'whole-apartment': { bathroom: 'private', kitchen: 'private' },
  house: { bathroom: 'private', kitchen: 'private' },
  homestay: { bathroom: 'shared', kitchen: 'shared' },
};

function readPoint(fields: FieldReader): Point | undefined {
  const latitude = fields.decimal('latitude', -90, 90);
  const longitude = fields.decimal('longitude', -180, 180);
  if (latitude === undefined || longitude === undefined) return undefined;
  if (Math.abs(latitude) < 0.001 && Math.abs(longitude) < 0.001)
    return fields.note('refused', 'latitude', `${fields.raw('latitude')}, ${fields.raw('longitude')}`, 'are placeholder coordinates, no place');
  return { latitude, longitude };
}

function readCity(fields: FieldReader, places: PlaceMatcher, at: Point | undefined): Where | undefined {
  const countryText = fields.value('country');
  if (countryText === '') return fields.missing('country');
  const country = places.country(countryText);
  if (!country) return fields.refuse('country', 'is not a country of this catalogue');
  const text = fields.value('city');
  // An id of 0 and "null" stand for "unknown" in old exports.
  const named = text === '' || text === '0' ? undefined : places.city(country, text);
  if (!at) return undefined;
  if (named) {
    const metres = metresBetween(named.at, at);
    if (metres <= farthestFromCity) return { city: named, ownName: undefined };
    const swapped = Math.abs(at.longitude) <= 90 && metresBetween(named.at, { latitude: at.longitude, longitude: at.latitude }) <= farthestFromCity;
    return fields.note(
      'refused',
      'latitude',
      `${at.latitude}, ${at.longitude}`,
      swapped ? 'and longitude are swapped' : `with the longitude lies ${Math.round(metres / 1000)} km from ${named.names['en-us']}`,
    );
  }
  const ownName = plainLine(text);
  const isName = named === undefined && /\p{L}/u.test(ownName) && ownName.length <= longestCityName;
  const near = places.nearestCity(country, at);
  const name = country.names['en-us'];
  if (!near || near.metres > (isName ? farthestUnknownCity : surroundings))
    return fields.refuse('city', `is not a city of this catalogue in ${name}, and there is none within ${isName ? '1,000' : '60'} km`);
  const km = Math.round(near.metres / 1000);
  const abroad = near.metres > surroundings ? places.cityAcrossBorder(country, at) : undefined;
  if (abroad)
    return fields.note('refused', 'latitude', `${at.latitude}, ${at.longitude}`, `with the longitude lies at ${abroad.city.names['en-us']}, not in ${name}`);
  const nearest = near.city.names['en-us'];
  if (!isName) {
    fields.note('mended', 'city', text, `was read as ${nearest}, the nearest city, ${km} km away`);
    return { city: near.city, ownName: undefined };
  }
  fields.note('mended', 'city', text, `is not a city of this catalogue: listed under ${nearest}, the nearest, ${km} km away, with its own name in the address`);
  return { city: near.city, ownName };
}

function readMoveOut(fields: FieldReader, moveIn: string | undefined): string | undefined {
  const moveOut = fields.date('move_out', 'optional');
  const weeks = fields.integer('lease_weeks', 1, 520);
  if (fields.value('move_out') === '' && fields.value('lease_weeks') === '')
    return fields.note('refused', 'move_out', '', 'move_out or lease_weeks is required');
  if (moveIn === undefined) return undefined;
  if (moveOut === undefined) return weeks === undefined ? undefined : addDays(moveIn, weeks * 7);
  if (moveOut <= moveIn) return fields.refuse('move_out', `is not after the move-in on ${moveIn}`);
  const nights = nightsBetween(moveIn, moveOut);
  if (nights > 3_660) return fields.refuse('move_out', 'is more than ten years after the move-in');
  if (weeks !== undefined && Math.abs(nights - weeks * 7) > 7)
    return fields.refuse('lease_weeks', `contradicts move_out, which is ${(nights / 7).toFixed(1)} weeks after the move-in`);
  return moveOut;
}

/** Pounds a week between which a rent of any home in the world lies; beyond them it is a placeholder, a total or a missing point. */
const rentBounds = { least: 3, most: 20_000 };

/** Refuses a rent that no home has: it would lead every list by price. */
function refuseImplausible(fields: FieldReader, rent: Money, unit: LeaseUnit, perPound: ReadonlyMap<string, number>): void {
  const rate = perPound.get(rent.currency);
  if (rate === undefined) return;
  const pounds = Number(toDecimal(weekly(rent, unit))) / rate;
  if (pounds >= rentBounds.least && pounds <= rentBounds.most) return;
  const bound = Math.round((pounds < rentBounds.least ? rentBounds.least : rentBounds.most) * rate);
  fields.refuse('rent_amount', `comes to ${pounds < rentBounds.least ? 'less' : 'more'} than ${bound} ${rent.currency} a week, which no home costs`);
}

/** A lower rent for a time; one that is none is left out, and the rent holds. */
function readPromo(fields: FieldReader, rent: Money | undefined): Money | undefined {
  if (!rent || fields.value('promo_rent_amount') === '') return undefined;
  const promo = fields.amount('promo_rent_amount', rent.currency);
  if (!promo) return fields.leaveOut('promo_rent_amount', `is not an amount in ${rent.currency}`);
  if (promo.minor === 0n) return fields.leaveOut('promo_rent_amount', 'is 0');
  return promo.minor < rent.minor ? promo : fields.leaveOut('promo_rent_amount', `is not below the rent of ${fields.raw('rent_amount')}`);
}

/** @example fieldOf('descriptionZh') // 'description_zh' */
const fieldOf = (key: string): string => (key === 'nameZh' ? 'house_name_zh' : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** Which of these the source says and nobody can read. */
function unreadOf<Key extends string>({ unread }: FieldReader, keys: readonly Key[]): { readonly unread?: readonly Key[] } {
  const found = unread.size === 0 ? [] : keys.filter((key) => unread.has(fieldOf(key)));
  return found.length > 0 ? { unread: found } : {};
}

function readTenancy(record: RawRecord, houseRef: string, context: FeedContext, problems: Problems): TenancyDraft | undefined {
  const fields = new FieldReader(record, houseRef, problems);
  const before = problems.refused;
  const ref = fields.ref('tenancy_ref', longestRef);
  const moveIn = fields.date('move_in', 'required');
  const moveOut = readMoveOut(fields, moveIn);
  const currency = fields.currency('rent_currency');
  const rentUnit = fields.code('rent_unit', leaseUnits, 'required');
  const stock = fields.value('stock') === '' ? fields.missing('stock') : fields.integer('stock', 0, 100_000);
  const cancellationPolicy = fields.code('cancellation_policy', cancellationPolicyCodes, 'optional');
  const lastConfirmedAt = fields.instant('last_confirmed_at', context.now) ?? context.confirmedAt;
  if (!currency) return undefined;
  const rent = fields.money('rent_amount', currency, 'required');
  const promoRent = readPromo(fields, rent);
  const deposit = fields.money('deposit_amount', currency, 'optional') ?? money(0n, currency);
  const bookingFee = fields.money('booking_fee_amount', currency, 'optional') ?? money(0n, currency);
  if (rent?.minor === 0n) fields.refuse('rent_amount', 'is 0');
  else if (rent && rentUnit) refuseImplausible(fields, rent, rentUnit, context.perPound);
  if (problems.refused > before || !ref || !moveIn || !moveOut || !rent || !rentUnit || stock === undefined) return undefined;
  return {
    ref,
    ...unreadOf(fields, tenanciesUnread),
    moveIn,
    moveOut,
    rent,
    rentUnit,
    promoRent,
    deposit,
    bookingFee,
    stock,
    cancellationPolicy,
    source: 'feed',
    lastConfirmedAt,
  };
}

/** Notes every ref that comes a second time. */
function refuseRepeated(field: string, records: readonly RawRecord[], within: string, houseRef: string, problems: Problems): void {
  const seen = new Map<string, RawRecord>();
  for (const record of records) {
    const ref = plainLine(record.fields.get(field) ?? '');
    const first = seen.get(ref);
    if (first && ref !== '')
      problems.add('refused', () => ({
        line: record.line(field),
        houseRef,
        field,
        value: ref,
        reason: `is not unique within the ${within}: line ${first.line(field)} has it too`,
      }));
    else seen.set(ref, record);
  }
}

/** Notes the first option quoted in another currency than the options before it: rents of one house are compared with each other. */
function refuseSecondCurrency(units: readonly RawUnit[], houseRef: string, problems: Problems): void {
  let first: { readonly currency: CurrencyCode; readonly line: number } | undefined;
  for (const record of units.flatMap(({ tenancies }) => tenancies)) {
    // What is no currency has been refused already.
    const currency = new FieldReader(record, houseRef, new Problems()).currency('rent_currency');
    if (!currency) continue;
    first ??= { currency, line: record.line('rent_currency') };
    if (currency === first.currency) continue;
    new FieldReader(record, houseRef, problems).refuse(
      'rent_currency',
      `is ${currency}, but line ${first.line} has ${first.currency}: all rents of a house are in one currency`,
    );
    return;
  }
}

function readUnit(raw: RawUnit, houseRef: string, context: FeedContext, problems: Problems): UnitDraft | undefined {
  const fields = new FieldReader(raw, houseRef, problems);
  const ref = fields.ref('unit_ref', longestRef);
  const type = fields.code('unit_type', unitTypes, 'required');
  const name = fields.name('unit_name', longestName);
  const sizeSqm = fields.measure('size_sqm', unitSqm.least, unitSqm.most);
  const [bedSize] = fields.codes('bed_size', bedSizes);
  const maxOccupants = fields.optionalInteger('max_occupants', 1, 50) ?? 1;
  const bathroom = fields.code('bathroom', ['private', 'shared'], 'optional');
  const kitchen = fields.code('kitchen', ['private', 'shared'], 'optional');
  refuseRepeated('tenancy_ref', raw.tenancies, 'unit', houseRef, problems);
  const tenancies = raw.tenancies.flatMap((tenancy) => readTenancy(tenancy, houseRef, context, problems) ?? []);
  if (!ref || !type || !name) return undefined;
  return {
    ref,
    ...unreadOf(fields, unitsUnread),
    name,
    type,
    sizeSqm,
    bedSize,
    maxOccupants,
    bathroom: bathroom ?? usualRooms[type].bathroom,
    kitchen: kitchen ?? usualRooms[type].kitchen,
    rooms: undefined,
    tenancies,
    pastRents: [],
  };
}

async function readPhotos(fields: FieldReader, store: PhotoStore): Promise<MediaDraft[]> {
  const media: MediaDraft[] = [];
  const items = fields.items('photos');
  if (items.length > mostPhotos) fields.note('dropped', 'photos', '', `${items.length} are named; the first ${mostPhotos} are taken`);
  for (const item of items.slice(0, mostPhotos)) {
    const taken = await takePhoto(item, store);
    if ('refused' in taken) fields.note('dropped', 'photos', item, `${taken.refused}, and was left out`);
    else {
      media.push(taken.media);
      const missing = store.missing.get(taken.media.path);
      if (missing !== undefined) fields.note('dropped', 'photos', item, `${missing} when it was last fetched; a drawing is shown until it can be had`);
    }
  }
  return media;
}

/** The house a raw one describes; undefined when anything in it was refused. Problems say what and why. */
export async function readHouse(raw: RawHouse, context: FeedContext): Promise<{ house: HouseDraft | undefined; ref: string; problems: readonly Problem[] }> {
  const problems = new Problems(raw.problems);
  const ref = plainLine(raw.fields.get('house_ref') ?? '');
  if (raw.isUnreadable) return { house: undefined, ref, problems: problems.list() };
  const fields = new FieldReader(raw, ref, problems);
  const houseRef = fields.ref('house_ref', longestRef);
  const name = fields.name('house_name', longestName);
  const nameZh = fields.optionalLine('house_name_zh', longestName);
  const houseType = fields.code('house_type', houseTypes, 'required');
  const at = readPoint(fields);
  const where = readCity(fields, context.places, at);
  const address = fields.line('address', longestAddress);
  const postalCode = fields.optionalLine('postal_code', 20);
  const yearBuilt = fields.optionalInteger('year_built', 1000, context.now.getUTCFullYear() + 5);
  const storeys = fields.optionalInteger('storeys', 1, 200);
  const description = fields.prose('description', 20_000);
  const descriptionZh = fields.prose('description_zh', 20_000);
  const amenities = fields.codes('amenities', amenityCodes, amenitySynonyms);
  const billsIncluded = fields.codes('bills_included', billCodes);
  refuseRepeated('unit_ref', raw.units, 'house', ref, problems);
  const units = raw.units.flatMap((unit) => readUnit(unit, ref, context, problems) ?? []);
  refuseSecondCurrency(raw.units, ref, problems);
  const photos = await readPhotos(fields, context.photos);
  if (problems.refused > 0 || !houseRef || !name || !houseType || !at || !where || !address)
    return { house: undefined, ref: houseRef ?? ref, problems: problems.list() };
  const drawn = drawnMedia(units.map((unit) => unit.ref));
  const media = photos.length > 0 ? [...photos, ...drawn.filter(({ kind }) => kind === 'plan')] : drawn;
  const house: HouseDraft = {
    supplierId: context.supplierId,
    ref: houseRef,
    ...unreadOf(fields, housesUnread),
    category: 'rent',
    houseType,
    city: where.city,
    name,
    nameZh,
    address: addressIn(address, where.ownName),
    postalCode,
    at,
    yearBuilt,
    storeys,
    description,
    descriptionZh,
    amenities,
    billsIncluded,
    verifications: undefined,
    faqs: undefined,
    isSample: false,
    units,
    media,
    promos: [],
    reviews: [],
  };
  return { house, ref: houseRef, problems: problems.list() };
}
