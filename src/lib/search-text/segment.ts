/** An unchanging part of the index: sorted terms with their documents. Only its documents' liveness and counts change. */
import { manners } from './terms.ts';
import type { TermReader } from './terms.ts';
import type { Syllables } from './pinyin.ts';
import { searchGroups } from './documents.ts';
import type { SearchGroup, SearchDocument } from './documents.ts';

export const gone = 255;
const mannerBits = 4;
const mannerMask = (1 << mannerBits) - 1;

export type Segment = {
  readonly size: number;
  /** Homes alone, or anything but homes: there are many of the ones and few of the others. */
  readonly ofHouses: boolean;
  readonly keys: readonly string[];
  /** Place of the group in `searchGroups`; `gone` for a document replaced or removed. */
  readonly groups: Uint8Array;
  readonly cities: Int32Array;
  readonly regions: Int32Array;
  readonly countries: Int32Array;
  /** What a document is worth by itself, whatever was typed. */
  readonly standing: Float32Array;
  readonly homes: Int32Array;
  readonly popularity: Uint8Array;
  live: number;
  /** Sorted. */
  readonly terms: readonly string[];
  /** Where each term's postings begin; one more than terms. */
  readonly starts: Uint32Array;
  /** Document and manner, packed. */
  readonly postings: Uint32Array;
  /** Chinese names to compare typed letters with, by the first two letters that they can be typed with. */
  readonly spoken: ReadonlyMap<string, readonly { readonly syllables: Syllables; readonly documents: readonly number[] }[]>;
};

const groupStanding: Readonly<Record<SearchGroup, number>> = {
  city: 70,
  school: 55,
  region: 35,
  neighborhood: 30,
  postal_code: 25,
  subway: 20,
  landmark: 18,
  supplier: 5,
  house: 0,
};

/** Kind, popularity and number of homes in one figure. */
export function standingOf(group: SearchGroup, popularity: number, homes: number): number {
  return groupStanding[group] + popularity * 1.1 + Math.min(36, 5 * Math.log2(1 + homes));
}

/** How many documents, or sorted terms, are done before others get the processor. */
const slice = 500;
const pause = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Sorts without holding the processor for long. */
async function sorted(terms: string[]): Promise<string[]> {
  const part = 10_000;
  let runs: string[][] = [];
  const compare = (a: string, b: string): number => (a < b ? -1 : 1);
  for (let start = 0; start < terms.length; start += part) {
    runs.push(terms.slice(start, start + part).sort(compare));
    if (terms.length > part) await pause();
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [a = [], b = []] = [runs[at], runs[at + 1]];
      const both: string[] = [];
      let left = 0;
      let right = 0;
      while (left < a.length || right < b.length) {
        const [one, other] = [a[left], b[right]];
        if (other === undefined || (one !== undefined && one < other)) {
          if (one !== undefined) both.push(one);
          left++;
        } else {
          both.push(other);
          right++;
        }
      }
      merged.push(both);
      await pause();
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

type Spoken = { readonly syllables: Syllables; readonly documents: number[] };

/** The first two letters typed can be the beginning of the first syllable, or of the first two. */
function bucketsOf(syllables: Syllables): Set<string> {
  const buckets = new Set<string>();
  for (const first of syllables[0] ?? []) {
    if (first.length > 1) buckets.add(first.slice(0, 2));
    for (const second of syllables[1] ?? []) buckets.add(`${first[0]}${second[0]}`);
  }
  return buckets;
}

/** Builds a segment, yielding to others between slices. */
export async function buildSegment(given: readonly SearchDocument[], read: TermReader): Promise<Segment> {
  const size = given.length;
  // A term's first postings are those of its best documents.
  const documents = given
    .map((document) => ({ document, value: standingOf(document.group, document.popularity, document.homes) }))
    .sort((a, b) => b.value - a.value)
    .map(({ document }) => document);
  const keys: string[] = [];
  const groups = new Uint8Array(size);
  const cities = new Int32Array(size);
  const regions = new Int32Array(size);
  const countries = new Int32Array(size);
  const standing = new Float32Array(size);
  const homes = new Int32Array(size);
  const popularity = new Uint8Array(size);
  const byTerm = new Map<string, number[]>();
  const names = new Map<Syllables, number[]>();
  for (const [at, document] of documents.entries()) {
    keys.push(document.key);
    groups[at] = searchGroups.indexOf(document.group);
    cities[at] = document.cityId ?? 0;
    regions[at] = document.regionId ?? 0;
    countries[at] = document.countryId ?? 0;
    homes[at] = document.homes;
    popularity[at] = document.popularity;
    standing[at] = standingOf(document.group, document.popularity, document.homes);
    const { terms, syllables } = read(document);
    for (const [text, manner] of terms) {
      const packed = (at << mannerBits) | manner;
      const known = byTerm.get(text);
      if (known) known.push(packed);
      else byTerm.set(text, [packed]);
    }
    for (const one of syllables) {
      const known = names.get(one);
      if (known) known.push(at);
      else names.set(one, [at]);
    }
    if (at % slice === slice - 1) await pause();
  }
  const terms = await sorted([...byTerm.keys()]);
  const starts = new Uint32Array(terms.length + 1);
  let count = 0;
  for (const [at, term] of terms.entries()) {
    starts[at] = count;
    count += byTerm.get(term)?.length ?? 0;
  }
  starts[terms.length] = count;
  const postings = new Uint32Array(count);
  for (const [at, term] of terms.entries()) postings.set(byTerm.get(term) ?? [], starts[at] ?? 0);
  const spoken = new Map<string, Spoken[]>();
  for (const [syllables, found] of names) {
    for (const bucket of bucketsOf(syllables)) {
      const list = spoken.get(bucket) ?? [];
      list.push({ syllables, documents: found });
      spoken.set(bucket, list);
    }
  }
  return {
    size,
    ofHouses: given[0]?.group === 'house',
    keys,
    groups,
    cities,
    regions,
    countries,
    standing,
    homes,
    popularity,
    live: size,
    terms,
    starts,
    postings,
    spoken,
  };
}

/** The first term of `[from, to)` that is not before `text`. */
export function lowerBound(terms: readonly string[], text: string, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Terms of `[from, to)` that begin with `text`. */
export function prefixRange(terms: readonly string[], text: string, from = 0, to = terms.length): readonly [number, number] {
  const low = lowerBound(terms, text, from, to);
  return [low, lowerBound(terms, `${text}\uffff`, low, to)];
}

/** Calls back with postings of the terms `[from, to)`: document, manner, and the term with its length; all, or as many as `limits` allow. */
export function eachPosting(
  { terms, starts, postings }: Segment,
  from: number,
  to: number,
  visit: (document: number, manner: number, length: number, term: string) => void,
  limits?: { readonly ofTerm: number; readonly ofAll: number },
): void {
  let left = limits?.ofAll ?? Number.POSITIVE_INFINITY;
  for (let at = from; at < to && left > 0; at++) {
    const term = terms[at] ?? '';
    const start = starts[at] ?? 0;
    const end = Math.min(starts[at + 1] ?? 0, start + Math.min(left, limits?.ofTerm ?? left));
    for (let one = start; one < end; one++) {
      const packed = postings[one] ?? 0;
      visit(packed >>> mannerBits, packed & mannerMask, term.length, term);
    }
    left -= end - start;
  }
}

/** What a term of `length` is worth when `typed` of its letters are there. */
export function worth(manner: number, typed: number, length: number): number {
  const known = manners[manner] ?? manners[0];
  return typed >= length ? known.whole : known.begun + (known.typed * typed) / length;
}
