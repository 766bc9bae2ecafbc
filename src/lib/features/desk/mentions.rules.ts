/** Who is mentioned in a note. Pure, browser-safe. */
import type { StaffId } from '#lib/ids/ids.ts';
import type { Colleague } from './threads.schema.ts';

/** Mentions that one note has at most. */
export const mostMentions = 10;

const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/[đĐ]/gu, 'd').toLowerCase().replaceAll('＠', '@');

/**
 * What colleagues can be called after an @: their whole name, and the first word of it where nobody else begins with that.
 * `Ann Lee` is `ann lee` and, where no other Ann is there, `ann`.
 */
function callings(colleagues: readonly Colleague[]): readonly { readonly id: StaffId; readonly word: string }[] {
  const firsts = colleagues.map(({ name }) => folded(name).split(/\s+/u)[0] ?? '');
  const all = colleagues.flatMap(({ id, name }, at) => {
    const [whole, first = ''] = [folded(name).trim(), firsts[at]];
    const isAlone = firsts.filter((one) => one === first).length === 1;
    return isAlone && first !== whole && first !== ''
      ? [
          { id, word: whole },
          { id, word: first },
        ]
      : [{ id, word: whole }];
  });
  // The longest first: “@Ann Lee” is no “@Ann”.
  return all.filter(({ word }) => word !== '').toSorted((a, b) => b.word.length - a.word.length);
}

/** A letter or digit that a Latin name may go on with; Chinese goes on without a blank. */
const goesOn = /^[\p{Script=Latin}\p{Nd}]/u;

/**
 * The colleagues that a note names after an @, each once, at most `mostMentions`; marks and case do not matter. A mail address names nobody.
 * @example mentionsIn('@ann lee, please ring them', [{ id: 7, name: 'Ann Lee' }]) // [7]
 */
export function mentionsIn(text: string, colleagues: readonly Colleague[]): readonly StaffId[] {
  const named = callings(colleagues);
  const words = folded(text);
  const found = new Set<StaffId>();
  for (const { index } of words.matchAll(/(?<![\p{L}\p{N}._-])@/gu)) {
    const rest = words.slice(index + 1);
    const one = named.find(({ word }) => rest.startsWith(word) && !(goesOn.test(word.slice(-1)) && goesOn.test(rest.slice(word.length))));
    if (one) found.add(one.id);
  }
  return [...found].slice(0, mostMentions);
}
