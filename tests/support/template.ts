/** A migrated database with all places, made once for a test run: files of tests begin with a copy of it. */
import { mkdtempSync, rmSync, statSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { databaseOver } from '#lib/db/database.ts';
import type { Db } from '#lib/db/database.ts';
import { openEmbedded } from '#lib/db/embedded.ts';
import { migrate } from '#lib/db/migrate.ts';
import { placesFolder } from '#lib/features/geo/geo.feature.ts';
import { storePlaces } from '#lib/features/geo/geo.repository.ts';
import { placeFilesHash, readPlaceFiles } from '#lib/features/geo/place.files.ts';

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

/** What every test finds in its database. */
export async function fillTemplate(db: Db): Promise<void> {
  await migrate(db);
  await storePlaces(db, readPlaceFiles(placesFolder), placeFilesHash(placesFolder));
}

export default async function setup(project: TestProject): Promise<() => void> {
  // Copies stand beside it, so that all of them go with the run, also those of tests that were ended.
  const root = mkdtempSync(join(scratchFolder(), 'loftling-tests-'));
  const folder = join(root, 'template');
  const database = await databaseOver(await openEmbedded(folder));
  await fillTemplate(database.db);
  await database.close();
  project.provide('testDatabaseTemplate', folder);
  return () => rmSync(root, { recursive: true, force: true });
}
