import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { amenityCodes, distanceSteps, leaseBands, noFilter, unitTypes } from '#lib/features/listings/filter-code.ts';
import type { ListFilter } from '#lib/features/listings/filter-code.ts';
import { findHomes } from '#lib/features/listings/list.repository.ts';
import type { ListScope } from '#lib/features/listings/list.repository.ts';
import { rentBits, monthBit } from '#lib/features/listings/list-facets.rules.ts';
import { tally } from '#lib/features/listings/list-tally.rules.ts';
import { seededRandom, seedVariedHouses } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';

let base: TestDatabase;
let london: City;
beforeAll(async () => {
  base = await testDatabase();
  const found = base.geo.city('uk', 'london');
  if (!found) throw new Error('no London');
  london = found;
  await seedVariedHouses(base.db, [london], 260);
});
afterAll(() => base.close());

const soon = '2026-12-22';
const scope = (): ListScope => ({ category: 'rent', countryId: london.country.id, cityId: london.id, supplierId: undefined, near: [london.at], reach: undefined });
const ask = (filter: ListFilter, pageSize = 20) => findHomes(base.db, { scope: scope(), filter, minorUnits: 100, soon, pageSize });
const total = async (filter: ListFilter): Promise<number> => tally((await ask({ ...filter, page: 1 })).records, filter).total;

const months = [202610, 202612, 202701, 202702, 202707, 202709];
function randomFilter(random: () => number): ListFilter {
  const below = (limit: number): number => Math.floor(random() * limit);
  const maybe = <T>(share: number, make: () => T): T | undefined => (random() < share ? make() : undefined);
  const from = 90 + below(250);
  return {
    ...noFilter,
    months: maybe(0.4, () => months.filter(() => random() < 0.4)) ?? [],
    guests: maybe(0.2, () => 1 + below(4)),
    rent: maybe(0.3, () => ({ from, to: from + 50 + below(200) })),
    leases: maybe(0.3, () => leaseBands.map((_, index) => index).filter(() => random() < 0.5)) ?? [],
    types: maybe(0.4, () => unitTypes.filter(() => random() < 0.4)) ?? [],
    amenities: maybe(0.3, () => amenityCodes.filter(() => random() < 0.04)) ?? [],
    bathroom: maybe(0.2, () => (random() < 0.5 ? 'private' : 'shared')),
    distance: maybe(0.3, () => distanceSteps[below(5)]),
    verified: random() < 0.2,
    availableNow: random() < 0.2,
  };
}
const toggle = <T>(list: readonly T[], value: T): readonly T[] => (list.includes(value) ? list.filter((one) => one !== value) : [...list, value]);

describe('filter links', () => {
  test('every count equals the number of homes that following the link gives', async () => {
    const random = seededRandom(7);
    for (let round = 0; round < 25; round++) {
      const filter = randomFilter(random);
      const counts = tally((await ask(filter)).records, filter);
      for (const type of unitTypes) expect([filter, type, counts.values.types.toggled(unitTypes.indexOf(type))]).toEqual([filter, type, await total({ ...filter, types: toggle(filter.types, type) })]);
      for (const month of months) expect([filter, month, counts.values.months.toggled(monthBit(month))]).toEqual([filter, month, await total({ ...filter, months: toggle(filter.months, month) })]);
      for (const [band] of leaseBands.entries()) expect(counts.values.leases.toggled(band)).toBe(await total({ ...filter, leases: toggle(filter.leases, band) }));
      for (const guests of [1, 2, 3, 4]) expect(counts.values.guests.alone(guests - 1)).toBe(await total({ ...filter, guests }));
      for (const [index, bathroom] of (['private', 'shared'] as const).entries()) expect(counts.values.bathroom.alone(index)).toBe(await total({ ...filter, bathroom }));
      for (const [from, to] of [[0, 150], [150, 200], [200, 250], [250, 300], [300, 400], [400, 500]] as const) {
        expect(counts.rent(rentBits(from * 100, to * 100))).toBe(await total({ ...filter, rent: { from, to: to - 1 } }));
      }
      for (const [index, code] of amenityCodes.entries()) {
        if (index % 4 === round % 4) expect(counts.amenity(index)).toBe(await total({ ...filter, amenities: toggle(filter.amenities, code) }));
      }
      for (const [index, distance] of distanceSteps.entries()) expect(counts.distance(index)).toBe(await total({ ...filter, distance }));
      expect(counts.verified).toBe(await total({ ...filter, verified: true }));
      expect(counts.availableNow).toBe(await total({ ...filter, availableNow: true }));
      if (filter.rent) expect(counts.without.get('rent')).toBe(await total({ ...filter, rent: undefined }));
      if (filter.types.length > 0) expect(counts.without.get('types')).toBe(await total({ ...filter, types: [] }));
      if (filter.amenities.length > 0) expect(counts.without.get('amenities')).toBe(await total({ ...filter, amenities: [] }));
      if (filter.distance !== undefined) expect(counts.without.get('distance')).toBe(await total({ ...filter, distance: undefined }));
    }
  });
});
