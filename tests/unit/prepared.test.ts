/** Which statements of pages are prepared: those whose text stays the same from place to place. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import type { Tables } from '#lib/db/tables.ts';
import { noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { readListPage } from '#lib/features/finding/list-page.repository.ts';
import { scopeOf, wholeList } from '#lib/features/finding/question.rules.ts';
import type { ListScope } from '#lib/features/finding/question.schema.ts';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import { placesFolder } from '#lib/features/geo/geo.feature.ts';
import { readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { createHouseRepository } from '#lib/features/house/house.repository.ts';
import { asId } from '#lib/ids/ids.ts';

const geo = createGeoIndex(readPlaceFiles(placesFolder));
const asked: string[] = [];
const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  log: ({ query }) => void asked.push(query.sql),
});

/** The statements of what is done, each once. */
async function statementsOf(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  asked.length = 0;
  await work();
  return new Set(asked);
}

const isPrepared = (statement: string): boolean => statement.endsWith('/* prepared */');
const today = '2026-12-01';

async function lists(scopes: readonly ListScope[], filter: Partial<ListFilter> = {}): Promise<readonly string[]> {
  const question = (scope: ListScope) => ({ scope, filter: { ...noFilter, ...filter }, minorUnits: 100, soon: today, pageSize: 20, figures: undefined });
  const statements = await statementsOf(async () => {
    for (const scope of scopes) await readListPage(db, geo, question(scope), today, { when: 'always', since: new Date(0) });
  });
  return [...statements];
}

test('the lists of all cities are one prepared statement, and those of schools one for each number of campuses', async () => {
  const cities = await lists(geo.cities.slice(0, 40).map((place) => scopeOf({ place, category: 'rent' }, wholeList)));
  expect(cities.map(isPrepared)).toEqual([true]);
  const schools = await lists(geo.cities.flatMap(({ schools }) => schools).map((place) => scopeOf({ place, category: 'rent' }, wholeList)));
  expect(schools.every(isPrepared)).toBe(true);
  expect(schools.length).toBeLessThan(8);
});

test('what somebody chooses is asked as it is: there is no end of what can be chosen', async () => {
  const scopes = geo.cities.slice(0, 1).map((place) => scopeOf({ place, category: 'rent' }, wholeList));
  for (const chosen of [{ verified: true }, { types: ['studio'] }, { sort: 'rent-low' }, { rent: { from: 100, to: 200 } }] satisfies Partial<ListFilter>[])
    expect((await lists(scopes, chosen)).map(isPrepared)).toEqual([false]);
});

test('a home is one prepared statement, whichever it is', async () => {
  const houses = createHouseRepository(db, geo);
  const statements = await statementsOf(async () => {
    for (const id of [1, 2, 3]) await houses.record(asId(id));
  });
  expect([...statements].map(isPrepared)).toEqual([true]);
});
