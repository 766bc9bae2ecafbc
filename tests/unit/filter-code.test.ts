import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import {
  amenityCodes,
  distanceSteps,
  formatFilterCode,
  isFiltered,
  leaseBands,
  looksLikeFilterCode,
  noFilter,
  parseFilterCode,
  sorts,
  unitTypes,
} from '#lib/features/catalogue/filter-code.rules.ts';
import { mayBeWritten } from '#lib/features/sitemaps/catalogue-pages.service.ts';
import type { ListFilter, Sort } from '#lib/features/catalogue/filter-code.rules.ts';

const month = fc.tuple(fc.integer({ min: 2026, max: 2030 }), fc.integer({ min: 1, max: 12 })).map(([year, number]) => year * 100 + number);
const some = <T>(list: readonly T[]): fc.Arbitrary<T[]> => fc.subarray([...list]);
const filters: fc.Arbitrary<ListFilter> = fc.record({
  months: fc.uniqueArray(month, { maxLength: 4 }).map((months) => months.toSorted((a, b) => a - b)),
  guests: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
  rent: fc.option(
    fc.tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 9999 })).map(([from, width]) => ({ from, to: from + width })),
    { nil: undefined },
  ),
  leases: some(leaseBands.map((_, band) => band)),
  types: some(unitTypes),
  amenities: some(amenityCodes),
  bathroom: fc.constantFrom('private', 'shared', undefined),
  distance: fc.constantFrom(...distanceSteps, undefined),
  verified: fc.boolean(),
  availableNow: fc.boolean(),
  sort: fc.constantFrom(...(Object.keys(sorts) as Sort[])),
  page: fc.integer({ min: 1, max: 9_999 }),
});
/** Pieces a fuzzer would try: real keys with odd values, and noise. */
const pieces = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('u1000', 'u1001', 'u1002', 'u1003', 'u1004', 'u1005', 'u1006', 'u1007', 'u1008', 'u1009', 'u1999', 'sort', 'pg', 'u', ''),
      fc.constantFrom('a', 'A', '', 'e'),
      fc.array(fc.oneof(fc.integer().map(String), fc.constantFrom('0', '00', '-1', '1.5', '202709', '999999999', '9999999999', 'NaN', '１')), { maxLength: 4 }),
    )
    .map(([key, join, values]) => `${key}${join}${values.join('e')}`),
  fc.string({ maxLength: 40 }),
);

describe('what a filter code says', () => {
  test('[R2.223] the date filter is u1000a{yyyymm}-sorta11', () => {
    expect(formatFilterCode({ ...noFilter, months: [202709], sort: 'earliest-move-in' })).toBe('u1000a202709-sorta11');
    expect(parseFilterCode('u1000a202709-sorta11')).toEqual({ ...noFilter, months: [202709], sort: 'earliest-move-in' });
  });

  test('[R2.224] the guest filter is u1001a{number}', () => {
    expect(formatFilterCode({ ...noFilter, guests: 2 })).toBe('u1001a2');
    expect(parseFilterCode('u1001a2')?.guests).toBe(2);
  });

  test('[R2.218] [R2.219] [R2.220] entries are joined by -, each key, a, value, several values by e', () => {
    const code = formatFilterCode({ ...noFilter, months: [202709, 202801], guests: 3, types: ['studio', 'house'] });
    expect(code).toBe('u1000a202709e202801-u1001a3-u1004a1e7');
  });

  test('[R2.221] [R2.222] sort and page come last, page 1 and the usual order are left out', () => {
    expect(formatFilterCode({ ...noFilter, verified: true, sort: 'rent-low', page: 3 })).toBe('u1008a1-sorta12-pga3');
    expect(formatFilterCode(noFilter)).toBe('');
    expect(parseFilterCode('sorta12-pga3')).toEqual({ ...noFilter, sort: 'rent-low', page: 3 });
  });

  test('the page alone is no filter', () => {
    expect(isFiltered({ ...noFilter, page: 4 })).toBe(false);
    expect(isFiltered({ ...noFilter, sort: 'nearest' })).toBe(true);
  });
});

describe('one selection has one code', () => {
  test('[R2.218] what is written is read back', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const code = formatFilterCode(filter);
        expect(code === '' ? noFilter : parseFilterCode(code)).toEqual(filter);
      }),
      { numRuns: 500 },
    );
  });

  test('[R2.219] writing what was read is idempotent, and the code is recognised as one', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const code = formatFilterCode(filter);
        if (code === '') return;
        expect(looksLikeFilterCode(code)).toBe(true);
        expect(formatFilterCode(parseFilterCode(code) ?? noFilter)).toBe(code);
      }),
    );
  });

  test('[R2.220] any order of entries and values has the same canonical code', () => {
    fc.assert(
      fc.property(filters, fc.infiniteStream(fc.nat()), (filter, random) => {
        const code = formatFilterCode(filter);
        if (code === '') return;
        const shuffled = code
          .split('-')
          .map((entry) => ({ entry, at: random.next().value as number }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ entry }) => {
            const [key = '', values = ''] = [entry.slice(0, entry.indexOf('a')), entry.slice(entry.indexOf('a') + 1)];
            return key === 'u1002' ? entry : `${key}a${values.split('e').toReversed().join('e')}`;
          })
          .join('-');
        expect(formatFilterCode(parseFilterCode(shuffled) ?? noFilter)).toBe(code);
      }),
    );
  });

  test('unknown keys and repetitions are dropped', () => {
    expect(formatFilterCode(parseFilterCode('u1999a5-u1001a2-u1001a3') ?? noFilter)).toBe('u1001a2');
    expect(parseFilterCode('u2000a1')).toEqual(noFilter);
  });

  test.each([
    '',
    'u1000',
    'u1000a',
    'u1000a202713',
    'u1000a20279',
    'u1001a0',
    'u1001a2e3',
    'u1002a300',
    'u1002a300e200',
    'u1003a6',
    'u1004a9',
    'u1005a43',
    'u1006a3',
    'u1007a123',
    'u1008a0',
    'sorta99',
    'pga0',
    'pga10000',
    'pga1e2',
    'u1001a2-',
    '-u1001a2',
    'u1001a2--pga2',
    'u1001A2',
    'u1001a２',
    'studio',
  ])('%j is malformed', (code) => {
    expect(parseFilterCode(code)).toBeUndefined();
  });

  test('2,000 fuzzed codes never throw, and what is accepted is canonical after one writing', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const read = parseFilterCode(parts.join('-'));
        if (!read) return;
        const code = formatFilterCode(read);
        expect(code === '' ? noFilter : parseFilterCode(code)).toEqual(read);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('the export knows a narrowed list by its address alone, and leaves no other out', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const code = formatFilterCode(filter);
      expect(mayBeWritten(`/en/uk/london${code ? `/${code}` : ''}`, true)).toBe(!isFiltered(filter));
    }),
  );
  const others = ['/', '/en/uk/sortavala', '/uk/london/detail-apartments-1', '/general-pages/helps/100013'];
  const part = '/uk/london/detail-apartments-1/map';
  const never = ['/tw/uk/london/h1u2hcr3', '/vn/report/1', '/en/houses/viewing/1'];
  for (const all of [true, false]) expect([...others, part, ...never].filter((path) => mayBeWritten(path, all))).toEqual(all ? [...others, part] : others);
});
