/** A migrated database with all places, fresh for each caller: embedded, or a database of its own on the server of TEST_DATABASE_URL. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { databaseOver, openDatabase } from '#lib/db/database.ts';
import type { Database, Db } from '#lib/db/database.ts';
import { openEmbedded } from '#lib/db/embedded.ts';
import { openPostgres } from '#lib/db/postgres.ts';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { placesFolder } from '#lib/features/geo/geo.feature.ts';
import { fillTemplate } from './template.ts';

export type TestDatabase = { readonly database: Database; readonly db: Db; readonly geo: GeoIndex; close(): Promise<void> };

type Opened = { readonly database: Database; readonly close: () => Promise<void> };

/** @param template folder to begin with a copy of; in memory and empty without one. */
async function openFolder(template: string | undefined): Promise<Opened> {
  const folder = template && mkdtempSync(join(dirname(template), 'copy-'));
  if (template && folder) cpSync(template, folder, { recursive: true });
  const database = await databaseOver(await openEmbedded(folder));
  return {
    database,
    async close() {
      await database.close();
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param template database to begin with a copy of. */
async function openOnServer(url: string, template: string | undefined): Promise<Opened> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}${template ? ` template ${template}` : ''}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = await databaseOver(await openPostgres(own.href, 12));
  return {
    database,
    async close() {
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

let geo: GeoIndex | undefined;

/** The places of the tree. Nothing changes them, so that files of tests in one process share them. */
const places = (): GeoIndex => (geo ??= createGeoIndex(readPlaceFiles(placesFolder)));

const withPlaces = ({ database, close }: Opened): TestDatabase => ({
  database,
  db: database.db,
  geo: places(),
  close,
});

/** Opens a database for one test file. Close it when done. */
export async function testDatabase(): Promise<TestDatabase> {
  // Benchmarks have no test runner, and a database of their own.
  const { inject } = await import('vitest');
  const url = process.env['TEST_DATABASE_URL'];
  const template = inject('testDatabaseTemplate') as string | undefined;
  const opened = await (url ? openOnServer(url, template) : openFolder(template));
  if (!template) await fillTemplate(opened.database.db);
  return withPlaces(opened);
}

/** An empty data folder or database that a server will work on afterwards, filled as those of tests are. Close it before. */
export async function databaseForServer(at: { readonly dataDir: string; readonly databaseUrl?: string | undefined }): Promise<TestDatabase> {
  const database = await openDatabase({ databaseUrl: undefined, databasePool: 8, ...at }, 'alone');
  await fillTemplate(database.db);
  return withPlaces({ database, close: () => database.close() });
}
