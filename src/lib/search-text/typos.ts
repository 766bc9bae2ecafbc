/** Terms one slip away from what was typed: a letter wrong, missing, too many, or two swapped (Damerau–Levenshtein 1). */
import { lowerBound, prefixRange } from './segment.ts';

export type Range = readonly [from: number, to: number, typed: number];

/** Shortest text in which a slip is looked for, in characters. */
export const leastForTypos = 4;

/**
 * Ranges of sorted terms that begin with a text one slip away from `typed`, with that text's length. The terms with the
 * same beginning stand together, so each beginning is narrowed once and only its next letters are tried.
 */
export function slipRanges(terms: readonly string[], typed: string): Range[] {
  const ranges: Range[] = [];
  const add = (beginning: string, from: number, to: number): void => {
    const [low, high] = prefixRange(terms, beginning, from, to);
    if (low < high) ranges.push([low, high, beginning.length]);
  };
  let [from, to] = [0, terms.length];
  for (let at = 0; at <= typed.length && from < to; at++) {
    const before = typed.slice(0, at);
    const letter = typed[at] ?? '';
    const next = typed[at + 1];
    const after = typed.slice(at + 1);
    if (letter !== '') {
      add(before + after, from, to);
      if (next !== undefined && next !== letter) add(before + next + letter + typed.slice(at + 2), from, to);
      // Each letter that follows this beginning somewhere, in place of the one typed or before it.
      for (let one = lowerBound(terms, `${before}\u0001`, from, to); one < to; ) {
        const found = terms[one]?.[at];
        if (found === undefined || (at === 0 && found > 'z')) break;
        const end = lowerBound(terms, `${before}${found}\uffff`, one, to);
        if (found !== letter) {
          add(before + found + after, one, end);
          add(before + found + letter + after, one, end);
        }
        one = end;
      }
      [from, to] = prefixRange(terms, before + letter, from, to);
    }
  }
  return ranges;
}

/**
 * Whether two texts are at most so many slips apart (a letter wrong, missing, too many, or two swapped). Looks at a band of the texts alone,
 * so that the cost grows with their length times `most`.
 */
export function isWithinSlips(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row++) {
    const next = Array.from({ length: other.length + 1 }, () => most + 1);
    next[0] = row;
    let least = row;
    for (let at = Math.max(1, row - most); at <= Math.min(other.length, row + most); at++) {
      const same = one[row - 1] === other[at - 1] ? 0 : 1;
      let value = Math.min((last[at - 1] ?? 0) + same, (last[at] ?? most) + 1, (next[at - 1] ?? most) + 1);
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]) value = Math.min(value, (before[at - 2] ?? most) + 1);
      next[at] = value;
      least = Math.min(least, value);
    }
    if (least > most) return false;
    [before, last] = [last, next];
  }
  return (last[other.length] ?? most + 1) <= most;
}
