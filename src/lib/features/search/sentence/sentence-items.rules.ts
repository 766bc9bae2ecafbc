/** A sentence as items: names of places, phrases, numbers, and words that are none of these, longest first. Pure. */
import { joinedAt, phraseAt, slipOf } from './sentence-lexicon.rules.ts';
import type { Meaning, Token } from './sentence-lexicon.rules.ts';
import { numberAt } from './sentence-numbers.rules.ts';
import type { IsName } from './sentence.schema.ts';

/** Tokens of the longest name. */
const longestName = 14;

export type Item = {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly kind: 'phrase' | 'number' | 'name' | 'word';
  readonly meaning: Meaning;
  readonly value: number;
  /** A number glued to letters before it, as in M13. */
  readonly isGlued: boolean;
};

const nothing: Meaning = {};
/** Phrases that a sentence has for its grammar: nobody misses them. */
const silent: ReadonlySet<string> = new Set(['filler', 'near', 'to', 'movein', 'lasting', 'fits', 'bound', 'rent', 'walk', 'after', 'relative']);
export const isSilent = (meaning: Meaning): boolean => Object.keys(meaning).some((kind) => silent.has(kind));
const onlyFiller = (meaning: Meaning): boolean => Object.keys(meaning).every((kind) => silent.has(kind));

/** The longest name that begins at a token, in tokens; 0 for none. */
function nameLength(tokens: readonly Token[], from: number, isName: IsName): number {
  let compact = '';
  let longest = 0;
  for (let index = from; index < Math.min(tokens.length, from + longestName); index++) {
    const text = tokens[index]?.text ?? '';
    if (!/^[\p{L}\p{N}]/u.test(text)) {
      if (index === from) return 0;
      continue;
    }
    compact += text;
    // One letter, one Chinese character or a number alone names too much.
    if (compact.length >= 2 && !/^[\d.,]+$/.test(compact) && isName(compact)) longest = index - from + 1;
  }
  return longest;
}

/** @param typed what stands between two places of the folded text, as it was typed. */
export function itemsOf(tokens: readonly Token[], isName: IsName, typed: (from: number, to: number) => string): readonly Item[] {
  const items: Item[] = [];
  const mended = tokens.map((token) => ({ ...token, text: slipOf(token.text) ?? token.text }));
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (!token) break;
    const name = nameLength(tokens, at, isName);
    const plain = phraseAt(tokens, at);
    // Words spelled right count before words that may be others.
    const guessed = name > 0 ? undefined : (phraseAt(mended, at) ?? joinedAt(tokens, at));
    const phrase = guessed && guessed.length > (plain?.length ?? 0) ? guessed : (plain ?? (name > 0 ? undefined : joinedAt(tokens, at)));
    const isGlued = token.isJoined && /^\d/.test(token.text) && /\p{Script=Latin}$/u.test(tokens[at - 1]?.text ?? '');
    const number = numberAt(tokens, at);
    const push = (length: number, rest: Pick<Item, 'kind' | 'meaning' | 'value'>): void => {
      const [from, to] = [token.from, tokens[at + length - 1]?.to ?? token.to];
      items.push({
        from,
        to,
        text: tokens
          .slice(at, at + length)
          .map(({ text }) => text)
          .join(' '),
        isGlued,
        ...rest,
      });
      at += length;
    };
    const phraseLength = phrase?.length ?? 0;
    // What is written in capitals is a name where it can be one: US against us.
    const isCapital =
      name > 0 &&
      name === phraseLength &&
      onlyFiller(phrase?.meaning ?? nothing) &&
      (at === 0 ? /^\p{Lu}{2,}$/u : /^\p{Lu}{2,}$|^\p{Lu}\p{Ll}{3,}$/u).test(typed(token.from, token.to));
    if (name > Math.max(phraseLength, number?.length ?? 0) || isCapital) push(name, { kind: 'name', meaning: nothing, value: 0 });
    else if (number && number.length >= phraseLength)
      push(number.length, { kind: 'number', meaning: phraseLength === number.length ? (phrase?.meaning ?? nothing) : nothing, value: number.value });
    else if (phrase) push(phrase.length, { kind: 'phrase', meaning: phrase.meaning, value: 0 });
    else push(1, { kind: 'word', meaning: nothing, value: 0 });
  }
  return items;
}

/** What an item means of a kind. */
export const has = (item: Item | undefined, kind: string): string | undefined => item?.meaning[kind];
