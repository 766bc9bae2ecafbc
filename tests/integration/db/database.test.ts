import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { announceChange, openDatabase } from '#lib/db/database.ts';
import { installationSalt } from '#lib/db/installation-salt.ts';
import { analyze, migrate } from '#lib/db/migrate.ts';
import { DatabaseUnreachableError } from '#lib/db/connection.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';

let shared: TestDatabase;
beforeAll(async () => {
  shared = await testDatabase();
});
afterAll(async () => {
  await shared.close();
});

test('both engines give the same JavaScript types', async () => {
  const { rows } = await sql<
    Record<string, unknown>
  >`select 9007199254740993::int8 as big, date '2027-02-28' as day, timestamptz '2027-01-01T00:00:00+08' as at, array['a','b'] as list, '{"x":1}'::jsonb as json, 1.5::float8 as real`.execute(
    shared.db,
  );
  expect(rows).toEqual([{ big: 9007199254740993n, day: '2027-02-28', at: new Date('2026-12-31T16:00:00Z'), list: ['a', 'b'], json: { x: 1 }, real: 1.5 }]);
});

test('migrating twice changes nothing', async () => {
  expect(await migrate(shared.db)).toEqual([]);
});

test('the planner learns of the tables one by one, so that others have their turn between them', async () => {
  const before = shared.database.queryCount();
  await analyze(shared.db);
  expect(shared.database.queryCount() - before).toBeGreaterThan(20);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and reltuples < 0`.execute(shared.db);
  expect(rows).toEqual([]);
});

test('a salt is the first that was proposed under its name, and none until then', async () => {
  expect(await installationSalt(shared.db, 'a-salt')).toBeUndefined();
  const proposed = ['one', 'two', 'three'];
  const [kept] = await Promise.all(proposed.map((one) => installationSalt(shared.db, 'a-salt', one)));
  expect(proposed).toContain(kept);
  expect(await installationSalt(shared.db, 'a-salt', 'late')).toBe(kept);
  expect(await installationSalt(shared.db, 'a-salt')).toBe(kept);
  expect(await installationSalt(shared.db, 'another-salt', 'own')).toBe('own');
});

test('a change is announced when its transaction is committed, and never when it is rolled back', async () => {
  const heard: string[] = [];
  await shared.database.onChange((tags) => void heard.push(...tags));
  await shared.database.transact(async (transaction) => announceChange(transaction, ['house:1', 'city:2', 'house:1']));
  await shared.database
    .transact(async (transaction) => {
      await announceChange(transaction, ['house:3']);
      throw new Error('undo');
    })
    .catch(() => undefined);
  await expect.poll(() => heard).toEqual(['house:1', 'city:2']);
});

test('places without a position are refused by the database itself', async () => {
  await expect(
    sql`insert into places (id, kind, slug, country_id, latitude, longitude) values (1, 'city', 'nowhere', 826, 0, 0)`.execute(shared.db),
  ).rejects.toThrow(/check/);
});

test('an unreachable database is explained without its password', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/none' });
  const error: unknown = await openDatabase(config, 'alone').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DatabaseUnreachableError);
  expect(String(error)).toMatch(/127\.0\.0\.1:1\/none cannot be reached/);
  expect(String(error)).not.toContain('secret');
});
