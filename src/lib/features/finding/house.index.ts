/**
 * All listed homes in memory, city by city, in columns: a viewport looks at tens of thousands of them in a few
 * milliseconds. About 114 bytes a home and 29 a lease option: 127 MB for 100,000 homes with four million of them.
 *
 * A city is read when it is first looked at, and again after a change to one of its homes was announced. What is not
 * announced, such as ranks that move with age, is read behind the reader's back once it is `freshFor` old.
 */
import { boxesMeet, mercator } from '#lib/geo/boxes.ts';
import type { Box } from '#lib/geo/boxes.ts';
import { rentSteps, noDay, noNights, noRent } from './facets.rules.ts';

/** Columns of one city's homes; `option…` hold the lease options of home n from `optionStart[n]` to before `optionStart[n + 1]`. */
export type CityHouses = {
  readonly cityId: number;
  readonly houseId: Int32Array;
  readonly supplierId: Int32Array;
  /** Position in `listCategories`. */
  readonly category: Uint8Array;
  readonly rank: Int32Array;
  readonly reviewCount: Int32Array;
  /** NaN without reviews. */
  readonly reviewScore: Float32Array;
  /** Bits of the first 32 amenities, and of the others. */
  readonly amenityBits: Int32Array;
  readonly moreAmenityBits: Int32Array;
  readonly verified: Uint8Array;
  /** Microseconds since 1970. */
  readonly confirmedAt: Float64Array;
  readonly longitude: Float64Array;
  readonly latitude: Float64Array;
  /** Web Mercator from north-west, 0 to 1: worked out once, for clusters. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Bits of what any of its lease options has, and of their rents (see list-facets.rules.ts), the lower and the upper 32. */
  readonly offersLow: Int32Array;
  readonly offersHigh: Int32Array;
  readonly rentsLow: Int32Array;
  readonly rentsHigh: Int32Array;
  /** Minor units; `noRent` when nothing can be booked. */
  readonly weekly: Float64Array;
  /** Days since 1970; `noDay` when nothing can be booked. */
  readonly earliest: Int32Array;
  /** Bits of the bills in the rent (`LeadLease.flags`). */
  readonly bills: Uint8Array;
  /** Options stand by weekly rent, those without one last, then by move-in: the first that fits is the one a card leads with. */
  readonly optionStart: Int32Array;
  readonly optionOffersLow: Int32Array;
  readonly optionOffersHigh: Int32Array;
  readonly optionWeekly: Int32Array;
  readonly optionEarliest: Int32Array;
  readonly optionGuests: Uint8Array;
  /** Position of the rent's bit; `noRentBit` without rent. */
  readonly optionRentBit: Uint8Array;
  /** As `LeadLease` has them; flags without the home's bills. */
  readonly optionRent: Int32Array;
  readonly optionFee: Int32Array;
  /** From its move-in on; `noNights` where there is no lease. */
  readonly optionNights: Uint16Array;
  readonly optionFlags: Uint8Array;
};
export const noRentBit = 255;
/** Minor units a week, beyond which rents of lease options are not told apart. */
const mostRent = 2_147_483_647;
/** Bytes of a home's record without its lease options, and of an option's. */
export const houseBytes = 76;
export const optionBytes = 40;

/** Position of the bit of a weekly rent in minor units (`rentBits`). */
function rentBitOf(weekly: number): number {
  if (weekly === noRent) return noRentBit;
  let [low, high] = [0, rentSteps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rentSteps[middle] ?? 0) <= weekly) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Bits 0 to 31, and 32 to 63, with the one at this position; none for `noRentBit`. */
export const lowBit = (position: number): number => (position < 32 ? 1 << position : 0);
export const highBit = (position: number): number => (position >= 32 && position < 64 ? 1 << (position - 32) : 0);

/** Reads the records of a city: see home-columns.repository.ts. */
export function decodeHouses(cityId: number, homes: number, options: number, records: Uint8Array): CityHouses {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const city = {
    cityId,
    houseId: new Int32Array(homes),
    supplierId: new Int32Array(homes),
    category: new Uint8Array(homes),
    rank: new Int32Array(homes),
    reviewCount: new Int32Array(homes),
    reviewScore: new Float32Array(homes),
    amenityBits: new Int32Array(homes),
    moreAmenityBits: new Int32Array(homes),
    verified: new Uint8Array(homes),
    confirmedAt: new Float64Array(homes),
    longitude: new Float64Array(homes),
    latitude: new Float64Array(homes),
    x: new Float64Array(homes),
    y: new Float64Array(homes),
    offersLow: new Int32Array(homes),
    offersHigh: new Int32Array(homes),
    rentsLow: new Int32Array(homes),
    rentsHigh: new Int32Array(homes),
    weekly: new Float64Array(homes),
    earliest: new Int32Array(homes),
    bills: new Uint8Array(homes),
    optionStart: new Int32Array(homes + 1),
    optionOffersLow: new Int32Array(options),
    optionOffersHigh: new Int32Array(options),
    optionWeekly: new Int32Array(options),
    optionEarliest: new Int32Array(options),
    optionGuests: new Uint8Array(options),
    optionRentBit: new Uint8Array(options),
    optionRent: new Int32Array(options),
    optionFee: new Int32Array(options),
    optionNights: new Uint16Array(options),
    optionFlags: new Uint8Array(options),
  };
  let at = 0;
  let option = 0;
  for (let home = 0; home < homes; home++) {
    city.houseId[home] = view.getInt32(at);
    city.supplierId[home] = view.getInt32(at + 4);
    city.rank[home] = view.getInt32(at + 8);
    city.reviewCount[home] = view.getInt32(at + 12);
    city.amenityBits[home] = view.getInt32(at + 16);
    const flags = view.getInt32(at + 20);
    city.verified[home] = flags & 1;
    city.category[home] = flags >> 1;
    city.reviewScore[home] = view.getFloat32(at + 24);
    city.earliest[home] = view.getInt32(at + 28);
    city.weekly[home] = Number(view.getBigInt64(at + 32));
    city.confirmedAt[home] = view.getFloat64(at + 40);
    city.latitude[home] = view.getFloat64(at + 48);
    city.longitude[home] = view.getFloat64(at + 56);
    [city.x[home], city.y[home]] = mercator([city.longitude[home] ?? 0, city.latitude[home] ?? 0]);
    city.optionStart[home] = option;
    city.bills[home] = view.getInt32(at + 64);
    city.moreAmenityBits[home] = view.getInt32(at + 68);
    const end = option + view.getInt32(at + 72);
    at += houseBytes;
    let [offersLow, offersHigh, rentsLow, rentsHigh] = [0, 0, 0, 0];
    for (; option < end; option++, at += optionBytes) {
      city.optionOffersHigh[option] = view.getInt32(at);
      city.optionOffersLow[option] = view.getInt32(at + 4);
      city.optionWeekly[option] = Math.min(mostRent, Number(view.getBigInt64(at + 8)));
      city.optionEarliest[option] = view.getInt32(at + 16);
      city.optionGuests[option] = Math.min(255, view.getInt32(at + 20));
      city.optionRent[option] = view.getInt32(at + 24);
      city.optionFee[option] = view.getInt32(at + 28);
      const moveOut = view.getInt32(at + 32);
      city.optionNights[option] = moveOut === noDay ? noNights : Math.min(noNights - 1, moveOut - (city.optionEarliest[option] ?? 0));
      city.optionFlags[option] = view.getInt32(at + 36);
      const bit = rentBitOf(city.optionWeekly[option] ?? noRent);
      city.optionRentBit[option] = bit;
      offersHigh |= city.optionOffersHigh[option] ?? 0;
      offersLow |= city.optionOffersLow[option] ?? 0;
      rentsLow |= lowBit(bit);
      rentsHigh |= highBit(bit);
    }
    city.offersLow[home] = offersLow;
    city.offersHigh[home] = offersHigh;
    city.rentsLow[home] = rentsLow;
    city.rentsHigh[home] = rentsHigh;
  }
  city.optionStart[homes] = option;
  return city;
}

/** Where the columns come from. */
export type HouseSource = {
  readCities(cityIds: readonly number[]): Promise<readonly CityHouses[]>;
  /** What the homes of each city span. */
  readExtents(): Promise<ReadonlyMap<number, Box>>;
};

type Kept = { readonly homes: CityHouses; readonly readAt: number };

/** Cities read at once: enough to keep queries few, few enough to keep answers small. */
const citiesAtOnce = 24;

export class HouseIndex {
  readonly #source: HouseSource;
  readonly #freshFor: number;
  readonly #now: () => number;
  readonly #kept = new Map<number, Kept>();
  readonly #underWay = new Map<number, Promise<void>>();
  /** Rises with each change of a city, so that what was read before it is not kept after it. */
  readonly #changes = new Map<number, number>();
  #allChanges = 0;
  #extents: Promise<Map<number, Box>> | undefined;

  constructor(source: HouseSource, { freshFor, now = Date.now }: { readonly freshFor: number; readonly now?: () => number }) {
    this.#source = source;
    this.#freshFor = freshFor;
    this.#now = now;
  }

  /** Forgets the cities among the tags of a change (`city:7`); `*` forgets all. */
  forget(tags: readonly string[]): void {
    const cities = tags.flatMap((tag) => (tag.startsWith('city:') ? [Number(tag.slice(5))] : []));
    if (tags.includes('*')) {
      this.#allChanges++;
      this.#kept.clear();
      this.#underWay.clear();
      this.#extents = undefined;
      return;
    }
    if (cities.length === 0) return;
    for (const city of cities) {
      this.#changes.set(city, (this.#changes.get(city) ?? 0) + 1);
      this.#kept.delete(city);
      this.#underWay.delete(city);
    }
    // Where homes stand may have changed with them; one small query tells.
    this.#extents = undefined;
  }

  #version(city: number): string {
    return `${this.#allChanges}.${this.#changes.get(city) ?? 0}`;
  }

  async #read(cities: readonly number[]): Promise<void> {
    const versions = new Map(cities.map((city) => [city, this.#version(city)]));
    const found = await this.#source.readCities(cities);
    const readAt = this.#now();
    const byId = new Map(found.map((homes) => [homes.cityId, homes]));
    for (const city of cities) {
      if (versions.get(city) !== this.#version(city)) continue;
      this.#kept.set(city, { homes: byId.get(city) ?? decodeHouses(city, 0, 0, new Uint8Array()), readAt });
    }
  }

  #start(cities: readonly number[]): Promise<void>[] {
    const started: Promise<void>[] = [];
    for (let from = 0; from < cities.length; from += citiesAtOnce) {
      const part = cities.slice(from, from + citiesAtOnce);
      const reading: Promise<void> = this.#read(part).finally(() => {
        for (const city of part) if (this.#underWay.get(city) === reading) this.#underWay.delete(city);
      });
      for (const city of part) this.#underWay.set(city, reading);
      started.push(reading);
    }
    return started;
  }

  /** The homes of these cities. A city changed while it is read is read again. */
  async cities(cityIds: readonly number[]): Promise<readonly CityHouses[]> {
    for (let tries = 0; ; tries++) {
      const missing = cityIds.filter((city) => !this.#kept.has(city));
      if (missing.length === 0 || tries === 3) break;
      const waiting = new Set(missing.flatMap((city) => this.#underWay.get(city) ?? []));
      await Promise.all([...waiting, ...this.#start(missing.filter((city) => !this.#underWay.has(city)))]);
    }
    const now = this.#now();
    const aged = cityIds.filter((city) => !this.#underWay.has(city) && now - (this.#kept.get(city)?.readAt ?? now) > this.#freshFor);
    // What is shown meanwhile is a few minutes old; a failure leaves it, and the next look tries again.
    for (const reading of this.#start(aged)) reading.catch(() => undefined);
    return cityIds.flatMap((city) => this.#kept.get(city)?.homes ?? []);
  }

  /** The cities that have homes in the box. */
  async citiesIn(box: Box): Promise<readonly number[]> {
    this.#extents ??= this.#source.readExtents().then(
      (extents) => new Map(extents),
      (error: unknown) => {
        this.#extents = undefined;
        throw error;
      },
    );
    return [...(await this.#extents)].filter(([, extent]) => boxesMeet(box, extent)).map(([city]) => city);
  }
}

/** Milliseconds after which a city is read anew behind the reader's back: ranks move with age, unannounced. */
const freshFor = 5 * 60_000;

/** The index as the site uses it. Its owner tells it the tags of every change. */
export const createHouseIndex = (source: HouseSource): HouseIndex => new HouseIndex(source, { freshFor });
