/** What of a document can be typed: its terms, each with the manner in which it names the document. */
import { initialsOf, spellings, syllablesOf } from './pinyin.ts';
import type { Syllables } from './pinyin.ts';
import { folded, isHan, wordsOf } from './text.ts';
import type { SearchDocument } from './documents.ts';

/** Manners, and what a term typed whole, or begun, is worth in each; `typed` is added in the measure that it is typed out. */
export const manners = [
  { name: 'official name', whole: 1000, begun: 760, typed: 140 },
  { name: 'other name', whole: 960, begun: 640, typed: 140 },
  { name: 'first word', whole: 730, begun: 560, typed: 100 },
  { name: 'later word', whole: 700, begun: 500, typed: 100 },
  { name: 'end of a Chinese name', whole: 680, begun: 590, typed: 60 },
  { name: 'pinyin', whole: 860, begun: 620, typed: 140 },
  { name: 'initials', whole: 740, begun: 470, typed: 100 },
  { name: 'code', whole: 900, begun: 500, typed: 200 },
  { name: 'pinyin of another name', whole: 820, begun: 520, typed: 100 },
  { name: 'initials of another name', whole: 560, begun: 360, typed: 60 },
] as const;

/** By their place in `manners`. */
export const manner = {
  official: 0,
  other: 1,
  firstWord: 2,
  laterWord: 3,
  ending: 4,
  pinyin: 5,
  initials: 6,
  code: 7,
  otherPinyin: 8,
  otherInitials: 9,
} as const;

export type Term = readonly [text: string, manner: number];
export type NameTerms = { readonly terms: readonly Term[]; readonly syllables: Syllables | undefined };

const mostSpellings = 4;
/** Longer names are not typed in initials. */
const mostInitials = 12;

function chineseTerms(words: readonly string[], official: boolean): NameTerms {
  const syllables = syllablesOf(words);
  const terms: Term[] = [];
  for (const [at, word] of words.entries()) {
    const characters = [...word];
    if (isHan(word)) for (let start = at === 0 ? 1 : 0; start < characters.length; start++) terms.push([characters.slice(start).join(''), manner.ending]);
    else terms.push([word, at === 0 ? manner.firstWord : manner.laterWord]);
  }
  for (const spelling of spellings(syllables, mostSpellings)) terms.push([spelling, official ? manner.pinyin : manner.otherPinyin]);
  if (syllables.length > 1 && syllables.length <= mostInitials) terms.push([initialsOf(syllables), official ? manner.initials : manner.otherInitials]);
  return { terms, syllables: official && syllables.length > 1 ? syllables : undefined };
}

/** The terms of one name. */
export function termsOfName(text: string, official: boolean): NameTerms {
  const words = wordsOf(folded(text));
  const whole: Term = [words.join(''), official ? manner.official : manner.other];
  if (whole[0] === '') return { terms: [], syllables: undefined };
  if (words.some(isHan)) {
    const { terms, syllables } = chineseTerms(words, official);
    return { terms: [whole, ...terms], syllables };
  }
  if (words.length === 1) return { terms: [whole], syllables: undefined };
  return { terms: [whole, ...words.map((word, at): Term => [word, at === 0 ? manner.firstWord : manner.laterWord])], syllables: undefined };
}

/** The term of a code: letters and digits alone. */
export function termOfCode(code: string): Term {
  return [wordsOf(folded(code)).join(''), manner.code];
}

export type TermReader = (document: SearchDocument) => { readonly terms: readonly Term[]; readonly syllables: readonly Syllables[] };

/** Reads documents' terms, each name once: homes share names. */
export function createTermReader(): TermReader {
  const known = new Map<string, NameTerms>();
  return ({ names, codes }) => {
    const terms: Term[] = codes.map(termOfCode);
    const syllables: Syllables[] = [];
    for (const { text, official } of names) {
      const key = `${official ? '+' : '-'}${text}`;
      let name = known.get(key);
      if (!name) {
        name = termsOfName(text, official);
        known.set(key, name);
      }
      terms.push(...name.terms);
      if (name.syllables) syllables.push(name.syllables);
    }
    return { terms, syllables };
  };
}
