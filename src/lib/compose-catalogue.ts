/** The part of the site that homes are written with: for commands that bring them in, which show nothing and need the memory for their files. */
import { join } from 'node:path';
import type { Config } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import type { Database } from '#lib/db/database.ts';
import { migrate } from '#lib/db/migrate.ts';
import { createCatalogueFeature } from '#lib/features/catalogue/catalogue.feature.ts';
import { openGeo } from '#lib/features/geo/geo.feature.ts';
import { createPhotographsFeature } from '#lib/features/photographs/photographs.feature.ts';
import { openRates } from '#lib/features/rates/rates.feature.ts';
import { createPublicWeb } from '#lib/ports/public-web/public-web.ts';
import { openStorage } from '#lib/ports/storage/open-storage.ts';
import type { Storage } from '#lib/ports/storage/storage.ts';
import type { PublicWeb } from '#lib/ports/public-web/public-web.ts';

type Outside = { readonly storage: Storage; readonly web: PublicWeb };

/** Makes these features over an open, migrated database. @throws {PlaceFileError} */
export async function composeCatalogue(database: Database, { storage, web }: Outside, progress: (line: string) => void) {
  const { db } = database;
  const content = join(process.cwd(), 'src/content');
  const geo = await openGeo({ db, folder: join(content, 'places'), progress });
  const rates = await openRates({ db, file: join(content, 'rates.yaml'), progress });
  const catalogue = createCatalogueFeature({ db, geo });
  const photographs = createPhotographsFeature({ db, catalogue: catalogue.service, storage, web });
  return { geo, rates, catalogue, photographs };
}

/**
 * Opens the database beside a server that may be running, brings its schema up to date, and makes these features.
 * @param progress receives a line for each step worth telling.
 * @throws {FolderInUseError} {FolderError} {DatabaseUnreachableError} {PlaceFileError}
 */
export async function openCatalogue(config: Config, progress: (line: string) => void) {
  const database = await openDatabase(config, 'beside');
  try {
    const applied = await migrate(database.db);
    if (applied.length > 0) progress(`database schema: ${applied.join(', ')}`);
    return { database, ...(await composeCatalogue(database, { storage: openStorage(config), web: createPublicWeb() }, progress)) };
  } catch (error) {
    await database.close();
    throw error;
  }
}
