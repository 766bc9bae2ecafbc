/** Chinese names as they are typed on a Latin keyboard: whole syllables, their beginnings, or both mixed. */
import { pinyin } from 'pinyin-pro';

/** Characters that names of places read in more than one way, with all readings. */
const readings: Readonly<Record<string, readonly string[]>> = {
  都: ['du', 'dou'],
  柏: ['bo', 'bai'],
  长: ['chang', 'zhang'],
  重: ['chong', 'zhong'],
  塞: ['sai', 'se'],
  乐: ['le', 'yue'],
  厦: ['xia', 'sha'],
  行: ['xing', 'hang'],
  卡: ['ka', 'qia'],
  地: ['di', 'de'],
  的: ['di', 'de'],
  得: ['de', 'dei'],
  朝: ['chao', 'zhao'],
  沈: ['shen', 'chen'],
  曾: ['zeng', 'ceng'],
  什: ['shi', 'shen'],
  区: ['qu', 'ou'],
  女: ['nv', 'nu'],
  吕: ['lv', 'lu'],
  绿: ['lv', 'lu'],
  大: ['da', 'dai'],
  藏: ['zang', 'cang'],
  茜: ['xi', 'qian'],
  露: ['lu', 'lou'],
};

/** The readings of a name, character by character; what is not Chinese stands for itself. */
export type Syllables = readonly (readonly string[])[];

/** @param words folded, as `wordsOf` parts them. */
export function syllablesOf(words: readonly string[]): Syllables {
  return words.flatMap((word): Syllables => {
    if (!/\p{Script=Han}/u.test(word)) return [[word]];
    const usual = pinyin(word, { toneType: 'none', type: 'array', v: true });
    return [...word].map((character, at) => {
      const heard = usual[at] ?? character;
      return [...new Set([heard, ...(readings[character] ?? [])])];
    });
  });
}

/** Spellings of the whole name, at most `most`: the usual one first. */
export function spellings(syllables: Syllables, most: number): string[] {
  let all = [''];
  for (const choices of syllables) all = all.flatMap((before) => choices.map((one) => before + one)).slice(0, most);
  return all;
}

export function initialsOf(syllables: Syllables): string {
  return syllables.map(([first = '']) => first[0] ?? '').join('');
}

/** Text with its Chinese spelled out. @example spelled(['曼', 'che']) // 'manche' */
export function spelled(words: readonly string[]): string {
  return spellings(syllablesOf(words), 1)[0] ?? '';
}

/** In a longer name the ways that lead to one place are too many to walk on from it each time. */
const fewSyllables = 6;

/**
 * How much of a name has been typed, in syllables, when the typed letters are beginnings of its syllables in order;
 * 0 when they are not.
 * @param typos wrong letters allowed.
 */
export function typedSyllables(typed: string, syllables: Syllables, typos: 0 | 1): number {
  const known = syllables.length > fewSyllables ? new Map<number, number>() : undefined;
  const walk = (at: number, syllable: number, left: number): number => {
    if (at === typed.length) return syllable;
    const place = (at * (syllables.length + 1) + syllable) * 2 + left;
    const before = known?.get(place);
    if (before !== undefined) return before;
    let best = 0;
    for (const reading of syllables[syllable] ?? []) {
      let wrong = 0;
      for (let length = 1; length <= reading.length && at + length <= typed.length; length++) {
        if (reading[length - 1] !== typed[at + length - 1]) {
          // A syllable's first letter is what one remembers.
          if (length === 1 && reading.length > 2) break;
          wrong++;
          if (wrong > left) break;
        }
        best = Math.max(best, walk(at + length, syllable + 1, left - wrong));
        if (best === syllables.length) return best;
      }
    }
    known?.set(place, best);
    return best;
  };
  return walk(0, 0, typos);
}
