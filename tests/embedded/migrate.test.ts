/** Programs that bring the schema of the embedded database up to date: one that dies on the way, and one that is too old for it. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '#lib/db/database.ts';
import { migrate } from '#lib/db/migrate.ts';
import type { Migration, Migrations } from '#lib/db/migrate.ts';
import { emptyFolder, filledFolder } from '#tests/support/data-folder.ts';

// Programs that open a database take their time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const table = (name: string): Migration => ({
  additive: true,
  up: async (tx) => void (await sql.raw(`create table ${name} (id int)`).execute(tx)),
});
const second: Migrations = { '001_first': table('first'), '002_second': table('second') };

test('[quality 11] a migration whose process is killed half-way runs again from its start', async () => {
  const own = await emptyFolder();
  const doomed = fork('tests/support/half-migration.ts', { env: { ...process.env, DATA_DIR: own, DATABASE_URL: '' } });
  expect(await once(doomed, 'message')).toEqual(['half', undefined]);
  const gone = once(doomed, 'exit');
  doomed.kill('SIGKILL');
  await gone;
  const database = await openDatabase({ dataDir: own, databaseUrl: undefined, databasePool: 1 }, 'alone');
  expect(await migrate(database.db, second)).toEqual(['002_second']);
  await database.close();
  rmSync(own, { recursive: true, force: true });
});

test('a command on a database that is too new says what to do and ends with 1; on one that is newer but compatible it works', async () => {
  const own = filledFolder();
  const database = await openDatabase({ dataDir: own, databaseUrl: undefined, databasePool: 1 }, 'alone');
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
  rmSync(own, { recursive: true, force: true });
  expect(refused.status).toBe(1);
  expect(refused.said).toMatch(/newer schema \(901_changed, by Loftling 99\.0\.0\)/);
  expect(refused.said).not.toMatch(/^ +at /m);
});
