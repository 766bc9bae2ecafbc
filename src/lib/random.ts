/** A seeded source of choices: the same seed always draws the same picture. */

/** A list that has at least one entry, so that a choice from it always exists. */
export type Choices<T> = readonly [T, ...T[]];

export interface Random {
  /** The next number in [0, 1). */
  next(): number;
  /** A real number in [low, high). */
  between(low: number, high: number): number;
  /** A whole number from low to high, both included. */
  integer(low: number, high: number): number;
  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean;
  pick<T>(choices: Choices<T>): T;
}

/** FNV-1a, 32 bits: spreads neighbouring seeds such as `17/street` and `18/street` far apart. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/**
 * A mulberry32 generator. Give each subject its own seed (`${seed}/trees`), so that adding a tree never moves a window.
 * @example seededRandom('loft').integer(1, 6) === seededRandom('loft').integer(1, 6) // true
 */
export function seededRandom(seed: number | string): Random {
  let state = hash(String(seed));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}
