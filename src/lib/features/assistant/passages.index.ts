/**
 * Finds the parts of our own texts that a question is about, by the words they share: no model, and nothing is made up. Text is
 * compared folded (case, accents and script), words for one thing count as one (`asked-words.files.ts`), and Chinese, which has
 * no spaces, by pairs of characters.
 */
import { folded, isHan } from '#lib/search-text/text.ts';
import type { Passage } from './assistant.schema.ts';

/** How readers of a language ask. */
export type AskedWords = {
  /** Folded words that say nothing of what is asked. */
  readonly stop: ReadonlySet<string>;
  /** Folded words and what stands for them. */
  readonly same: ReadonlyMap<string, string>;
  /** What homes are asked about, by what their pages tell (`home/<topic>`). */
  readonly home: Readonly<Record<string, string>>;
  /** What texts are also asked by, by the key of their part; `*` as the name stands for any text of a kind. */
  readonly asked: Readonly<Record<string, string>>;
};

export type Found = { readonly passage: Passage /** 0 to 1: how much of what is asked is there. */; readonly score: number };

export type PassageIndex = {
  /**
   * The best first; empty where nothing of ours answers it.
   * @param more looked through beside the texts, for this question alone: what is known of one home.
   */
  find(question: string, most: number, more?: readonly Passage[]): readonly Found[];
};

/** Least share of a question that a passage must have. */
const threshold = 0.36;
/** What a term is worth by where it stands. */
const worth = { heading: 1, asked: 0.9, page: 0.65, text: 0.55, often: 0.7 } as const;
/** What a text counts for where others say the same: short answers before stories. */
const standing = [
  { of: 'help/', times: 1.06 },
  { of: 'home/', times: 1.06 },
  { of: 'blog/', times: 0.85 },
] as const;
/** What a term of a kind counts, and one that none of our texts has: it may be a name, or the whole point of the question. */
const counts: Readonly<Record<string, { readonly known: number; readonly unseen: number }>> = {
  w: { known: 1, unseen: 0.55 },
  a: { known: 1, unseen: 0.55 },
  p: { known: 0.5, unseen: 0.1 },
  h: { known: 0.7, unseen: 0.35 },
  c: { known: 0.35, unseen: 0.2 },
};
/** Passages below this share of the best one do not go along. */
const besides = 0.72;

const anyWord = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu;
const standingOf = ({ key }: Passage): number => standing.find(({ of }) => key.startsWith(of))?.times ?? 1;

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** `w:` words, `a:` words with their accents, `p:` pairs of words, `h:` pairs of Chinese characters, `c:` one that stands alone. */
type Read = (text: string, as: 'text' | 'question') => readonly string[];

/** English endings, so that "rooms" finds "room". */
function stem(word: string): string {
  if (word.length < 5 || !/^[a-z]+$/.test(word)) return word.length === 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
  return word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=[a-z]{3})(?:ing|ed)$/, '')
    .replace(/(?<=[a-z]{2})(?:(?<=ss|sh|ch|x)es|(?<!s)s)$/, '')
    .replace(/(?<=[a-z]{3})e$/, '');
}

/** How text of a language becomes terms. */
function createReader({ stop, same }: AskedWords): Read {
  const variants = [...same.keys()].toSorted((a, b) => b.length - a.length);
  const han = variants.filter(isHan);
  const spaced = variants.filter((one) => !isHan(one));
  const alternatives = [
    ...(han.length > 0 ? [han.map(escaped).join('|')] : []),
    ...(spaced.length > 0 ? [String.raw`(?<![\p{L}\p{N}])(?:${spaced.map(escaped).join('|')})(?![\p{L}\p{N}])`] : []),
  ];
  const named = new RegExp(alternatives.join('|') || '(?!)', 'gu');
  const empty = [...stop].filter(isHan).toSorted((a, b) => b.length - a.length);
  const cut = empty.length > 0 ? new RegExp(empty.map(escaped).join('|'), 'gu') : undefined;

  function ofHan(run: string): readonly string[] {
    const pieces = cut ? run.split(cut) : [run];
    return pieces.flatMap((piece) => {
      const characters = [...piece];
      return characters.length === 1 ? [`c:${piece}`] : characters.slice(1).map((one, at) => `h:${characters[at]}${one}`);
    });
  }

  /** @param accented the same text before it was folded, letter by letter; undefined where the two cannot be laid side by side. */
  function ofSpaced(plain: string, accented: string | undefined, as: 'text' | 'question'): readonly string[] {
    const terms: string[] = [];
    let before: string | undefined;
    for (const { 0: word, index } of plain.matchAll(anyWord)) {
      if (isHan(word)) {
        terms.push(...ofHan(word));
        before = undefined;
        continue;
      }
      if (stop.has(word)) {
        before = undefined;
        continue;
      }
      const stemmed = stem(word);
      const written = accented?.slice(index, index + word.length);
      // Who writes accents means that word; who leaves them out may mean any.
      if (written !== undefined && written !== word) terms.push(`a:${written}`);
      if (as === 'text' || written === undefined || written === word) terms.push(`w:${stemmed}`);
      if (before !== undefined) terms.push(`p:${before} ${stemmed}`);
      before = stemmed;
    }
    return terms;
  }

  return (text, as) => {
    const plain = folded(text);
    const accented = text.normalize('NFC').toLowerCase();
    const isAligned = accented.length === plain.length;
    const terms: string[] = [];
    let end = 0;
    const between = (to: number): void => {
      terms.push(...ofSpaced(plain.slice(end, to), isAligned ? accented.slice(end, to) : undefined, as));
    };
    for (const { 0: one, index } of plain.matchAll(named)) {
      between(index);
      terms.push(`w:${same.get(one) ?? one}`);
      end = index + one.length;
    }
    between(plain.length);
    return terms;
  };
}

type Weights = ReadonlyMap<string, number>;

/** What each term of a passage is worth there. */
function weightsOf(passage: Passage, asked: string | undefined, read: Read): Weights {
  const weights = new Map<string, number>();
  const add = (text: string, value: number): void => {
    for (const term of read(text, 'text')) weights.set(term, Math.max(weights.get(term) ?? 0, value));
  };
  const text = [...passage.paragraphs, ...passage.rows.map(({ label, value }) => `${label} ${value}`)].join('\n');
  const times = new Map<string, number>();
  for (const term of read(text, 'text')) times.set(term, (times.get(term) ?? 0) + 1);
  for (const [term, count] of times) weights.set(term, count > 1 ? worth.often : worth.text);
  add(passage.page, worth.page);
  if (asked !== undefined) add(asked, worth.asked);
  add(passage.heading, worth.heading);
  return weights;
}

/** Reads all passages once. Costs a few milliseconds; a question then costs less than one. */
export function createPassageIndex(passages: readonly Passage[], words: AskedWords): PassageIndex {
  const read = createReader(words);
  const askedBy = ({ key }: Passage): string | undefined => {
    const [kind = '', name = '', part = ''] = key.split('/');
    return kind === 'home' ? words.home[name] : (words.asked[key] ?? words.asked[`${kind}/*/${part}`]);
  };
  const weighed = (passage: Passage) => ({ passage, weights: weightsOf(passage, askedBy(passage), read) });
  const known = passages.map(weighed);
  const documents = new Map<string, number>();
  for (const { weights } of known) for (const term of weights.keys()) documents.set(term, (documents.get(term) ?? 0) + 1);
  const rarity = (count: number): number => Math.log(1 + (known.length - count + 0.5) / (count + 0.5));

  return {
    find(question, most, more = []) {
      const asked = new Set(read(question, 'question'));
      if (asked.size === 0) return [];
      const ofHome = more.map(weighed);
      const values = [...asked].map((term) => {
        const inTexts = documents.get(term) ?? 0;
        const isKnown = inTexts > 0 || ofHome.some(({ weights }) => weights.has(term));
        const kind = counts[term.slice(0, 1)];
        return { term, value: rarity(Math.max(inTexts, 1)) * ((isKnown ? kind?.known : kind?.unseen) ?? 0) };
      });
      const whole = values.reduce((sum, { value }) => sum + value, 0);
      const scored = [...ofHome, ...known].map(({ passage, weights }) => ({
        passage,
        score: Math.min(1, (standingOf(passage) * values.reduce((sum, { term, value }) => sum + value * (weights.get(term) ?? 0), 0)) / whole),
      }));
      // Of equals, what is known of the home comes first, then the texts in their order.
      const sorted = scored.filter(({ score }) => score >= threshold).toSorted((a, b) => b.score - a.score);
      const least = (sorted[0]?.score ?? 0) * besides;
      return sorted.filter(({ score }) => score >= least).slice(0, most);
    },
  };
}
