/** Several nodes that bring one database up to date. */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/database.ts';
import type { Database } from '#lib/db/database.ts';
import { migrate } from '#lib/db/migrate.ts';

const address = new URL(process.env['TEST_DATABASE_URL'] ?? '');
const admin = new pg.Client({ connectionString: address.href });
let url = '';
beforeAll(() => admin.connect());
beforeEach(async () => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name}`);
  const own = new URL(address);
  own.pathname = `/${name}`;
  url = own.href;
});
afterAll(() => admin.end());

async function nodes(count: number, work: (databases: readonly Database[]) => Promise<void>): Promise<void> {
  const open = await Promise.all(Array.from({ length: count }, () => openDatabase({ dataDir: '', databaseUrl: url, databasePool: 2 }, 'alone')));
  try {
    await work(open);
  } finally {
    await Promise.all(open.map((one) => one.close()));
    await admin.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
  }
}

test('nodes that start at once on an empty database apply each migration once, and none fails', () =>
  nodes(4, async (databases) => {
    const applied = (await Promise.all(databases.map(({ db }) => migrate(db)))).flat();
    const { rows } = await sql<{ name: string }>`select name from schema_versions order by 1`.execute(databases[0]?.db ?? expect.unreachable());
    expect(applied.sort()).toEqual(rows.map(({ name }) => name));
    expect(rows.length).toBeGreaterThan(3);
  }));

test('a node that is killed in the middle of a migration leaves it to the next, which waits no longer than it must', () =>
  nodes(1, async ([next]) => {
    const doomed = fork('tests/support/half-migration.ts', { env: { ...process.env, DATABASE_URL: url } });
    expect((await once(doomed, 'message'))[0]).toBe('half');
    const table = { additive: true, up: async () => undefined };
    const waiting = migrate(next?.db ?? expect.unreachable(), { '001_first': table, '002_second': table });
    const gone = once(doomed, 'exit');
    doomed.kill('SIGKILL');
    await gone;
    expect(await waiting).toEqual(['002_second']);
  }));
