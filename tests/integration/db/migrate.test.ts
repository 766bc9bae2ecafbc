/** Schemas of older and newer versions on one database. */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#lib/db/database.ts';
import { SchemaTooNewError, migrate } from '#lib/db/migrate.ts';
import type { Migration, Migrations } from '#lib/db/migrate.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';

const table = (name: string, additive = true): Migration => ({
  additive,
  up: async (tx) => void (await sql.raw(`create table ${name} (id int)`).execute(tx)),
});
const first: Migrations = { '001_first': table('first') };
const second: Migrations = { ...first, '002_second': table('second') };
const third: Migrations = { ...second, '003_third': table('third', false) };

let shared: TestDatabase;
let applied: readonly string[];
beforeAll(async () => {
  shared = await testDatabase();
  applied = (await sql<{ name: string }>`select name from schema_versions`.execute(shared.db)).rows.map(({ name }) => name);
});
afterAll(() => shared.close());

/** Work on a database that knows of no migration yet. */
async function onEmpty(work: (database: Database) => Promise<void>): Promise<void> {
  await sql`drop table if exists schema_versions, kysely_migration, first, second, third`.execute(shared.db);
  await work(shared.database);
}

test('what is missing is applied in the order of names, once, and it is noted by which version', () =>
  onEmpty(async ({ db }) => {
    expect(await migrate(db, { '002_second': table('second'), '001_first': table('first') }, '2.0.0')).toEqual(['001_first', '002_second']);
    expect(await migrate(db, third, '3.0.0')).toEqual(['003_third']);
    const { rows } = await sql`select name, additive, by_version from schema_versions order by 1`.execute(db);
    expect(rows).toEqual([
      { name: '001_first', additive: true, by_version: '2.0.0' },
      { name: '002_second', additive: true, by_version: '2.0.0' },
      { name: '003_third', additive: false, by_version: '3.0.0' },
    ]);
  }));

test('an older version works on after a newer one has only added; it refuses, explained, after one that changed what it needs', () =>
  onEmpty(async ({ db }) => {
    await migrate(db, second, '2.0.0');
    expect(await migrate(db, first, '1.0.0')).toEqual([]);
    await migrate(db, third, '3.0.0');
    const refused: unknown = await migrate(db, second, '2.0.0').catch((reason: unknown) => reason);
    expect(refused).toBeInstanceOf(SchemaTooNewError);
    expect(String(refused)).toMatch(/newer schema \(003_third, by Loftling 3\.0\.0\), and this version, 2\.0\.0, cannot.*\n.*Start that version.*backup/);
  }));

test('a migration that fails has left nothing behind, and those before it stay', () =>
  onEmpty(async ({ db }) => {
    const failing: Migration = {
      additive: true,
      async up(tx) {
        await sql`create table second (id int)`.execute(tx);
        throw new Error('no');
      },
    };
    await expect(migrate(db, { ...first, '002_second': failing })).rejects.toThrow('no');
    expect(await migrate(db, second)).toEqual(['002_second']);
  }));

test('a database from before there was a record of versions is taken over as it is', () =>
  onEmpty(async ({ db }) => {
    await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db);
    await sql`insert into kysely_migration values ('001_first', '2026-01-01T00:00:00.000Z')`.execute(db);
    expect(await migrate(db, second)).toEqual(['002_second']);
  }));

test('every migration has a number of its own and says whether the version before it can live with it', () => {
  const names = readdirSync('src/lib/db/migrations').filter((name) => name.endsWith('.ts'));
  expect(
    names.every((name) => /^\d{3}_[a-z_]+\.ts$/.test(name)),
    names.join(' '),
  ).toBe(true);
  expect(new Set(names.map((name) => name.slice(0, 3))).size, names.join(' ')).toBe(names.length);
  expect(applied.toSorted()).toEqual(names.map((name) => basename(name, '.ts')).sort());
});
