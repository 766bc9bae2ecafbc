/** A part of a run, for one of several machines. Imports nothing, so that a misspelt one is refused before anything is installed. */

/** `index` counts from 1. */
export type Shard = { readonly index: number; readonly count: number };

/** Reads `2/3`. Undefined for what is no shard. @example readShard('2/3') // { index: 2, count: 3 } */
export function readShard(text: string): Shard | undefined {
  const [, index = 0, count = 0] = (/^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(text) ?? []).map(Number);
  return index > 0 && index <= count ? { index, count } : undefined;
}
