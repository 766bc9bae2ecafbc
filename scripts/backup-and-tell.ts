/** Backup and restore as the commands do them: with the settings, and telling of it. */
import '#lib/private-files.ts';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { sizeOf, writeBackup } from '#lib/backup/backup.ts';
import { checkBackup, readManifest, restoreBackup } from '#lib/backup/restore.ts';
import type { Manifest } from '#lib/backup/manifest.schema.ts';
import { readConfig } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import { migrate } from '#lib/db/migrate.ts';
import { openJobStore } from '#lib/jobs/job-store.ts';
import { openStorage } from '#lib/ports/storage/open-storage.ts';
import { putSecrets, secretsForBackup } from '#lib/secrets.ts';
import { pino } from 'pino';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
const progress = (line: string): void => console.error(`  ${line}`);
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;

function contentOf({ tables, storage, secrets }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables, ${storage.files} stored files (${megabytes(storage.bytes)}), ${secrets ? 'the secret' : 'no secret'}`;
}

export async function backUp(given: string, { withSecrets }: { readonly withSecrets: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const folder = resolve(given);
  const secrets = withSecrets ? secretsForBackup(config) : undefined;
  const database = await openDatabase(config, 'beside');
  try {
    await migrate(database.db);
    await (await openJobStore(database, pino({ level: 'error' }, pino.destination(2)))).close();
    const manifest = await writeBackup({ ...config, database, storage: openStorage(config), secrets, folder, version, now: new Date(), progress });
    console.log(`Backup in ${folder}: ${contentOf(manifest)}; ${megabytes(await sizeOf(folder))} on disk.`);
  } finally {
    await database.close();
  }
  if (secrets) console.log('It holds the secret that opens encrypted fields: whoever can read the folder can use it. Files are readable by this user alone.');
  else if (withSecrets) console.log('There is no secret yet, so it holds none.');
  else console.log('It holds no secret. Without it encrypted fields and links in mails are lost: keep it elsewhere.');
}

/** @throws {BackupError} */
export async function checkAndTell(given: string): Promise<void> {
  const folder = resolve(given);
  const manifest = await readManifest(folder);
  await checkBackup(folder, manifest);
  console.log(`The backup of ${manifest.made}, by Loftling ${manifest.version}, is whole: ${contentOf(manifest)}.`);
}

export async function restore(given: string, { replace, withSecrets }: { readonly replace: boolean; readonly withSecrets: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const folder = resolve(given);
  const manifest = await readManifest(folder);
  await checkBackup(folder, manifest);
  const database = await openDatabase(config, 'alone');
  try {
    await restoreBackup({ folder, manifest, database, storage: openStorage(config), replace, progress });
  } finally {
    await database.close();
  }
  console.log(`Restored: ${contentOf(manifest)}, of ${manifest.made}.`);
  if (manifest.secrets && withSecrets)
    tellSecrets(config, z.object({ secrets: z.array(z.string()) }).parse(JSON.parse(readFileSync(join(folder, manifest.secrets.file), 'utf8'))).secrets);
  else console.log('No secret was restored: give the former one as APP_SECRET, or encrypted fields stay closed.');
}

function tellSecrets(config: ReturnType<typeof readConfig>, secrets: readonly string[]): void {
  if (config.appSecret !== undefined || config.appSecretFile !== undefined) {
    const same = JSON.stringify(secretsForBackup(config)) === JSON.stringify(secrets);
    console.log(
      same
        ? 'The secret of the settings is that of the backup.'
        : 'The settings give another secret than the backup (its secrets.json): add that one to APP_SECRET, or encrypted fields stay closed.',
    );
    return;
  }
  const former = putSecrets(config.dataDir, secrets);
  console.log(former === undefined ? 'The secret lies in the data folder.' : `The secret lies in the data folder; the one that was there is now ${former}.`);
}
