/** A migrated database with all places, made once for a test run: files of tests begin with a copy of it. */
import { mkdtempSync, rmSync, statSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { databaseOver } from '#lib/db/database.ts';
import type { Database } from '#lib/db/database.ts';
import { openEmbedded } from '#lib/db/embedded.ts';
import { migrate } from '#lib/db/migrate.ts';
import { placesFolder } from '#lib/features/geo/geo.feature.ts';
import { storePlaces } from '#lib/features/geo/geo.repository.ts';
import { placeFilesHash, readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { openJobStore } from '#lib/jobs/job-store.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data folder, or the name of a database of the server of `testDatabaseUrl`. */
    testDatabaseTemplate: string;
  }
}

const memory = '/dev/shm';
/** A copy takes 50 MB; containers often lend 64 in all. */
const enough = 2 * 1_024 ** 3;

/** Memory where the machine lends enough of it as a folder: copies of the database are written and thrown away. */
function scratchFolder(): string {
  if (!statSync(memory, { throwIfNoEntry: false })?.isDirectory()) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > enough ? memory : tmpdir();
}

/** What every test finds in its database: the schema, places, and the tables of the job queue, which pg-boss makes. */
export async function fillTemplate(database: Database): Promise<void> {
  await migrate(database.db);
  await storePlaces(database.db, readPlaceFiles(placesFolder), placeFilesHash(placesFolder));
  const store = await openJobStore(database, pino({ level: 'silent' }));
  await store.close();
}

export default async function setup(project: TestProject): Promise<() => void> {
  // Copies stand beside it, so that all of them go with the run, also those of tests that were ended.
  const root = mkdtempSync(join(scratchFolder(), 'loftling-tests-'));
  const folder = join(root, 'template');
  const database = await databaseOver(await openEmbedded(folder));
  await fillTemplate(database);
  await database.close();
  project.provide('testDatabaseTemplate', folder);
  return () => rmSync(root, { recursive: true, force: true });
}
