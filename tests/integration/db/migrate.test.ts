/** Schemas of older and newer versions on one database. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '#lib/db/database.ts';
import type { Database } from '#lib/db/database.ts';
import { SchemaTooNewError, migrate } from '#lib/db/migrate.ts';
import type { Migration, Migrations } from '#lib/db/migrate.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';

// Programs that open a database take their time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const table = (name: string, additive = true): Migration => ({
  additive,
  up: async (tx) => void (await sql.raw(`create table ${name} (id int)`).execute(tx)),
});
const first: Migrations = { '001_first': table('first') };
const second: Migrations = { ...first, '002_second': table('second') };
const third: Migrations = { ...second, '003_third': table('third', false) };

let shared: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'loftling-migrate-'));
beforeAll(async () => {
  shared = await testDatabase();
});
afterAll(async () => {
  await shared.close();
  rmSync(folder, { recursive: true, force: true });
});

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

test('[quality 11] a migration whose process is killed half-way runs again from its start', async () => {
  const own = join(folder, 'half');
  const doomed = fork('tests/support/half-migration.ts', { env: { ...process.env, DATA_DIR: own, DATABASE_URL: '' } });
  expect(await once(doomed, 'message')).toEqual(['half', undefined]);
  const gone = once(doomed, 'exit');
  doomed.kill('SIGKILL');
  await gone;
  const database = await openDatabase({ dataDir: own, databaseUrl: undefined, databasePool: 1 }, 'alone');
  expect(await migrate(database.db, second)).toEqual(['002_second']);
  await database.close();
});

test('a command on a database that is too new says what to do and ends with 1; on one that is newer but compatible it works', async () => {
  const own = join(folder, 'newer');
  const database = await openDatabase({ dataDir: own, databaseUrl: undefined, databasePool: 1 }, 'alone');
  await migrate(database.db);
  const note = (name: string, additive: boolean) =>
    sql`insert into schema_versions (name, additive, by_version) values (${name}, ${additive}, '99.0.0')`.execute(database.db);
  const run = async (): Promise<{ status: unknown; said: string }> => {
    const command = spawn(process.execPath, ['scripts/migrate.ts'], { env: { ...process.env, DATA_DIR: own, DATABASE_URL: '' } });
    let said = '';
    for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [status] = await once(command, 'close');
    return { status, said };
  };
  await note('900_added', true);
  expect(await run()).toEqual({ status: 0, said: 'The database is up to date\n' });
  await note('901_changed', false);
  const refused = await run();
  await database.close();
  expect(refused.status).toBe(1);
  expect(refused.said).toMatch(/newer schema \(901_changed, by Loftling 99\.0\.0\)/);
  expect(refused.said).not.toMatch(/^ +at /m);
});

test('every migration has a number of its own and says whether the version before it can live with it', async () => {
  const names = readdirSync('src/lib/db/migrations').filter((name) => name.endsWith('.ts'));
  expect(
    names.every((name) => /^\d{3}_[a-z_]+\.ts$/.test(name)),
    names.join(' '),
  ).toBe(true);
  expect(new Set(names.map((name) => name.slice(0, 3))).size, names.join(' ')).toBe(names.length);
  const fresh = await testDatabase();
  const { rows } = await sql<{ name: string }>`select name from schema_versions`.execute(fresh.db);
  await fresh.close();
  expect(rows.map(({ name }) => name).sort()).toEqual(names.map((name) => basename(name, '.ts')).sort());
});
