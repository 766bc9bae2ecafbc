/** The parts of the embedded index: folding, filler words, pinyin, slips. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { fillers } from '#lib/search-text/fillers.ts';
import { initialsOf, spelled, spellings, syllablesOf, typedSyllables } from '#lib/search-text/pinyin.ts';
import { folded, postalAreas, typedWords, wordsOf } from '#lib/search-text/text.ts';
import { slipRanges } from '#lib/search-text/typos.ts';

describe('text', () => {
  test('case, width, accents, đ, apostrophes, the dot of Chinese spellings and script are folded', () => {
    expect(['LONDON', 'ＬＳＥ', 'Málaga', 'Đức', 'King’s', 'Straße', '倫敦大學', '渋谷', 'Hồng Kông', '乔治·梅森'].map(folded)).toEqual([
      'london',
      'lse',
      'malaga',
      'duc',
      'kings',
      'strasse',
      '伦敦大学',
      '涩谷',
      'hong kong',
      '乔治梅森',
    ]);
  });

  test('words part at spaces, signs and where the script changes', () => {
    expect(wordsOf('伦敦ucl附近')).toEqual(['伦敦', 'ucl', '附近']);
    expect(wordsOf('m13 9pl')).toEqual(['m13', '9pl']);
    expect(wordsOf('!!! … 😀')).toEqual([]);
  });

  test('folding twice changes nothing, and no text is too odd', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(folded(folded(text))).toBe(folded(text));
        expect(typedWords(text, fillers).wanted.every((word) => word.length > 0)).toBe(true);
      }),
    );
  });

  test('a postcode lies in its outward area, with or without space, complete or not', () => {
    expect(['m13 9pl', 'm139pl', 'm13 9', 'wc1e 6bt', 'wc1e', 'ec1v', 'm13', 'leeds', '3053'].map(postalAreas)).toEqual([
      ['m13'],
      ['m13'],
      ['m13'],
      ['wc1e', 'wc1'],
      ['wc1e', 'wc1'],
      ['ec1v', 'ec1'],
      [],
      [],
      [],
    ]);
  });

  test.each([
    ['student accommodation leeds', ['leeds']],
    ['thuê phòng gần ucl', ['ucl']],
    ['墨尔本大学附近的学生公寓', ['墨尔本大学']],
    ['rooms to rent near king’s college', ['kings', 'college']],
    ['學生公寓', ['学生公寓']],
    ['house', ['house']],
  ])('%s: what is wanted', (text, wanted) => {
    expect(typedWords(text, fillers).wanted).toEqual(wanted);
  });
});

describe('pinyin', () => {
  test('names are spelled with every reading that places use', () => {
    expect(spellings(syllablesOf(['都柏林']), 4)).toContain('dubolin');
    expect(spellings(syllablesOf(['重庆']), 4)[0]).toBe('chongqing');
    expect(spellings(syllablesOf(['长岛']), 4)[0]).toBe('changdao');
    expect(initialsOf(syllablesOf(['曼彻斯特']))).toBe('mcst');
    expect(spelled(['曼', 'che'])).toBe('manche');
  });

  test.each([
    ['mcst', 0, 4],
    ['manchesite', 0, 4],
    ['mcheste', 0, 4],
    ['mancst', 0, 4],
    ['mcheside', 1, 4],
    ['manche', 0, 2],
    ['london', 0, 0],
    ['mcx', 0, 0],
  ] as const)('%s of 曼彻斯特 with %i slips: %i syllables', (typed, slips, syllables) => {
    expect(typedSyllables(typed, syllablesOf(['曼彻斯特']), slips)).toBe(syllables);
  });

  test('any beginnings of the syllables in order are recognised', () => {
    const readings = ['man', 'che', 'si', 'te'] as const;
    fc.assert(
      fc.property(fc.tuple(...readings.map((reading) => fc.integer({ min: 1, max: reading.length }))), (lengths) => {
        const typed = readings.map((reading, at) => reading.slice(0, lengths[at])).join('');
        expect(typedSyllables(typed, syllablesOf(['曼彻斯特']), 0)).toBe(4);
      }),
    );
  });
});

/** Damerau–Levenshtein distance with adjacent swaps, plainly. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, row) => [row, ...Array.from({ length: b.length }, () => 0)]);
  for (let column = 1; column <= b.length; column++) (rows[0] ?? [])[column] = column;
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      let best = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) best = Math.min(best, at(row - 2, column - 2) + 1);
      (rows[row] ?? [])[column] = best;
    }
  }
  return at(a.length, b.length);
}

test('slips: exactly the terms with a beginning at distance one are found', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'l'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 40 }), word, (words, typed) => {
      const terms = words.sort((a, b) => (a < b ? -1 : 1));
      const found = new Set(slipRanges(terms, typed).flatMap(([from, to]) => terms.slice(from, to)));
      for (const term of terms) {
        const beginnings = Array.from({ length: term.length + 1 }, (_, length) => term.slice(0, length));
        // One that begins with what was typed is found without slips.
        if (term.startsWith(typed)) continue;
        expect(found.has(term), `${term} for ${typed}`).toBe(beginnings.some((beginning) => distance(beginning, typed) <= 1));
      }
    }),
    { numRuns: 400 },
  );
});
