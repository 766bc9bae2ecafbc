/** Lists of a whole country are answered from memory, and say exactly what the database would. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { amenityCodes, formatFilterCode, noFilter, sorts } from '#lib/features/catalogue/filter-code.rules.ts';
import type { AmenityCode, ListFilter, Sort } from '#lib/features/catalogue/filter-code.rules.ts';
import { createHouseColumns } from '#lib/features/finding/house-columns.repository.ts';
import { amenityBits, chosenDimensions } from '#lib/features/finding/facets.rules.ts';
import { answerInMemory, figuresInMemory } from '#lib/features/finding/in-memory.rules.ts';
import type { ListAnswer, ListQuestion } from '#lib/features/finding/question.schema.ts';
import { findHouses } from '#lib/features/finding/finding.repository.ts';
import { intakeSpan } from '#lib/features/finding/intake.rules.ts';
import { figureBasis } from '#lib/features/finding/lease-figures.rules.ts';
import { recordBytes } from '#lib/features/finding/tally.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { listCategories } from '#lib/paths.ts';
import type { ListCategory } from '#lib/paths.ts';
import { randomFilter } from '#tests/factories/filters.ts';
import { seededRandom, seedVariedHouses, testNow, testToday } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { known } from '#tests/support/list-pages.ts';
import { scopeOf, wholeList } from '#lib/features/finding/question.rules.ts';

const soon = '2026-12-22';
const sortNames = Object.keys(sorts) as readonly Sort[];
let base: TestDatabase;
let london: City;
let suppliers: readonly SupplierId[];
beforeAll(async () => {
  base = await testDatabase();
  london = known(base.geo.city('uk', 'london'));
  suppliers = await seedVariedHouses(base.db, [london, known(base.geo.city('uk', 'leeds')), known(base.geo.city('ie', 'dublin'))], 260);
});
afterAll(() => base.close());

const columns = () => createHouseColumns(base.db).readCities(london.country.cities.map(({ id }) => id));

/** The records in an order of their own: the database gives them in none. */
function recordsOf({ records }: ListAnswer, filter: ListFilter): string[] {
  const size = recordBytes + 8 * chosenDimensions(filter).units.length;
  return Array.from({ length: records.length / size }, (_, at) => Buffer.from(records.subarray(at * size, (at + 1) * size)).toString('hex')).sort();
}

test('each amenity has a bit of its own, the same in the database as here', async () => {
  const { rows } = await sql<{ code: AmenityCode; first: number; more: number }>`
    select code, listing_amenity_bits(array[code]) as first, listing_more_amenity_bits(array[code]) as more from unnest(${[...amenityCodes]}::text[]) code`.execute(
    base.db,
  );
  for (const { code, first, more } of rows) expect([code, { first, more }]).toEqual([code, amenityBits({ amenities: [code] })]);
  expect(new Set(rows.map(({ first, more }) => `${first}/${more}`)).size).toBe(amenityCodes.length);
});

describe('a whole country', () => {
  test('for any filter, sort, category, supplier and page: the same homes in the same order, the same figures for every link', async () => {
    const cities = await columns();
    const random = seededRandom(29);
    const intakes = new Set<string>();
    for (let round = 0; round < 120; round++) {
      const filter: ListFilter = {
        ...(round < sortNames.length ? noFilter : { ...randomFilter(random), distance: undefined }),
        sort: sortNames[round % sortNames.length] ?? 'recommended',
        page: 1 + (round % 3),
      };
      const category: ListCategory = round % 7 === 0 ? 'buy-old' : 'rent';
      const supplierId = round % 5 === 0 ? suppliers[round % suppliers.length] : undefined;
      const scope = scopeOf({ place: london.country, category }, { ...wholeList, supplierId });
      const question: ListQuestion = {
        scope,
        filter,
        minorUnits: 100,
        soon,
        pageSize: 20,
        figures: figureBasis(london.country, london.country, testToday),
        season: round % 3 === 0 ? undefined : intakeSpan(testToday),
      };
      const [asked, remembered] = [await findHouses(base.db, question), answerInMemory(cities, question)];
      const name = `${formatFilterCode(filter)} ${category} ${supplierId ?? ''}`;
      expect([name, remembered.houseIds]).toEqual([name, asked.houseIds]);
      expect([name, recordsOf(remembered, filter)]).toEqual([name, recordsOf(asked, filter)]);
      expect([name, remembered.categories]).toEqual([name, asked.categories]);
      expect([name, remembered.intake]).toEqual([name, asked.intake]);
      if (asked.intake) intakes.add(`${asked.intake.month} ${asked.intake.lease}`);
    }
    // Of various filters, various ones.
    expect(intakes.size).toBeGreaterThan(3);
  });

  test('figures of its cities are those the database works out', async () => {
    const cities = await columns();
    const weekAgo = new Date(testNow.getTime() - 7 * 86_400_000);
    for (const category of listCategories) {
      const { rows } = await sql<{ city_id: number; homes: number; confirmed: number; weekly: string | null; sample: number }>`
        select city_id, count(*)::int as homes, (count(*) filter (where confirmed_at >= ${weekAgo.toISOString()}::timestamptz))::int as confirmed,
          percentile_cont(0.5) within group (order by weekly_minor)::text as weekly, count(weekly_minor)::int as sample
        from listing_facets where country_id = ${london.country.id} and category = ${category} group by city_id order by city_id`.execute(base.db);
      const found = figuresInMemory(cities, category, weekAgo);
      expect(found.homes).toBe(rows.reduce((sum, { homes }) => sum + homes, 0));
      expect(found.confirmed).toBe(rows.reduce((sum, { confirmed }) => sum + confirmed, 0));
      expect(found.byCity.toSorted((a, b) => a.id - b.id)).toEqual(
        rows
          .filter(({ weekly }) => weekly !== null)
          .map(({ city_id, homes, weekly, sample }) => ({ id: asId(city_id), homes, weeklyMinor: BigInt(Math.round(Number(weekly))), sample })),
      );
    }
  });
});
