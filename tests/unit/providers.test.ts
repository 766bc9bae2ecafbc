import { describe, expect, test } from 'vitest';
import {
  checksOf,
  citiesOf,
  factRows,
  initialsOf,
  isForSearchEngines,
  leastCases,
  leastReviews,
  scoreOf,
  shareOf,
} from '#lib/features/providers/providers.rules.ts';
import type { Provider } from '#lib/features/providers/providers.schema.ts';
import { providerFigures } from '#lib/features/providers/providers.words.ts';
import { translator } from '#lib/i18n/t.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, HouseId, SupplierId } from '#lib/ids/ids.ts';

const words = { t: translator('en-us'), intl: 'en-GB', locale: 'en-us', now: new Date('2026-11-30T12:00:00Z') } as const;
const provider: Provider = {
  id: asId<SupplierId>(7),
  slug: 'paper-kite',
  name: 'Paper Kite',
  kind: 'operator',
  verifiedOn: '2026-11-02',
  isSample: false,
  homes: 4,
  checks: { done: 9, last: '2026-11-24' },
  reviews: { count: 12, score: 4.25 },
  confirmedAt: new Date('2026-11-28T12:00:00Z'),
  cityIds: [asId<CityId>(1)],
  houseIds: [asId<HouseId>(1)],
};

describe('figures of a provider', () => {
  test('a score rests on five reviews and more', () => {
    expect(scoreOf({ count: 0, score: undefined })).toEqual({ kind: 'none' });
    expect(scoreOf({ count: leastReviews - 1, score: 5 })).toEqual({ kind: 'few', count: leastReviews - 1 });
    expect(scoreOf({ count: leastReviews, score: 4.5 })).toEqual({ kind: 'known', value: 4.5, count: leastReviews });
  });

  test('a share rests on ten cases and more', () => {
    expect(shareOf({ good: 0, all: 0 })).toEqual({ kind: 'none' });
    expect(shareOf({ good: 1, all: leastCases - 1 })).toEqual({ kind: 'few', count: leastCases - 1 });
    expect(shareOf({ good: 8, all: leastCases })).toEqual({ kind: 'known', value: 0.8, count: leastCases });
  });

  test('each is written with what it rests on', () => {
    expect(providerFigures(words, provider).map(({ value, note }) => `${value} | ${note}`)).toEqual([
      'Checked | from documents, 2 Nov 2026',
      '9 of 20 | last on 24 Nov 2026',
      '4.3 of 5 | 12 reviews',
      '2 days ago | or later, for half of the homes',
    ]);
  });

  test('what nobody checked, and what too few said, is said as plainly', () => {
    const unknown = { ...provider, verifiedOn: undefined, checks: { done: 0, last: undefined }, reviews: { count: 3, score: 5 }, confirmedAt: undefined };
    expect(providerFigures(words, unknown)).toMatchObject([
      { value: 'Not checked', tone: 'care' },
      { value: '0 of 20', note: 'none yet', tone: 'care' },
      { value: '–', note: '3 reviews, too few to score' },
    ]);
  });
});

test('each fact has a line, those that nobody checked too', () => {
  const rows = factRows([{ fact: 'photos', homes: 3, methods: ['visit'], last: '2026-10-01' }], 4);
  expect(rows.map(({ fact, missing }) => [fact, missing])).toEqual([
    ['address', 4],
    ['owner', 4],
    ['photos', 1],
    ['price', 4],
    ['safety-certificate', 4],
  ]);
  expect(checksOf(4)).toBe(20);
});

test('cities come by how many homes they have', () => {
  const ids = [2, 1, 2, 3].map((id) => asId<CityId>(id));
  expect(citiesOf(ids).map(({ id, homes }) => [id, homes])).toEqual([
    [2, 2],
    [1, 1],
    [3, 1],
  ]);
});

test.each([
  ['Paper Kite Student Homes', 'PK'],
  ['Cloud & Clover Apartments', 'CC'],
  ["Fiddler's Kettle", 'FK'],
  ['étudiant', 'É'],
  ['青年公寓', '青'],
  ['', ''],
])('the mark of %s is %s', (name, mark) => {
  expect(initialsOf(name)).toBe(mark);
});

test('search engines are shown companies with homes, and nobody who lets a room of their own', () => {
  expect(isForSearchEngines({ kind: 'operator', homes: 1 })).toBe(true);
  expect(isForSearchEngines({ kind: 'operator', homes: 0 })).toBe(false);
  expect(isForSearchEngines({ kind: 'landlord', homes: 3 })).toBe(false);
  expect(isForSearchEngines({ kind: 'homestay-host', homes: 1 })).toBe(false);
});
