/** A backup of what is there now, put into an empty place, and counted there. */
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { writeBackup } from '#lib/backup/backup.ts';
import type { Manifest } from '#lib/backup/manifest.schema.ts';
import { checkBackup, restoreBackup } from '#lib/backup/restore.ts';
import type { Config } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import type { Database } from '#lib/db/database.ts';
import { folderStorage } from '#lib/ports/storage/folder-storage.ts';
import { openStorage } from '#lib/ports/storage/open-storage.ts';
import { failed, ok, reasonOf, timed } from './finding.ts';
import type { Finding } from './finding.ts';

const rowsOf = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);

export type BackupTrial = {
  readonly config: Pick<Config, 'dataDir' | 'storage' | 'diskReserveBytes'>;
  readonly database: Database;
  readonly version: string;
  readonly now: Date;
  /** Opens the empty database; of tests, which have one ready. */
  readonly openEmpty?: (folder: string) => Promise<Database>;
};

const openEmbedded = (dataDir: string): Promise<Database> => openDatabase({ dataDir, databaseUrl: undefined, databasePool: 1 }, 'alone');

/**
 * Writes a backup below the data folder, restores it into an embedded database and a folder, and writes a second one from there: every
 * table has as many rows with the same sum. What was made is removed.
 */
export async function backupFindings({ config, database, version, now, openEmpty = openEmbedded }: BackupTrial): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(config.dataDir);
  if (bavail * bsize < config.diskReserveBytes) return [failed('Too little of the disk is free for a backup: see DISK_RESERVE_MB.')];
  const folder = await mkdtemp(join(config.dataDir, 'check-live-'));
  let empty: Database | undefined;
  const quiet = { version, now, progress: () => undefined, secrets: undefined };
  try {
    const { value: manifest, took } = await timed(async () =>
      writeBackup({ ...quiet, database, dataDir: config.dataDir, storage: openStorage(config), folder: join(folder, 'backup') }),
    );
    await checkBackup(join(folder, 'backup'), manifest);
    const place = join(folder, 'place');
    empty = await openEmpty(place);
    const opened = empty;
    const storage = folderStorage(join(folder, 'storage'));
    const restored = await timed(() =>
      restoreBackup({ folder: join(folder, 'backup'), manifest, database: opened, storage, replace: false, progress: () => undefined }),
    );
    const again = await timed(() => writeBackup({ ...quiet, database: opened, dataDir: place, storage, folder: join(folder, 'again') }));
    const others = manifest.tables.filter((table) => {
      const twin = again.value.tables.find(({ schema, name }) => schema === table.schema && name === table.name);
      return twin?.rows !== table.rows || twin.sum !== table.sum;
    });
    if (others.length > 0)
      return [failed(`Restored, these tables differ: ${others.map(({ name }) => name).join(', ')}. Keep the database as it is, and report it.`)];
    if (again.value.storage.files !== manifest.storage.files)
      return [failed(`Restored, there are ${again.value.storage.files} stored files instead of ${manifest.storage.files}.`)];
    return [
      ok(
        `A backup (${took}) was restored into an empty place (${restored.took}) and counted: ${rowsOf(manifest)} rows of ${manifest.tables.length} tables and ${manifest.storage.files} stored files, all the same.`,
      ),
    ];
  } catch (error) {
    return [failed(`No backup could be restored: ${reasonOf(error)}.`)];
  } finally {
    await empty?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
