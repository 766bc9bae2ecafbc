/** The import command when its database goes away, or its disk is full, in the middle. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { openDatabase } from '#lib/db/database.ts';
import type { Database } from '#lib/db/database.ts';
import { commandHere } from '#tests/support/command-here.ts';
import { filledFolder } from '#tests/support/data-folder.ts';
import { asCsv, feedHouseWith } from '#tests/support/feed-files.ts';

// Programs that open a database take their time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const folder = filledFolder();
const environment = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
const houses = 600;
const batch = 150;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A feed of so many houses. */
function feedOf(letter: string, length: number): string {
  const feed = join(folder, `${letter}.csv`);
  writeFileSync(feed, asCsv(Array.from({ length }, (_, index) => feedHouseWith(`${letter}${index}`))));
  return feed;
}

/** Runs the command; `onOutput` hears all it has said so far. */
function importing(feed: string, onOutput: (said: string) => void): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['scripts/import.ts', feed, '--supplier', 'Blue Teapot'], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      onOutput(said);
    });
  return new Promise((resolve) => void child.on('close', (code) => resolve({ code, said })));
}

async function opened<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, databasePool: 1 }, 'alone');
  return work(database).finally(() => database.close());
}

async function storedHouses(): Promise<number> {
  return opened(async ({ db }) => (await sql<{ count: number }>`select count(*)::int as count from houses`.execute(db)).rows[0]?.count ?? 0);
}

test('an import whose server ends says how far it came and what to do, and fails; whole batches are kept', async () => {
  const holder = fork('tests/support/holder.ts', { env: environment });
  await once(holder, 'message');
  const ended = once(holder, 'exit');
  const { code, said } = await importing(feedOf('H', houses), (heard) => {
    if (/\d houses, \d+% of the file/.test(heard)) holder.kill('SIGTERM');
  });
  await ended;
  expect(said).toMatch(/The process that held the database has stopped\.\nThe import stopped after [\d,]+ of about [\d,]+ houses\. They stay; run it again/);
  expect(code).toBe(2);
  const [, told = ''] = /stopped after ([\d,]+) of/.exec(said) ?? [];
  const stored = await storedHouses();
  expect(stored % batch).toBe(0);
  expect(stored).toBeLessThan(houses);
  // A batch may be in although its answer was lost.
  expect(stored - Number(told.replaceAll(',', ''))).toBeOneOf([0, batch]);
});

test('an import whose disk is full says so without a stack, and fails', async () => {
  // The engine gives this code when a write finds no space; here a table of its own stands for the disk.
  await opened(async ({ db }) => {
    await sql`create function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file "base/5/16415": No space left on device' using errcode = '53100'; end $$`.execute(db);
    await sql`create trigger full_disk before insert on houses for each row when (new.ref = ${sql.lit(`D${batch}`)}) execute function full_disk()`.execute(db);
  });
  const { importAndTell } = await import('../../scripts/import-and-tell.ts');
  const order = { supplier: 'Blue Teapot', kind: 'operator', dryRun: false, full: false, closeAnyway: false, verbose: false } as const;
  const { given: code, said } = await commandHere(folder, () => importAndTell({ ...order, file: feedOf('D', batch + 1) }));
  expect(said).toMatch(/The disk of the database is full \(.*No space left on device.*\)\.\nFree some space.*\nThe import stopped after [\d,]+ of/);
  expect(said).not.toMatch(/^ +at /m);
  expect(code).toBe(2);
});
