/** Invented homes, one after the other: the same seed and day always give the same homes. */
import { addDays, todayIn } from '#lib/dates/dates.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { HouseDraft, UnitDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import { shownSqm, unitSqm } from '#lib/features/catalogue/catalogue-law.rules.ts';
import { mattressOf } from '#lib/features/catalogue/mattress.rules.ts';
import { drawnMedia } from '#lib/features/catalogue/drawn-media.rules.ts';
import { faqCodes } from '#lib/features/catalogue/listings.schema.ts';
import type { BedSize } from '#lib/features/catalogue/listings.schema.ts';
import { seededRandom } from '#lib/random.ts';
import type { Random } from '#lib/random.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { compare, weekly } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import { housesPerCity, spotOf } from './allotment.rules.ts';
import { amenitiesOf, billsOf, houseTypeOf, pastRents, promosOf, verificationsOf } from './facts.ts';
import { habitsOf } from './habits.rules.ts';
import { possibleTenancies } from './intakes.rules.ts';
import { chosenAmong, picturedPopularity, withPhotographs } from './pictured.rules.ts';
import { composeReview } from './reviews.ts';
import type { SampleContent } from './sample-content.ts';
import { lettingKindOf } from '#lib/features/quotes/letting-law.rules.ts';
import { withinLaw } from './lawful.rules.ts';
import { composeLongLeases, composeTenancies } from './tenancies.ts';
import { apartmentKinds, composeRooms, homestayKinds, houseKinds, longKinds, pickKinds } from './units.ts';
import { describe, houseName, nearestNeighbourhood, postalCode, streetAddress } from './words.ts';

export type SampleOptions = {
  readonly houses: number;
  /** Exactly this many units a house, with three lease options each; otherwise about four with 3.3. */
  readonly unitsPerHouse: number | undefined;
  readonly seed: string;
  readonly now: Date;
};

/** Ids of the invented suppliers by country slug and the kind of home they offer. */
export type SupplierIds = (countrySlug: string, kind: 'operator' | 'landlord' | 'homestay-host') => readonly SupplierId[];

/** Nearer to the centre and to a campus is dearer. */
function locationFactor(city: City, spot: ReturnType<typeof spotOf>): number {
  const centreKm = metresBetween(city.at, spot.at) / 1000;
  const campusKm = spot.school ? Math.min(...spot.school.campuses.map(({ at }) => metresBetween(at, spot.at))) / 1000 : 2;
  return Math.min(1.2, Math.max(0.72, 1.17 - centreKm * 0.035 - campusKm * 0.04));
}

/** From four minutes to six weeks ago, most within the last days. */
function confirmedAt(now: Date, random: Random): Date {
  const minutes = 4 * (60_000 / 4) ** (random.next() ** 0.8);
  return new Date(now.getTime() - Math.round(minutes) * 60_000);
}

/** The next size where this one is not sold. */
const soldIn = (city: City, size: BedSize): BedSize => (mattressOf(size, city.country.slug) ? size : 'king');

const unitCounts: Readonly<Record<'apartment' | 'house' | 'homestay', readonly [number, number]>> = { apartment: [3, 6], house: [2, 5], homestay: [1, 3] };

function lowestRent(unit: Pick<UnitDraft, 'tenancies'>): Money | undefined {
  return unit.tenancies
    .filter(({ stock }) => stock > 0)
    .map(({ promoRent, rent, rentUnit }) => weekly(promoRent ?? rent, rentUnit))
    .sort(compare)[0];
}

/** Who lets which kind of house. */
const hosts = { apartment: 'operator', house: 'landlord', homestay: 'homestay-host' } as const;

function composeHouse(content: SampleContent, suppliers: SupplierIds, options: SampleOptions, city: City, index: number): HouseDraft {
  const random = seededRandom(`${options.seed}/${city.id}/${index}`);
  const habits = habitsOf(city.country.slug);
  const today = todayIn(city.timeZone, options.now);
  const spot = spotOf(city, index, random);
  const fate = random.next();
  const category = fate < 0.012 ? 'buy-old' : fate < 0.024 ? 'buy-new' : 'rent';
  const houseType = category === 'rent' ? houseTypeOf(habits, random) : 'apartment';
  const place = nearestNeighbourhood(city, spot.at);
  const near = place && metresBetween(place.at, spot.at) < 3_000 ? place : undefined;
  const called = houseName(content, city, near, houseType, index, random);
  const quality = random.next() * 0.6 + random.next() * 0.4;
  const thisYear = Number(today.slice(0, 4));
  const yearBuilt =
    category === 'buy-new'
      ? thisYear - random.integer(0, 2)
      : houseType === 'apartment' && category === 'rent'
        ? random.integer(1996, thisYear - 1)
        : random.integer(1895, 2012);
  const storeys = houseType === 'apartment' ? random.integer(4, city.popularity > 75 ? 18 : 9) : random.integer(2, 4);
  const kinds = category === 'rent' ? { apartment: apartmentKinds, house: houseKinds, homestay: homestayKinds }[houseType] : longKinds;
  const [fewest, most] = category === 'rent' ? unitCounts[houseType] : [1, 1];
  const isFull = random.chance(0.045);
  const hasPromo = random.chance(0.25);
  const confirmed = confirmedAt(options.now, random);
  const letting = { country: city.country.slug, state: city.state, kind: lettingKindOf(houseType, hosts[houseType]) };
  const [lowDeposit, highDeposit] = habits.depositWeeks;
  const terms = {
    habits,
    options: possibleTenancies(habits, today),
    currency: city.country.currency,
    policy: random.pick([habits.policies[random.integer(0, habits.policies.length - 1)] ?? 'standard']),
    depositWeeks: random.chance(0.12) && houseType === 'apartment' ? 0 : random.integer(lowDeposit, highDeposit),
    bookingFee: random.chance(0.5) ? 0 : Math.round(random.between(...habits.bookingFee) / 10) * 10,
    isFull,
    hasPromo,
  };
  const rentUnit = houseType === 'homestay' && random.chance(0.15) ? 'DAY' : habits.otherUnit && random.chance(0.08) ? habits.otherUnit : city.country.rentUnit;
  const base = city.studioWeek * locationFactor(city, spot) * (0.86 + quality * 0.3);
  let roomTotal = 0;
  const units = pickKinds(kinds, options.unitsPerHouse ?? random.integer(fewest, most), random).map((kind, at): UnitDraft => {
    const rooms = random.integer(...kind.rooms);
    roomTotal += rooms;
    const count = options.unitsPerHouse ? 3 : random.pick([2, 3, 3, 3, 4, 4, 5]);
    const unitTerms = { ...terms, rentUnit, rooms, count, confirmedAt: confirmed, weeklyRent: base * kind.factor * random.between(0.97, 1.03) };
    const tenancies =
      category === 'rent'
        ? composeTenancies(unitTerms, random).map((tenancy) => withinLaw(tenancy, content.law, letting, today))
        : composeLongLeases(unitTerms, today, random);
    const free = Math.max(0, ...tenancies.map(({ stock }) => stock));
    return {
      ref: `U${at + 1}`,
      name: kind.name,
      type: kind.type,
      sizeSqm: Math.max(unitSqm.least, shownSqm(random.between(...kind.size) * habits.size)),
      bedSize: soldIn(city, random.pick(kind.beds)),
      maxOccupants: random.integer(...kind.guests),
      bathroom: kind.bathroom,
      kitchen: kind.kitchen,
      rooms: composeRooms(kind, rooms, free, storeys, random),
      tenancies,
      pastRents: pastRents(lowestRent({ tenancies }), today, random),
    };
  });
  const description = describe(
    content,
    category === 'rent' ? houseType : 'long',
    { called, city, place: near, school: spot.school, at: spot.at, year: yearBuilt, storeys, rooms: roomTotal },
    random,
  );
  // Some private landlords write English and nothing else: such texts are shown as they are, and their language is said.
  const isEnglishOnly = houseType === 'house' && seededRandom(`${options.seed}/${city.id}/${index}/languages`).chance(0.3);
  const kind = hosts[houseType];
  const offering = suppliers(city.country.slug, kind);
  const supplierId = offering[random.integer(0, offering.length - 1)];
  if (supplierId === undefined) throw new RangeError(`suppliers.yaml has no ${kind} for ${city.country.slug}`);
  const reviewCount = random.chance(0.2) ? 0 : Math.floor(random.next() ** 2 * (houseType === 'apartment' ? 11 : 5)) + 1;
  return {
    supplierId,
    ref: `S-${city.id}-${index + 1}`,
    category,
    houseType,
    city,
    ...called,
    address: streetAddress(content, city, near ?? (city.country.slug === 'jp' ? place : undefined), random),
    postalCode: postalCode(city, spot.at, random),
    at: spot.at,
    yearBuilt,
    storeys,
    description: description.en,
    ...(isEnglishOnly ? { descriptionZh: undefined } : { descriptionZh: description.zh, descriptions: description.more }),
    amenities: amenitiesOf(houseType, quality, city, random),
    billsIncluded: billsOf(houseType, city, random),
    verifications: verificationsOf(today, random),
    faqs: faqCodes.filter(() => random.chance(0.75)),
    isSample: true,
    units,
    media: drawnMedia(units.map(({ ref }) => ref)),
    promos: promosOf(hasPromo, city, today, random),
    reviews: Array.from({ length: reviewCount }, (_, at) => composeReview(content.reviews, quality, at, addDays(today, -7), random)),
  };
}

/** Homes city by city, most popular first. No more are kept than the first of a city: any number can be written with the same memory. */
export function* sampleHouses(content: SampleContent, cities: readonly City[], suppliers: SupplierIds, options: SampleOptions): Generator<HouseDraft> {
  for (const [city, count] of housesPerCity(cities, options.houses)) {
    const chosen = city.popularity >= picturedPopularity ? Math.min(count, chosenAmong) : 0;
    const first = Array.from({ length: chosen }, (_, index) => composeHouse(content, suppliers, options, city, index));
    yield* withPhotographs(first, content.photographs.homes, options.now);
    for (let index = chosen; index < count; index++) yield composeHouse(content, suppliers, options, city, index);
  }
}
