/** Facts of sample homes that depend on chance and quality: amenities, bills, checks, promos, past rents. */
import { brand } from '#lib/brand.ts';
import { addDays } from '#lib/dates/dates.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { PromoDraft, UnitDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import { amenityCodes } from '#lib/features/catalogue/filter-code.rules.ts';
import type { AmenityCode } from '#lib/features/catalogue/filter-code.rules.ts';
import { billCodes, methodsOf, verifiedFacts } from '#lib/features/catalogue/listings.schema.ts';
import type { BillCode, HouseType, Verification } from '#lib/features/catalogue/listings.schema.ts';
import type { Random } from '#lib/random.ts';
import { scale } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { Habits } from './habits.rules.ts';
import { rounded, whole } from './tenancies.ts';

/** Chance of the amenities that sample homes have: in a student building, a shared house, a host's home. */
const amenityChances: Readonly<Partial<Record<AmenityCode, readonly [number, number, number]>>> = {
  wifi: [1, 0.97, 0.98],
  laundry: [0.95, 0.9, 0.9],
  gym: [0.55, 0, 0],
  'study-room': [0.75, 0.05, 0.05],
  'common-room': [0.85, 0.6, 0.4],
  'bike-storage': [0.8, 0.5, 0.35],
  parking: [0.2, 0.35, 0.35],
  lift: [0.85, 0.02, 0.02],
  'reception-24h': [0.45, 0, 0],
  cctv: [0.8, 0.1, 0.05],
  'parcel-room': [0.65, 0, 0],
  cinema: [0.3, 0, 0],
  'games-room': [0.45, 0.03, 0.03],
  garden: [0.35, 0.6, 0.7],
  'roof-terrace': [0.3, 0.04, 0.03],
  'swimming-pool': [0.06, 0.02, 0.06],
  'air-conditioning': [0.15, 0.05, 0.1],
  heating: [0.95, 0.95, 0.95],
  furnished: [1, 0.95, 1],
  kitchenette: [0.6, 0.1, 0.02],
  dishwasher: [0.3, 0.3, 0.45],
  desk: [0.98, 0.9, 0.95],
  'double-glazing': [0.7, 0.4, 0.5],
  'step-free': [0.55, 0.08, 0.08],
  'visual-alarm': [0.25, 0.01, 0.01],
  'wide-doors': [0.4, 0.05, 0.05],
  'pets-allowed': [0.04, 0.12, 0.06],
  'women-only-floor': [0.2, 0.05, 0.05],
  'quiet-floor': [0.35, 0.05, 0.15],
  'music-room': [0.15, 0.01, 0.03],
  'prayer-room': [0.15, 0, 0],
  cleaning: [0.35, 0.1, 0.6],
};

const column: Readonly<Record<HouseType, 0 | 1 | 2>> = { apartment: 0, house: 1, homestay: 2 };
const isHot = (city: City): boolean =>
  Math.abs(city.at.latitude) < 26 || city.country.slug === 'es' || city.state === 'Texas' || city.state === 'Arizona' || city.state === 'Florida';
const isTropical = (city: City): boolean => Math.abs(city.at.latitude) < 22;

export function houseTypeOf(habits: Habits, random: Random): HouseType {
  const fate = random.next();
  return fate < habits.sharedHouses ? 'house' : fate < habits.sharedHouses + habits.homestays ? 'homestay' : 'apartment';
}

/** Amenities in the order of their codes. Better homes have more of them; the climate decides on heating and cooling. */
export function amenitiesOf(houseType: HouseType, quality: number, city: City, random: Random): AmenityCode[] {
  return amenityCodes.filter((code) => {
    const chances = amenityChances[code];
    if (!chances) return false;
    const fate = random.next();
    if (code === 'heating' && isTropical(city)) return false;
    if (code === 'air-conditioning' && isHot(city)) return fate < 0.9;
    if (code === 'swimming-pool' && isTropical(city)) return fate < 0.45 && houseType === 'apartment';
    const chance = chances[column[houseType]];
    return fate < (chance >= 0.9 ? chance : chance * (0.6 + quality * 0.8));
  });
}

/** Bills in the rent. Student buildings include nearly all, landlords some, hosts all. */
export function billsOf(houseType: HouseType, city: City, random: Random): BillCode[] {
  const isBritish = city.country.slug === 'uk' || city.country.slug === 'ie';
  const share = houseType === 'house' ? 0.55 : 0.95;
  return billCodes.filter((code) => {
    const fate = random.next();
    switch (code) {
      case 'contents-insurance':
        return houseType === 'apartment' && fate < 0.5;
      case 'council-tax':
        return isBritish && fate < 0.2;
      case 'tv-licence':
        return isBritish && fate < 0.12;
      case 'heating':
      case 'gas':
        return !isTropical(city) && fate < share - 0.1;
      case 'internet':
        return fate < 0.96;
      default:
        return fate < share;
    }
  });
}

/** What was checked; for more than a quarter of the homes nothing, and the page says so. */
export function verificationsOf(today: string, random: Random): Verification[] {
  if (random.chance(0.28)) return [];
  const share = random.between(0.35, 1);
  return verifiedFacts
    .filter(() => random.chance(share))
    .map((fact) => ({
      fact,
      by: brand.name,
      method: fact === 'safety-certificate' ? 'documents' : random.pick(methodsOf[fact]),
      on: addDays(today, -random.integer(3, 480)),
    }));
}

/** A voucher, cashback or early-bird promotion that runs around today, in round sums. */
export function promosOf(hasPromo: boolean, city: City, today: string, random: Random): PromoDraft[] {
  if (!hasPromo || random.chance(0.4)) return [];
  const startsOn = addDays(today, -random.integer(2, 60));
  const amount = whole(rounded(city.studioWeek * random.pick([0.25, 0.5, 1])), city.country.currency);
  return [{ ref: 'P1', kind: random.pick(['voucher', 'cashback', 'early-bird']), amount, startsOn, endsOn: addDays(today, random.integer(5, 120)) }];
}

/** Rents of the last fourteen months, changing a few times and ending at what is asked now. */
export function pastRents(now: Money | undefined, today: string, random: Random): UnitDraft['pastRents'] {
  if (!now) return [];
  const changes = random.integer(3, 6);
  const start = random.between(0.92, 0.99);
  return Array.from({ length: changes + 1 }, (_, step) => {
    const daysAgo = Math.round(427 * (1 - step / (changes + 0.6))) - (step === 0 ? 0 : random.integer(0, 20));
    const share = step === changes ? 1000 : Math.round((start + ((1 - start) * step) / changes + random.between(-0.015, 0.015)) * 1000);
    return { on: addDays(today, -Math.max(2, daysAgo)), weekly: scale(now, BigInt(share), 1000n) };
  });
}
