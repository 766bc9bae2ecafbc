/** Typed text made comparable: case, width, accents and script folded, cut into words. */
import { from, to } from 'opencc-js/preset/t2cn';
import { conversion } from '#lib/i18n/phrase-book.ts';

// Japanese forms go by way of the traditional ones.
const toSimplified = conversion(...(from.jp ?? []), ...(to.cn ?? []));
const latinOnly = /^[\u0020-\u024f\u1e00-\u1eff]*$/;
const han = /\p{Script=Han}/u;
const word = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu;

/** Words looked at in one text; nobody types more to find a place. */
const mostWords = 10;

/** Text without case, width, accents and đ. Apostrophes and the dot of a Chinese spelling vanish: “King’s” is “kings”, 乔治·梅森 is 乔治梅森. */
export function unmarked(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’‘ʼ`´·]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ł', 'l');
}

/** As `unmarked`, with Chinese simplified. */
export function folded(text: string): string {
  const plain = unmarked(text);
  // The dictionary leaves 渋谷 at an old form.
  return latinOnly.test(plain) ? plain : toSimplified(plain).replaceAll('澁', '涩');
}

const simplifiedOf = new Map<string, string>();

/** Chinese simplified character by character, whatever is beside it: so a part of a text reads as it does in the whole. */
export function eachSimplified(text: string): string {
  return text.replaceAll(/\p{Script=Han}/gu, (character) => {
    const known = simplifiedOf.get(character) ?? toSimplified(character).replaceAll('澁', '涩');
    simplifiedOf.set(character, known);
    return known;
  });
}

/** The words of folded text; Chinese and other scripts part even without a space. @example wordsOf('伦敦ucl') // ['伦敦', 'ucl'] */
export function wordsOf(text: string): string[] {
  return text.match(word) ?? [];
}

export function isHan(text: string): boolean {
  return han.test(text);
}

/** A UK postcode's outward part, written with or without space, complete or not: `M13` of `M13 9PL`. */
function outwardCode(text: string): string | undefined {
  const complete = /^([a-z]{1,2}\d[a-z\d]?)\s*\d[a-z]{2}$/.exec(text)?.[1];
  return complete ?? /^([a-z]{1,2}\d[a-z\d]?)\s+\d[a-z]{0,2}$/.exec(text)?.[1];
}

/** Postal areas a typed code lies in, the narrowest first: `wc1e`, then `wc1`. */
export function postalAreas(text: string): readonly string[] {
  const trimmed = text.trim();
  const outward = outwardCode(trimmed) ?? (/^[a-z]{1,2}\d{1,2}[a-z]$/.test(trimmed) ? trimmed : undefined);
  if (!outward) return [];
  const area = outward.replace(/[a-z]$/, '');
  return area === outward ? [outward] : [outward, area];
}

export type TypedWords = {
  /** All words, fillers included. */
  readonly all: readonly string[];
  /** What has to be found. */
  readonly wanted: readonly string[];
  /** Words that mean "a home to rent near …"; a name that has them is the better for it. */
  readonly fillers: readonly string[];
  readonly areas: readonly string[];
};

/** Parts typed text into what is looked for and what merely surrounds it. */
export function typedWords(text: string, fillers: { readonly words: ReadonlySet<string>; readonly chinese: RegExp }): TypedWords {
  const plain = folded(text);
  const all = wordsOf(plain).slice(0, mostWords);
  const wanted: string[] = [];
  const rest: string[] = [];
  for (const one of all) {
    if (isHan(one)) {
      const parts = one.split(fillers.chinese).filter(Boolean);
      wanted.push(...parts);
      if (parts.length !== 1 || parts[0] !== one) rest.push(...(one.match(fillers.chinese) ?? []));
    } else if (fillers.words.has(one)) rest.push(one);
    else wanted.push(one);
  }
  const areas = postalAreas(plain);
  // Only fillers: then they are what is looked for.
  return wanted.length === 0 ? { all, wanted: all, fillers: [], areas } : { all, wanted, fillers: rest, areas };
}
