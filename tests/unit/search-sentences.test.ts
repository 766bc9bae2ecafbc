/** Sentences and filters are the same said twice: whatever a list can be filtered by can be typed, in each language. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import {
  amenityCodes,
  distanceSteps,
  formatFilterCode,
  leaseBands,
  noFilter,
  parseFilterCode,
  sorts,
  unitTypes,
} from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter, Sort } from '#lib/features/catalogue/filter-code.rules.ts';
import { openEnd } from '#lib/features/lists/list.rules.ts';
import { wishesIn } from '#lib/features/search/search-intent.rules.ts';
import { withWishes } from '#lib/features/search/wished-filter.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import { locales } from '#lib/i18n/locales.ts';
import { sentenceParts } from '#tests/support/sentences.ts';
import type { SentenceLanguage } from '#tests/support/sentences.ts';

const today = '2026-12-01';
const names = new Set(['ucl', '伦敦大学学院']);
const isName = (name: string): boolean => names.has(name);

const comingMonths = Array.from({ length: 14 }, (_, ahead) => (ahead === 0 ? 202612 : 202700 + ahead)).map((month) => (month > 202712 ? month + 88 : month));

const filters: fc.Arbitrary<ListFilter> = fc.record({
  months: fc.uniqueArray(fc.constantFrom(...comingMonths), { maxLength: 3 }),
  guests: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  rent: fc.option(
    fc
      .tuple(fc.integer({ min: 50, max: 900 }), fc.integer({ min: 1, max: 900 }), fc.constantFrom('both', 'least', 'most'))
      .map(([from, more, ends]) => ({ from: ends === 'most' ? 0 : from, to: ends === 'least' ? openEnd : from + more })),
    { nil: undefined },
  ),
  leases: fc.uniqueArray(fc.nat({ max: leaseBands.length - 1 }), { maxLength: 3 }),
  types: fc.uniqueArray(fc.constantFrom(...unitTypes), { maxLength: 3 }),
  amenities: fc.uniqueArray(fc.constantFrom(...amenityCodes), { maxLength: 6 }),
  bathroom: fc.constantFrom(undefined, 'private' as const, 'shared' as const),
  distance: fc.constantFrom(undefined, ...distanceSteps),
  verified: fc.boolean(),
  availableNow: fc.boolean(),
  sort: fc.constantFrom(...(Object.keys(sorts) as Sort[])),
  page: fc.constant(1),
});

function readBack(text: string): { readonly code: string; readonly names: readonly string[]; readonly unread: readonly string[] } {
  const { used, names: found, unread } = wishesIn(text, today, isName);
  const filter = withWishes(
    noFilter,
    used,
    ({ from, to, per }) => (per === 'week' ? { from, to } : undefined),
    () => [],
  );
  return { code: formatFilterCode(filter), names: found, unread };
}

describe('[R1.03] what a list can be filtered by can be typed', () => {
  test.each<readonly [SentenceLanguage, string, string]>([
    ['en', ', ', 'near UCL'],
    ['zh', '，', 'UCL 附近'],
    ['vi', ', ', 'gần UCL'],
  ])('%s: a sentence made from any filter reads back to it, in any order', (language, comma, near) => {
    fc.assert(
      fc.property(filters, fc.infiniteStream(fc.nat()), (filter, order) => {
        const parts = [near, ...sentenceParts(filter, language, 'GBP')].map((part) => ({ part, at: order.next().value as number }));
        const text = parts
          .sort((a, b) => a.at - b.at)
          .map(({ part }) => part)
          .join(comma);
        expect({ text, ...readBack(text) }).toEqual({ text, code: formatFilterCode(filter), names: ['UCL'], unread: [] });
      }),
    );
  });

  test.each(locales)('%s: each word on the filters of a list is understood', (locale) => {
    const t = translator(locale);
    const say = (key: string): string => (t as (key: string, values?: Record<string, unknown>) => string)(key, { count: 3 });
    const words: (readonly [string, ListFilter])[] = [
      ...unitTypes.map((type) => [say(`codes.unit_type_${type.replaceAll('-', '_')}`), { ...noFilter, types: [type] }] as const),
      ...amenityCodes.map((code) => [say(`codes.amenity_${code.replaceAll('-', '_')}`), { ...noFilter, amenities: [code] }] as const),
      ...(['private', 'shared'] as const).map((bathroom) => [say(`codes.bathroom_${bathroom}`), { ...noFilter, bathroom }] as const),
      [say('listings.only_verified'), { ...noFilter, verified: true }],
      [say('listings.only_available_now'), { ...noFilter, availableNow: true }],
      [say('listings.guests'), { ...noFilter, guests: 3 }],
    ];
    expect(words.map(([label]) => [label, readBack(`UCL ${label}`).code])).toEqual(words.map(([label, filter]) => [label, formatFilterCode(filter)]));
  });

  test('nothing that can be typed fails, and what is said of it is of the text', () => {
    const oddest = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc
        .array(
          fc.constantFrom('9', '99999999999', '1e9', '0', '-', '/', '.', '万', '千', '三', 'k', '$', 'tháng', '\u202E', '\u0000', '\u0301', '<b>', '月', 'to'),
          { maxLength: 40 },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(oddest, (text) => {
        const { used, names: found, unread } = wishesIn(text, today, () => true);
        for (const words of [...used.map((one) => one.words), ...found, ...unread]) expect(text.normalize('NFC')).toContain(words);
        const asked = withWishes(
          noFilter,
          used,
          ({ from, to }) => ({ from, to }),
          () => [],
        );
        // A filter that was read can be written in an address, and is read from there.
        if (asked.rent === undefined || (Number.isInteger(asked.rent.from) && Number.isInteger(asked.rent.to))) {
          const code = formatFilterCode(asked);
          expect(code === '' || parseFilterCode(code) !== undefined, code).toBe(true);
        }
      }),
    );
  });

  test('one sentence costs far less than a millisecond, and ten times the text at most some ten times as much', () => {
    const cost = (text: string): number => {
      wishesIn(text, today, isName);
      const times = Array.from({ length: 40 }, () => {
        const from = performance.now();
        wishesIn(text, today, isName);
        return performance.now() - from;
      });
      return Math.min(...times);
    };
    const sentence = '曼大 studio 300镑以内 9月入住 with a gym near UCL under 300 pw';
    expect(cost(sentence)).toBeLessThan(1);
    expect(cost(Array.from({ length: 10 }, () => sentence).join(' '))).toBeLessThan(20);
  });
});
