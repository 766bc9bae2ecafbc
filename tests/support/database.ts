/** A migrated database with all places, fresh for each caller: PGlite in memory, or a schema of its own in TEST_DATABASE_URL. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { databaseOver } from '#lib/db/database.ts';
import type { Database, Db } from '#lib/db/database.ts';
import { openEmbedded } from '#lib/db/embedded.ts';
import { migrate } from '#lib/db/migrate.ts';
import { openPostgres } from '#lib/db/postgres.ts';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { storePlaces } from '#lib/features/geo/geo.repository.ts';
import { placeFilesHash, readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { placesFolder } from '#lib/features/geo/geo.feature.ts';

export type TestDatabase = { readonly database: Database; readonly db: Db; readonly geo: GeoIndex; close(): Promise<void> };

async function openFresh(): Promise<{ database: Database; close: () => Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) {
    const database = await databaseOver(await openEmbedded(undefined));
    return { database, close: () => database.close() };
  }
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
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

/** Opens a database for one test file. Close it when done. */
export async function testDatabase(): Promise<TestDatabase> {
  const { database, close } = await openFresh();
  await migrate(database.db);
  const files = readPlaceFiles(placesFolder);
  await storePlaces(database.db, files, placeFilesHash(placesFolder));
  return { database, db: database.db, geo: createGeoIndex(files), close };
}
