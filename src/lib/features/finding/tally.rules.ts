/**
 * Counting filters. The database gives one record per house that fails at most one chosen dimension, with what its
 * matching units offer as bits; this counts, exactly, what following every filter link would give, in one pass.
 *
 * A house counts towards the values of a dimension when one of its units passes every other dimension.
 */
import { distanceSteps } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { amenityBits, chosenBits, chosenDimensions, houseDimensions, offerBits } from './facets.rules.ts';
import type { AmenityBits, Dimension, UnitDimension } from './facets.rules.ts';

/**
 * Bits of a record's state. 1, 2 and 4: house dimensions it fails. `distance`: bits 4–6, the first of
 * `distanceSteps` that reaches it, 5 when none does. `ok`: some unit passes every unit dimension. `now`: such a
 * unit is free soon. From `but` on: some unit passes every unit dimension but perhaps the n-th chosen one.
 */
export const stateBits = { verified: 8, distance: 4, ok: 128, now: 256, but: 9 } as const;

/** State int4, offers int8, rents int8, amenities int4 and int4; then one int8 for each chosen unit dimension. */
export const recordBytes = 28;

/** What choosing values of one dimension gives. */
export type ValueCounts = {
  /** Homes when the dimension is not restricted. */
  readonly all: number;
  /** Homes when the value is added to the chosen ones, or taken away if it is chosen. */
  toggled(position: number): number;
  /** Homes when this value alone is chosen. */
  alone(position: number): number;
};

export type Tally = {
  readonly total: number;
  readonly values: Readonly<Record<keyof typeof offerBits, ValueCounts>>;
  /** Bits of every rent step at which homes stand when the rent is not restricted. */
  readonly rentBits: bigint;
  /** Homes that have a unit within these rent bits. */
  rent(bits: bigint): number;
  /** Homes when the amenity at this position is added to the chosen ones, or taken away. */
  amenity(position: number): number;
  /** Homes within the n-th of `distanceSteps`. */
  distance(step: number): number;
  readonly verified: number;
  readonly availableNow: number;
  /** Homes when this dimension alone is lifted; for chosen ones. */
  readonly without: ReadonlyMap<Dimension, number>;
};

type Word = { readonly low: number; readonly high: number };

const wordOf = (bits: bigint): Word => ({ low: Number(bits & 0xffff_ffffn) | 0, high: Number((bits >> 32n) & 0xffff_ffffn) | 0 });
const isSingle = ({ low, high }: Word): boolean => (low === 0) !== (high === 0) && (low & (low - 1)) === 0 && (high & (high - 1)) === 0;

function countBits(into: Int32Array, low: number, high: number): void {
  for (let word = low; word !== 0; word &= word - 1) {
    const at = 31 - Math.clz32(word & -word);
    into[at] = (into[at] ?? 0) + 1;
  }
  for (let word = high; word !== 0; word &= word - 1) {
    const at = 63 - Math.clz32(word & -word);
    into[at] = (into[at] ?? 0) + 1;
  }
}

/** Counts for a dimension whose chosen values mean "any of these". */
function anyOf(from: number, size: number, chosen: bigint): ValueCounts & { add(low: number, high: number): void } {
  const mask = wordOf(((1n << BigInt(size)) - 1n) << BigInt(from));
  const wanted = wordOf(chosen);
  const has = new Int32Array(64);
  const joins = new Int32Array(64);
  const leaves = new Int32Array(64);
  let all = 0;
  let union = 0;
  return {
    get all() {
      return all;
    },
    add(low, high) {
      all++;
      const hit = { low: low & wanted.low, high: high & wanted.high };
      countBits(has, low & mask.low, high & mask.high);
      if (hit.low === 0 && hit.high === 0) return countBits(joins, low & mask.low, high & mask.high);
      union++;
      if (isSingle(hit)) countBits(leaves, hit.low, hit.high);
    },
    toggled(position) {
      const bit = 1n << BigInt(from + position);
      if ((chosen & bit) === 0n) return union + (joins[from + position] ?? 0);
      return chosen === bit ? all : union - (leaves[from + position] ?? 0);
    },
    alone: (position) => has[from + position] ?? 0,
  };
}

/** Counts for amenities, where chosen ones mean "all of these". */
function allOf(chosen: AmenityBits): { add(first: number, more: number): void; count(position: number): number } {
  const joins = bitCounts();
  const drops = new Int32Array(64);
  const isChosen = (position: number): boolean => (((position < 32 ? chosen.first : chosen.more) >>> (position & 31)) & 1) === 1;
  return {
    add(first, more) {
      const missing = { low: chosen.first & ~first, high: chosen.more & ~more };
      if (missing.low === 0 && missing.high === 0) joins.add(first, more);
      else if (isSingle(missing)) countBits(drops, missing.low, missing.high);
    },
    count: (position) => (isChosen(position) ? joins.homes + (drops[position] ?? 0) : joins.of(position)),
  };
}

/** Rent bits of houses, counted when asked for: bands are few and depend on what is there. */
function rentCounts(most: number): { add(low: number, high: number): void; bits(): bigint; count(bits: bigint): number } {
  const lows = new Int32Array(most);
  const highs = new Int32Array(most);
  let homes = 0;
  return {
    add(low, high) {
      lows[homes] = low;
      highs[homes] = high;
      homes++;
    },
    bits() {
      let [low, high] = [0, 0];
      for (let home = 0; home < homes; home++) {
        low |= lows[home] ?? 0;
        high |= highs[home] ?? 0;
      }
      return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
    },
    count(bits) {
      const wanted = wordOf(bits);
      let within = 0;
      for (let home = 0; home < homes; home++) if (((lows[home] ?? 0) & wanted.low) !== 0 || ((highs[home] ?? 0) & wanted.high) !== 0) within++;
      return within;
    },
  };
}

/**
 * How many of the words added have each bit. Whole bytes are counted, and taken apart once at the end: a home offers
 * some thirty things, and a country has tens of thousands of homes.
 */
function bitCounts(): { add(low: number, high: number): void; of(position: number): number; readonly homes: number } {
  const bytes = new Int32Array(8 * 256);
  let homes = 0;
  let counted: Int32Array | undefined;
  const note = (at: number): void => void (bytes[at] = (bytes[at] ?? 0) + 1);
  return {
    get homes() {
      return homes;
    },
    add(low, high) {
      homes++;
      note(low & 255);
      note(256 | ((low >>> 8) & 255));
      note(512 | ((low >>> 16) & 255));
      note(768 | (low >>> 24));
      note(1024 | (high & 255));
      note(1280 | ((high >>> 8) & 255));
      note(1536 | ((high >>> 16) & 255));
      note(1792 | (high >>> 24));
    },
    of(position) {
      counted ??= bytes.reduce((into, number, at) => {
        if (number > 0) for (let bit = 0; bit < 8; bit++) if ((at >> bit) & 1) into[((at >> 8) << 3) | bit] = (into[((at >> 8) << 3) | bit] ?? 0) + number;
        return into;
      }, new Int32Array(64));
      return counted[position] ?? 0;
    },
  };
}

/** Counts for a dimension of which nothing is chosen: to add a value is to choose it alone. */
function unchosen(offers: ReturnType<typeof bitCounts>, from: number): ValueCounts {
  const of = (position: number): number => offers.of(from + position);
  return {
    get all() {
      return offers.homes;
    },
    toggled: of,
    alone: of,
  };
}

/**
 * Counts the records of a list. `records` is what the list query gives for the same filter.
 */
export function tally(records: Uint8Array, filter: ListFilter): Tally {
  const chosen = chosenDimensions(filter);
  const order = new Map<UnitDimension, number>(chosen.units.map((dimension, index) => [dimension, index]));
  const size = recordBytes + 8 * chosen.units.length;
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  /** What homes offer that pass everything: dimensions that are not chosen are counted over the same words. */
  const offers = bitCounts();
  const counters: { readonly index: number; readonly counts: ReturnType<typeof anyOf> }[] = [];
  const counter = (dimension: keyof typeof offerBits): ValueCounts => {
    const { from, size: width } = offerBits[dimension];
    const index = order.get(dimension);
    if (index === undefined) return unchosen(offers, from);
    const counts = anyOf(from, width, chosenBits(filter, dimension));
    counters.push({ index, counts });
    return counts;
  };
  const values = { types: counter('types'), leases: counter('leases'), bathroom: counter('bathroom'), guests: counter('guests'), months: counter('months') };
  const rents = rentCounts(view.byteLength / size);
  const rentIndex = order.get('rent');
  const nowIndex = order.get('availableNow');
  const amenities = allOf(amenityBits(filter));
  const distances = new Int32Array(distanceSteps.length + 1);
  const without = new Map<Dimension, number>([...chosen.units, ...chosen.houses].map((dimension) => [dimension, 0]));
  const lift = (dimension: Dimension): void => void without.set(dimension, (without.get(dimension) ?? 0) + 1);
  let total = 0;
  let verified = 0;
  let availableNow = 0;

  for (let at = 0; at + size <= view.byteLength; at += size) {
    const state = view.getInt32(at);
    const fails = state & 7;
    const ok = (state & stateBits.ok) !== 0;
    const passes = (index: number | undefined): boolean => (index === undefined ? ok : ((state >> (stateBits.but + index)) & 1) === 1);
    if (fails === 0) {
      if (ok) {
        total++;
        offers.add(view.getInt32(at + 8), view.getInt32(at + 4));
      }
      for (const { index, counts } of counters) {
        if (passes(index)) counts.add(view.getInt32(at + recordBytes + 8 * index + 4), view.getInt32(at + recordBytes + 8 * index));
      }
      if (passes(rentIndex)) {
        const from = rentIndex === undefined ? at + 12 : at + recordBytes + 8 * rentIndex;
        rents.add(view.getInt32(from + 4), view.getInt32(from));
      }
      if (nowIndex === undefined ? ok && (state & stateBits.now) !== 0 : passes(nowIndex) && view.getInt32(at + recordBytes + 8 * nowIndex + 4) !== 0)
        availableNow++;
      for (const [index, dimension] of chosen.units.entries()) if (passes(index)) lift(dimension);
    }
    if (!ok) continue;
    for (const dimension of chosen.houses) if ((fails & ~houseDimensions[dimension]) === 0) lift(dimension);
    if ((fails & ~houseDimensions.amenities) === 0) amenities.add(view.getInt32(at + 20), view.getInt32(at + 24));
    if ((fails & ~houseDimensions.verified) === 0 && (state & stateBits.verified) !== 0) verified++;
    if ((fails & ~houseDimensions.distance) === 0) {
      const step = (state >> stateBits.distance) & 7;
      distances[step] = (distances[step] ?? 0) + 1;
    }
  }

  return {
    total,
    values,
    verified,
    availableNow,
    without,
    rentBits: rents.bits(),
    rent: rents.count,
    amenity: amenities.count,
    distance: (step) => distances.subarray(0, step + 1).reduce((sum, homes) => sum + homes, 0),
  };
}
