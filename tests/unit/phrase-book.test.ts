/** Flat phrase books say what opencc-js's trees say. */
import { ConverterFactory } from 'opencc-js/core';
import simplifiedPhrases from 'opencc-js/dict/STPhrases';
import traditionalPhrases from 'opencc-js/dict/TSPhrases';
import { from, to } from 'opencc-js/preset/cn2t';
import { from as back, to as there } from 'opencc-js/preset/t2cn';
import { expect, test } from 'vitest';
import { conversion } from '#lib/i18n/phrase-book.ts';

const phrases = (dictionary: string): string[] => dictionary.split('|').map((entry) => entry.split(' ')[0] ?? '');

test('every phrase of the dictionaries, alone and among others, becomes what opencc-js makes of it', () => {
  const chains = [
    [conversion(...(from.cn ?? []), ...(to.twp ?? [])), ConverterFactory(from.cn ?? [], to.twp ?? []), phrases(simplifiedPhrases)],
    [conversion(...(from.cn ?? []), ...(to.hk ?? [])), ConverterFactory(from.cn ?? [], to.hk ?? []), phrases(simplifiedPhrases)],
    [conversion(...(back.tw ?? []), ...(there.cn ?? [])), ConverterFactory(back.tw ?? [], there.cn ?? []), phrases(traditionalPhrases)],
  ] as const;
  for (const [ours, theirs, all] of chains) {
    for (let at = 0; at < all.length; at += 40) {
      const text = `${all.slice(at, at + 40).join('')}, a 50 m² 𠀀😀 ${all.slice(at, at + 40).join(' ')}`;
      if (ours(text) !== theirs(text)) expect([text, ours(text)]).toEqual([text, theirs(text)]);
    }
  }
  expect(chains[0][0]('学生公寓在里面')).toBe('學生公寓在裡面');
});

test('of two entries for a phrase the earlier dictionary counts, the longest phrase goes first, and what none has stays', () => {
  const convert = conversion([[['ab', '1']], 'ab 2|abc 3|d 4'], [[['1', 'one']]]);
  expect(convert('xabcabdz')).toBe('x3one4z');
  expect(convert('')).toBe('');
});
