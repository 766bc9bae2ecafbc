/** Opens the database and everything over it: schema brought up to date, an empty catalogue filled where the settings say so. */
import type { Afterwards } from '#lib/afterwards.ts';
import { compose } from '#lib/compose.ts';
import type { Composition } from '#lib/compose.ts';
import type { Config } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import type { Database } from '#lib/db/database.ts';
import { analyze, migrate } from '#lib/db/migrate.ts';
import { fillWithSample } from '#lib/sample/sample.service.ts';

/** Houses of the sample catalogue that an empty database is filled with. */
const sampleSize = 3_000;

async function fillIfEmpty({ catalogue, geo, database }: Composition, progress: (line: string) => void): Promise<void> {
  if (!(await catalogue.isEmpty())) return;
  progress(`sample catalogue: writing ${sampleSize} invented homes (SAMPLE_CATALOGUE=off starts empty)`);
  const { houses, milliseconds } = await fillWithSample(
    { catalogue: catalogue.service, geo, now: new Date() },
    {
      houses: sampleSize,
      onProgress: (written, wanted) => {
        if (written % 1_000 < 200 && written < wanted) progress(`sample catalogue: ${written} of ${wanted}`);
      },
    },
  );
  await analyze(database.db);
  progress(`sample catalogue: ${houses} homes in ${(milliseconds / 1000).toFixed(1)} s`);
}

/**
 * @param manner `alone`: the server, which also fills an empty catalogue; `beside`: a command that may work while it runs.
 * @param progress receives a line for each step worth telling.
 * @param open gives the database; tests have their own.
 * @param begin opens what services may cause to happen afterwards, once the schema is up to date.
 * @throws {FolderInUseError} {FolderError} {DatabaseUnreachableError} {PlaceFileError}
 */
export async function openLoftling(
  config: Config,
  manner: 'alone' | 'beside',
  progress: (line: string) => void = () => undefined,
  open: () => Promise<Database> = () => openDatabase(config, manner),
  begin: (database: Database) => Promise<Afterwards> = async () => ({}),
): Promise<Composition> {
  const database = await open();
  try {
    const applied = await migrate(database.db);
    if (applied.length > 0) progress(`database schema: ${applied.join(', ')}`);
    const composition = await compose(config, database, progress, await begin(database));
    if (manner === 'alone') {
      if (config.sampleCatalogue) await fillIfEmpty(composition, progress);
      await composition.catalogue.service.expireLeases(new Date());
    }
    return composition;
  } catch (error) {
    await database.close();
    throw error;
  }
}
