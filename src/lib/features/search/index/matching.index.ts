/** What one typed word finds, segment by segment, and in which cities and countries that lies. */
import { typedSyllables } from '#lib/search-text/pinyin.ts';
import { eachPosting, gone, lowerBound, prefixRange, worth } from '#lib/search-text/segment.ts';
import type { Segment } from '#lib/search-text/segment.ts';
import { manner } from '#lib/search-text/terms.ts';
import { isHan } from '#lib/search-text/text.ts';
import { leastForTypos, slipRanges } from '#lib/search-text/typos.ts';
import { searchGroups } from '#lib/search-text/documents.ts';

/** A slip costs this much. */
const slipCost = 240;
/** Found by so many, a beginning is what was meant; looking for slips would only add noise. */
const enough = 5;
/** From here on a match says where things are, not only what they are called. */
const certain = 750;
/** What of a segment of homes is looked at where only the best are wanted: of each term, and of all terms of a beginning. */
const mostOfTerm = 20;
const mostOfBeginning = 600;
/** The same where all are wanted but the beginning has one or two letters. */
const mostForShort = 20_000;

/** Best worth by document, with the documents that have any. Reused from query to query. */
export type Scores = { readonly worths: Float32Array; readonly touched: number[] };

export class ScorePool {
  readonly #free: Scores[] = [];

  take(size: number): Scores {
    const at = this.#free.findIndex(({ worths }) => worths.length >= size);
    const [found] = at < 0 ? [] : this.#free.splice(at, 1);
    return found ?? { worths: new Float32Array(Math.max(size, 1_024)), touched: [] };
  }

  give(scores: Scores): void {
    for (const document of scores.touched) scores.worths[document] = 0;
    scores.touched.length = 0;
    if (this.#free.length < 64) this.#free.push(scores);
  }
}

export type WordMatch = {
  readonly length: number;
  /** By segment; undefined where nothing was found. */
  readonly scores: (Scores | undefined)[];
  found: number;
  /** Some term is exactly this word. */
  isWhole: boolean;
  readonly cities: Set<number>;
  readonly regions: Set<number>;
  readonly countries: Set<number>;
  /** Cities of the schools and spots found. */
  readonly around: Set<number>;
};

const groupCode = Object.fromEntries(searchGroups.map((group, at) => [group, at])) as Record<(typeof searchGroups)[number], number>;

/** Notes what a document is worth for a word, where that is more than known before. */
export function note(match: WordMatch, segments: readonly Segment[], at: number, document: number, value: number, pool: ScorePool): void {
  const segment = segments[at];
  if (!segment || segment.groups[document] === gone) return;
  const scores = (match.scores[at] ??= pool.take(segment.size));
  const before = scores.worths[document] ?? 0;
  if (before === 0) {
    scores.touched.push(document);
    match.found++;
  }
  if (value > before) scores.worths[document] = value;
}

/** How much of a word's matches is needed. */
export type Depth = {
  /** Only the best: a segment's documents stand in the order of what they are worth by themselves. */
  readonly best: boolean;
  /** Whole terms alone, not beginnings. */
  readonly whole: boolean;
  /** Places alone, not homes. */
  readonly places: boolean;
  /** Also by sound and with a slip. */
  readonly lenient: boolean;
};

export const usualDepth: Depth = { best: false, whole: false, places: false, lenient: true };

function matchBeginnings(match: WordMatch, segments: readonly Segment[], word: string, depth: Depth, pool: ScorePool): void {
  for (const [at, segment] of segments.entries()) {
    if (depth.places && segment.ofHouses) continue;
    const [from, to] = prefixRange(segment.terms, word);
    if (from >= to) continue;
    const isWhole = segment.terms[from] === word;
    if (isWhole) match.isWhole = true;
    const last = depth.whole ? from + (isWhole ? 1 : 0) : to;
    const isShort = word.length <= 2 && !isHan(word);
    const most = !segment.ofHouses ? undefined : depth.best ? mostOfBeginning : isShort ? mostForShort : undefined;
    const limits = most === undefined ? undefined : { ofTerm: depth.best ? mostOfTerm : most, ofAll: most };
    eachPosting(segment, from, last, (document, how, length) => note(match, segments, at, document, worth(how, word.length, length), pool), limits);
  }
}

/** Letters that are beginnings of a Chinese name's syllables: `mcheste`, `lundundx`. */
function matchSyllables(match: WordMatch, segments: readonly Segment[], word: string, typos: 0 | 1, pool: ScorePool): void {
  for (const [at, segment] of segments.entries()) {
    for (const { syllables, documents } of segment.spoken.get(word.slice(0, 2)) ?? []) {
      const typed = typedSyllables(word, syllables, typos);
      if (typed < 2) continue;
      const value = (typed === syllables.length ? 640 : 380 + (200 * typed) / syllables.length) - (typos === 1 ? slipCost / 2 : 0);
      for (const document of documents) note(match, segments, at, document, value, pool);
    }
  }
}

/** Which manners a slip is forgiven in. */
function forgiven(how: number, isChinese: boolean): boolean {
  if (isChinese) return how === manner.official || how === manner.other || how === manner.ending;
  return how <= manner.laterWord || how === manner.pinyin || how === manner.otherPinyin;
}

function matchSlips(match: WordMatch, segments: readonly Segment[], word: string, ofHouses: boolean, pool: ScorePool): void {
  const isChinese = isHan(word);
  for (const [at, segment] of segments.entries()) {
    if (segment.ofHouses !== ofHouses) continue;
    for (const [from, to, typed] of slipRanges(segment.terms, word)) {
      eachPosting(
        segment,
        from,
        to,
        (document, how, length, term) => {
          // Among initials nearly everything is one slip away: at least the first has to be right.
          const isInitials = how === manner.initials && length === typed && typed >= leastForTypos && term[0] === word[0];
          if (!isInitials && !forgiven(how, isChinese)) return;
          // A slip in a short beginning leaves too little to go by.
          if (length > typed && typed < leastForTypos) return;
          note(match, segments, at, document, worth(how, typed, length) - slipCost, pool);
        },
        ofHouses ? { ofTerm: mostOfTerm, ofAll: mostOfBeginning } : undefined,
      );
    }
  }
}

/** Where what was found lies: containers for the words beside this one. */
function notePlaces(match: WordMatch, segments: readonly Segment[]): void {
  for (const [at, scores] of match.scores.entries()) {
    const segment = segments[at];
    if (!scores || !segment || segment.ofHouses) continue;
    for (const document of scores.touched) {
      if ((scores.worths[document] ?? 0) < certain) continue;
      const [city = 0, region = 0, country = 0] = [segment.cities[document], segment.regions[document], segment.countries[document]];
      switch (segment.groups[document]) {
        case groupCode.city:
          match.cities.add(city);
          break;
        case groupCode.region:
          if (region === country) match.countries.add(country);
          else match.regions.add(region);
          break;
        case groupCode.house:
        case groupCode.supplier:
          break;
        default:
          match.around.add(city);
      }
    }
  }
}

/** A match that has found nothing yet. @param length letters of the word */
export const emptyMatch = (length: number): WordMatch => ({
  length,
  scores: [],
  found: 0,
  isWhole: false,
  cities: new Set(),
  regions: new Set(),
  countries: new Set(),
  around: new Set(),
});

/** Finds a word: as it stands, else by its sound, else with a slip; among places first. */
export function matchWord(segments: readonly Segment[], word: string, depth: Depth, pool: ScorePool): WordMatch {
  const match = emptyMatch(word.length);
  matchBeginnings(match, segments, word, depth, pool);
  if (depth.lenient && !match.isWhole && match.found < enough) {
    const isLatin = /^[a-z]+$/.test(word);
    if (isLatin && word.length > 2) matchSyllables(match, segments, word, 0, pool);
    if (word.length >= leastForTypos && !/^\d+$/.test(word)) {
      matchSlips(match, segments, word, false, pool);
      if (match.found === 0) matchSlips(match, segments, word, true, pool);
      if (isLatin && match.found === 0 && word.length >= 6) matchSyllables(match, segments, word, 1, pool);
    }
  }
  notePlaces(match, segments);
  return match;
}

/** Whether any term is exactly this text, or begins with it. */
export function isKnown(segments: readonly Segment[], text: string): 'whole' | 'begun' | undefined {
  let begun: 'begun' | undefined;
  for (const { terms } of segments) {
    const found = terms[lowerBound(terms, text, 0, terms.length)];
    if (found === text) return 'whole';
    if (found?.startsWith(text)) begun = 'begun';
  }
  return begun;
}

export function release(match: WordMatch, pool: ScorePool): void {
  for (const scores of match.scores) if (scores) pool.give(scores);
}
