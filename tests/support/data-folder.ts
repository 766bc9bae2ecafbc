/** Data folders with a database in them, for what is about such a folder: making the files of a new database takes seconds. */
import { cpSync, mkdtempSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { openDatabase } from '#lib/db/database.ts';

/** Next to the template, so that all of them go with the run. */
function copyOf(folder: string): string {
  const copy = mkdtempSync(join(dirname(inject('testDatabaseTemplate')), 'data-'));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** A data folder of its own with the database of the test run: migrated, with all places. Only where the run has the embedded database. */
export const filledFolder = (): string => copyOf(inject('testDatabaseTemplate'));

let empty: Promise<string> | undefined;

async function makeEmpty(): Promise<string> {
  const folder = filledFolder();
  const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: undefined, databasePool: 1 }, 'alone');
  await sql`drop schema if exists public, pgboss cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await close();
  return folder;
}

/** A data folder of its own with a database that has no tables yet. Only where the run has the embedded database. */
export const emptyFolder = async (): Promise<string> => copyOf(await (empty ??= makeEmpty()));
