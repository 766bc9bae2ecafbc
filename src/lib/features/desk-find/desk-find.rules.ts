/** What staff type, and what they look for it in, made comparable: in any script, by any part. */
import { eachSimplified, unmarked } from '#lib/search-text/text.ts';
import { longestQuery } from './desk-find.schema.ts';
import type { DeskQuery } from './desk-find.schema.ts';

/** Words of one query; a whole name with an address has fewer. */
const mostWords = 8;
/** Pieces of a query that the database is asked for; the rest is compared afterwards. */
const mostAsked = 24;
/** Characters of one text that are found; an address has fewer. */
const longestText = 2_000;

/** Scripts of which one character is as much as a word. */
const wholeWord = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Text without case, width, accents and đ, Chinese simplified character by character, one blank for any white space. It is made
 * character by character, so what is part of a text is part of the folded one.
 * @example deskFold('Nguyễn  Đức') // 'nguyen duc'
 */
export function deskFold(text: string): string {
  return eachSimplified(unmarked(text).replaceAll('ς', 'σ')).replaceAll(/\s+/gu, ' ').trim();
}

/**
 * The text that parts of a thing are found in, a line for each. What holds digits or Chinese is there without blanks and dashes too, so
 * that codes, numbers of phones and names are found as people write them.
 */
export function deskText(parts: readonly (string | undefined | null)[]): string {
  const lines = new Set<string>();
  for (const part of parts) {
    const line = deskFold(part ?? '');
    if (line === '') continue;
    lines.add(line);
    if (/\d/.test(line) || wholeWord.test(line)) lines.add(line.replaceAll(/[\s()./-]/g, ''));
  }
  return [...lines].join('\n').slice(0, longestText);
}

const wordsIn = (folded: string): readonly string[] => folded.split(/\s/).filter((word) => word !== '');

/** Pieces of a text: characters that are words, and all runs of two and of three. */
export function gramsOf(text: string): ReadonlySet<string> {
  const grams = new Set<string>();
  for (const word of wordsIn(text)) {
    const characters = [...word];
    for (const [at, character] of characters.entries()) {
      if (wholeWord.test(character)) grams.add(character);
      for (const length of [2, 3]) if (at + length <= characters.length) grams.add(characters.slice(at, at + length).join(''));
    }
  }
  return grams;
}

/** The pieces by which a word is looked for; none for one letter or digit. */
function askedOf(word: string): readonly string[] {
  const characters = [...word];
  if (characters.length > 3) return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
  return characters.length > 1 || wholeWord.test(word) ? [word] : [];
}

/** What the database is asked for; all of it has to be there. */
export const askedGrams = (words: readonly string[]): readonly string[] => [...new Set(words.flatMap(askedOf))].slice(0, mostAsked);

/** The other ways in which a number of a phone may be kept: with its country or without, and without the zero that is dialled. */
function dialled(folded: string): readonly string[] {
  if (!/^[+(]*\d[\d\s()./-]{3,}$/.test(folded)) return [];
  const digits = folded.replace('(0)', '').replaceAll(/\D/g, '').replace(/^00/, '');
  return [digits, digits.replace(/^0+/, '')].filter((one) => one.length >= 4);
}

/**
 * What is looked for; undefined where it is less than two letters or digits together, or one character that is a word.
 * @example deskQuery('07700 900123')?.ways // [['07700', '900123'], ['07700900123'], ['7700900123']]
 */
export function deskQuery(text: string): DeskQuery | undefined {
  const folded = deskFold(text.slice(0, longestQuery));
  const ways = new Map<string, readonly string[]>();
  for (const words of [wordsIn(folded).slice(0, mostWords), ...dialled(folded).map((digits) => [digits])]) {
    if (askedGrams(words).length > 0) ways.set(words.join(' '), words);
  }
  return ways.size > 0 ? { ways: [...ways.values()] } : undefined;
}

/** Whether a text of `deskText` has what is looked for. */
export const isFoundIn = (text: string, { ways }: DeskQuery): boolean => ways.some((words) => words.every((word) => text.includes(word)));
