import { describe, expect, test } from 'vitest';
import type { PlaceFigures } from '#lib/features/finding/question.schema.ts';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import { readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { cityRents, spansOf } from '#lib/features/lists/city-rents.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import { money } from '#lib/money/money.ts';
import { createPaths } from '#lib/paths.ts';

const geo = createGeoIndex(readPlaceFiles('src/content/places'));
const london = geo.city('uk', 'london');
const paris = geo.city('fr', 'paris');
if (!london || !paris) throw new Error('this test needs uk/london and fr/paris');
const areas = london.places.filter(({ kind }) => kind === 'neighbourhood').slice(0, 3);
const [first, second, third] = areas;
if (!first || !second || !third) throw new Error('London needs three neighbourhoods');

const figures: PlaceFigures = {
  homes: 72,
  confirmed: 59,
  metres: 3000,
  byType: [
    { type: 'studio', weeklyMinor: 49_450n, sample: 105 },
    { type: 'homestay', weeklyMinor: 33_700n, sample: 2 },
  ],
  byNeighbourhood: [
    { id: first.id, weeklyMinor: 28_050n, sample: 3, lowestMinor: 23_800n, highestMinor: 32_300n },
    { id: second.id, weeklyMinor: 34_800n, sample: 8, lowestMinor: 23_600n, highestMinor: 66_500n },
    { id: third.id, weeklyMinor: 20_800n, sample: 2, lowestMinor: 17_800n, highestMinor: 30_100n },
  ],
};
const reader = { paths: createPaths('en-us', false), locale: 'en-us', t: translator('en-us') } as const;

describe('what rent costs in a city', () => {
  const rents = cityRents(london, figures, reader, geo);

  test('areas come dearest first, in whole units, with their number of homes and the way to their list', () => {
    expect(rents.areas.map(({ name, homes, median }) => [name, homes, median])).toEqual([
      [second.names['en-us'], 8, money(34_800n, 'GBP')],
      [first.names['en-us'], 3, money(28_100n, 'GBP')],
    ]);
    expect(rents.areas[0]?.href).toBe(reader.paths.place(second));
  });

  test('fewer than three say nothing of what is usual', () => {
    expect(rents.areas.map(({ name }) => name)).not.toContain(third.names['en-us']);
    expect(rents.types.map(({ offers }) => offers)).toEqual([105]);
  });

  test('a kind of room has its week and its month, and leads to its list', () => {
    expect(rents.types).toEqual([
      {
        name: 'Studio',
        href: reader.paths.list({ place: london, type: 'studio', category: 'rent' }),
        offers: 105,
        week: money(49_500n, 'GBP'),
        month: money(214_300n, 'GBP'),
      },
    ]);
  });

  test('a city without homes has no figures', () => {
    const none = cityRents(paris, { homes: 0, confirmed: 0, metres: undefined, byType: [], byNeighbourhood: [] }, reader, geo);
    expect([none.areas, none.types]).toEqual([[], []]);
  });
});

describe('where rents lie', () => {
  test('the lowest of all is at the left end, the highest at the right', () => {
    expect(
      spansOf([
        { lowestMinor: 100n, highestMinor: 200n, weeklyMinor: 150n },
        { lowestMinor: 200n, highestMinor: 300n, weeklyMinor: 250n },
      ]),
    ).toEqual([
      { from: 0, to: 50, median: 25 },
      { from: 50, to: 100, median: 75 },
    ]);
  });

  test('one rent for all is no division by nothing', () => {
    expect(spansOf([{ lowestMinor: 100n, highestMinor: 100n, weeklyMinor: 100n }])).toEqual([{ from: 0, to: 0, median: 0 }]);
    expect(spansOf([])).toEqual([]);
  });
});
