/** What must hold of every home. */
import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { contradictions, shownSqm } from '#lib/features/catalogue/catalogue-law.rules.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { bedSizes } from '#lib/features/catalogue/listings.schema.ts';
import { mattressOf } from '#lib/features/catalogue/mattress.rules.ts';
import { planPicture } from '#lib/features/pictures/picture-source.rules.ts';
import { tenancyDraft } from '#tests/factories/houses.ts';

const unit = { sizeSqm: 20, rooms: [], tenancies: [] };
const room = (status: 1 | 2) => ({ label: '1A', status, gender: 0, floor: 1 }) as const;
const [city] = loadGeo().cities;
if (!city) throw new Error('no city');
const left = (stock: number) => tenancyDraft(city, { stock });

test('more rooms left than free, and areas that no home has, are named', () => {
  expect(contradictions(unit)).toEqual([]);
  expect(contradictions({ ...unit, rooms: [room(1), room(2)], tenancies: [left(1), left(0)] })).toEqual([]);
  expect(contradictions({ ...unit, rooms: [room(1), room(2)], tenancies: [left(24)] })).toEqual([
    { field: 'stock', value: 24, reason: 'is not the number of free rooms, 1 of 2' },
  ]);
  expect(contradictions({ ...unit, sizeSqm: 0 }).map(({ field, value }) => [field, value])).toEqual([['size_sqm', 0]]);
});

test('a plan shows the area that the text tells, at every size that is taken', () => {
  fc.assert(
    fc.property(fc.double({ min: 6, max: 400, noNaN: true }), (sizeSqm) => {
      const { vector } = planPicture({ id: 1, unitType: 'studio', sizeSqm, bathroom: 'private', kitchen: 'private', beds: 1 });
      expect(vector).toContain(`_studio_${shownSqm(sizeSqm)}_`);
    }),
  );
});

test('a larger bed is wider than a smaller one, in every country', () => {
  const order = ['single', 'small-double', 'double', 'queen', 'king'] as const;
  for (const country of ['uk', 'us', 'au', 'jp', 'sg', 'de']) {
    const widths = order.flatMap((size) => mattressOf(size, country)?.[0] ?? []);
    expect([country, widths]).toEqual([country, widths.toSorted((a, b) => a - b)]);
  }
  expect([mattressOf('king', 'uk'), mattressOf('queen', 'uk'), mattressOf('queen', 'us'), mattressOf('king', 'us')]).toEqual([
    [150, 200],
    undefined,
    [152, 203],
    [193, 203],
  ]);
  expect(bedSizes.every((size) => mattressOf(size, 'fr'))).toBe(true);
});
