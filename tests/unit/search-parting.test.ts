/** Parting of Chinese typed without spaces: what it finds, and what it may cost. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { createParting, partingBudget } from '#lib/features/search/index/parting.index.ts';
import type { Knows } from '#lib/features/search/index/parting.index.ts';
import { typedSyllables } from '#lib/search-text/pinyin.ts';

/** An index that knows these names, and counts how often it is asked. */
function indexOf(...names: readonly string[]): { knows: Knows; asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    knows: (text) => {
      asked++;
      return names.includes(text) ? 'whole' : names.some((name) => name.startsWith(text)) ? 'begun' : undefined;
    },
  };
}

/** The hardest text there is: every beginning is a name, every ending parts in two ways, and the last character is no name. */
const universities = ['大学', '学院', '大学学院', '学院大学', '学大', '院大'];

function costOf(repetitions: number): number {
  const { knows, asked } = indexOf(...universities);
  createParting(knows)(`${'大学学院'.repeat(repetitions)}囧`);
  return asked();
}

describe('parting', () => {
  test('names that follow each other without a space are found, the last perhaps only begun', () => {
    const { knows } = indexOf('伦敦', '布鲁姆斯伯里', '伦敦大学', '大学学院');
    const part = createParting(knows);
    expect(part('伦敦布鲁姆斯伯里')).toEqual(['伦敦', '布鲁姆斯伯里']);
    expect(part('伦敦布鲁')).toEqual(['伦敦', '布鲁']);
    expect(part('伦敦大学学院')).toEqual(['伦敦', '大学学院']);
    expect(part('伦敦囧囧')).toEqual(['伦敦', '囧囧']);
    expect(part('囧囧囧')).toEqual(['囧囧囧']);
    expect(part('london')).toEqual(['london']);
  });

  test('what a text costs grows at most with the square of its length, and has a bound', () => {
    const costs = [5, 10, 20, 40].map(costOf);
    for (const [at, cost] of costs.entries()) {
      expect(cost).toBeLessThanOrEqual(partingBudget);
      if (at > 0) expect(cost).toBeLessThanOrEqual(4.2 * (costs[at - 1] ?? 0));
    }
    expect(costOf(10)).toBeLessThan(1_500);
  });

  test('whatever is typed, the parts are the text, and the budget is kept', () => {
    const { knows } = indexOf(...universities);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('大', '学', '院', '囧', '𠮷'), maxLength: 80 }), fc.integer({ min: 0, max: 200 }), (text, budget) => {
        let asked = 0;
        const part = createParting((word) => {
          asked++;
          return knows(word);
        }, budget);
        expect(part(text).join('')).toBe(text);
        expect(asked).toBeLessThanOrEqual(budget);
      }),
    );
  });
});

describe('typed syllables', () => {
  test('a name whose syllables begin alike is walked once for each place, not once for each way', () => {
    const alike = Array.from({ length: 40 }, () => ['a', 'aa', 'aaa']);
    expect(typedSyllables(`${'a'.repeat(79)}b`, alike, 0)).toBe(0);
    expect(typedSyllables('a'.repeat(30), alike, 0)).toBeGreaterThan(0);
  });
});
