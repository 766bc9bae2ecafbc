/**
 * What a typed sentence asks for: kind of room, rent, move-in, length, distance and the rest of a list's filters, in the five languages and
 * mixed. Names of places and phrases are found first, then the rules take wishes; the cost grows with the length alone. Pure.
 */
import { fillers } from '#lib/search-text/fillers.ts';
import { folded, isHan, wordsOf } from '#lib/search-text/text.ts';
import { isSilent, itemsOf } from './sentence/sentence-items.rules.ts';
import type { Item } from './sentence/sentence-items.rules.ts';
import { letters, soundsLike, tokensOf } from './sentence/sentence-lexicon.rules.ts';
import { joinStays, plainWish, rulesOf } from './sentence/sentence-grammar.rules.ts';
import type { Taken } from './sentence/sentence-grammar.rules.ts';
import type { IsName, SearchIntent, Wish } from './sentence/sentence.schema.ts';

/** Wishes looked for in one text: nobody has more. */
const mostWishes = 24;

const tidy = (text: string): string => text.replaceAll(/\s+/gu, ' ').replaceAll(/^[\s,;，、。·+&/-]+|[\s,;，、。·+&/-]+$/gu, '');

/**
 * The wishes in a text, in the order in which they stand there, with the names of places among them and what was not understood.
 * @param today yyyy-mm-dd
 * @example wishesIn('studio near UCL under £300', '2026-11-30').place // 'near UCL'
 */
export function wishesIn(typed: string, today: string, isName: IsName = () => false): SearchIntent {
  const text = typed.normalize('NFC');
  const { plain, at: origin } = letters(text);
  const asTyped = (from: number, to: number): string => text.slice(origin[from] ?? 0, origin[to] ?? text.length).trim();
  const items = itemsOf(tokensOf(plain), isName, asTyped);
  const rules = rulesOf(today);
  const found: { readonly from: number; readonly to: number; readonly wish: Wish }[] = [];
  const names: string[] = [];
  const unknown: { from: number; to: number; isSilent: boolean }[] = [];
  for (let at = 0; at < items.length; ) {
    const item = items[at];
    if (!item) break;
    if (item.kind === 'name') {
      names.push(asTyped(item.from, item.to));
      at++;
      continue;
    }
    let taken: Taken | undefined;
    for (const rule of rules) if ((taken = rule(items, at))) break;
    const length = taken?.length ?? 1;
    const last = items[at + length - 1] ?? item;
    if (taken?.wish && found.length < mostWishes) found.push({ from: item.from, to: last.to, wish: taken.wish });
    else {
      const sound = item.kind === 'word' && isHan(item.text) ? soundAt(items, at) : undefined;
      const wish = sound && plainWish(sound.item);
      if (sound && (wish ?? sound.item.meaning['guests']) !== undefined) {
        found.push({ from: item.from, to: sound.to, wish: wish ?? { kind: 'guests', guests: Number(sound.item.meaning['guests']) } });
        at += sound.length;
        continue;
      }
      unknown.push({
        from: item.from,
        to: last.to,
        isSilent: sound !== undefined || (!taken && item.kind === 'phrase' && isSilent(item.meaning)) || !/[\p{L}\p{N}]/u.test(item.text),
      });
    }
    at += length;
  }
  joinStays(found, plain);
  const spans = found.map(({ from, to, wish }) => ({ from: origin[from] ?? 0, to: origin[to] ?? text.length, wish }));
  const without = (gone: readonly { readonly from: number; readonly to: number }[]): string => {
    let rest = '';
    let last = 0;
    for (const { from, to } of gone) {
      rest += `${text.slice(last, from)} `;
      last = to;
    }
    return tidy(rest + text.slice(last));
  };
  const unread: { from: number; to: number }[] = [];
  for (const { from, to, isSilent: isQuiet } of unknown) {
    if (isQuiet) continue;
    const last = unread.at(-1);
    if (last && /^\s*$/.test(plain.slice(last.to, from))) last.to = to;
    else unread.push({ from, to });
  }
  return {
    // Words around a name are none by themselves.
    place: spans.length > 0 && names.length === 0 && unread.length === 0 ? '' : without(spans),
    used: spans.map((span) => ({ words: text.slice(span.from, span.to).trim(), without: without([span]), wish: span.wish })),
    names,
    isPlaced: items.some(({ kind, meaning, text: word }) => kind === 'phrase' && (meaning['near'] !== undefined || /^(?:in|o|tai|在)$/.test(word))),
    unread: unread.map(({ from, to }) => asTyped(from, to)),
  };
}

/** Chinese characters that nothing was found for, taken by their sound, longest first. */
function soundAt(items: readonly Item[], at: number): { readonly item: Item; readonly to: number; readonly length: number } | undefined {
  const longest = 6;
  for (let length = Math.min(longest, items.length - at); length >= 2; length--) {
    const some = items.slice(at, at + length);
    if (some.some(({ kind, text }) => kind === 'name' || kind === 'number' || !/^\p{Script=Han}(?: \p{Script=Han})*$/u.test(text))) continue;
    const [first, last] = [some[0], some.at(-1)];
    const meaning = soundsLike(some.map(({ text }) => text.replaceAll(' ', '')).join(''));
    if (meaning && first && last) return { item: { ...first, meaning }, to: last.to, length };
  }
  return undefined;
}

/** Texts tried for one name. */
const mostNames = 8;

/**
 * What of a text may be the name of a place, likeliest first: all of it, then without the words around it.
 * @example namesIn('gần UCL') // ['gần UCL', 'gan ucl', 'ucl']
 */
export function namesIn(text: string): readonly string[] {
  const words = wordsOf(folded(text)).flatMap((one) => {
    if (!isHan(one)) return [one];
    const [only, ...others] = one.split(fillers.chinese).filter(Boolean);
    return only === undefined ? [] : others.length === 0 ? [only] : [one];
  });
  const isFiller = (at: number): boolean => fillers.words.has(words[at] ?? '');
  let last = words.length;
  while (last > 1 && isFiller(last - 1)) last--;
  const names = [text];
  for (const until of new Set([words.length, last]))
    for (let from = 0; from < until; from++) {
      names.push(words.slice(from, until).join(' '));
      if (!isFiller(from)) break;
    }
  return [...new Set(names)].filter(Boolean).slice(0, mostNames);
}
