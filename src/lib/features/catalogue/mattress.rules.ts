/** Mattress sizes as they are sold where a home stands: a British king is narrower than an American queen. */
import type { BedSize } from './listings.schema.ts';

/** Width and length in centimetres. */
type Mattress = readonly [number, number];
/** A size nobody sells there is missing. */
type Sizes = Readonly<Partial<Record<BedSize, Mattress>>>;

const british: Sizes = { single: [90, 190], 'small-double': [120, 190], double: [135, 190], king: [150, 200], bunk: [90, 190], futon: [100, 200] };
const american: Sizes = {
  single: [97, 191],
  'small-double': [122, 191],
  double: [137, 191],
  queen: [152, 203],
  king: [193, 203],
  bunk: [97, 191],
  futon: [137, 191],
};
const australian: Sizes = {
  single: [92, 188],
  'small-double': [107, 203],
  double: [138, 188],
  queen: [153, 203],
  king: [183, 203],
  bunk: [92, 188],
  futon: [138, 188],
};
const european: Sizes = {
  single: [90, 200],
  'small-double': [120, 200],
  double: [140, 200],
  queen: [160, 200],
  king: [180, 200],
  bunk: [90, 200],
  futon: [140, 200],
};
const japanese: Sizes = {
  single: [97, 195],
  'small-double': [120, 195],
  double: [140, 195],
  queen: [160, 195],
  king: [180, 195],
  bunk: [97, 195],
  futon: [100, 200],
};
const asian: Sizes = {
  single: [91, 190],
  'small-double': [107, 190],
  double: [137, 190],
  queen: [152, 190],
  king: [183, 190],
  bunk: [91, 190],
  futon: [100, 200],
};

const byCountry: Readonly<Record<string, Sizes>> = {
  uk: british,
  ie: british,
  us: american,
  ca: american,
  au: australian,
  nz: australian,
  jp: japanese,
  hongkong: asian,
  sg: asian,
  my: asian,
  th: asian,
};

/**
 * The mattress a bed of this size has in a country; undefined where the size is not sold there.
 * @example mattressOf('king', 'uk') // [150, 200]
 */
export function mattressOf(size: BedSize, countrySlug: string): Mattress | undefined {
  return (byCountry[countrySlug] ?? european)[size];
}
