/** Puts a backup into an empty place: rows, stored files, secrets. Everything in it is checked before anything is touched. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Database } from '#lib/db/database.ts';
import { analyze, migrate, migrationsNamed } from '#lib/db/migrate.ts';
import {
  LineSum,
  beginPutting,
  clearDatabase,
  endPutting,
  linesOf,
  nodesAtWork,
  putLines,
  putSequences,
  tablesInUse,
  tablesToCopy,
} from '#lib/db/table-copy.ts';
import type { CopiedTable } from '#lib/db/table-copy.ts';
import type { DbTransaction } from '#lib/db/tables.ts';
import { openJobStore } from '#lib/jobs/job-store.ts';
import { typeOfKey } from '#lib/ports/storage/storage.ts';
import type { Storage } from '#lib/ports/storage/storage.ts';
import { readLines, sha256Of, sha256OfFile } from './backup-files.ts';
import { BackupError, manifestShape, storedLineShape } from './manifest.schema.ts';
import type { Manifest, StoredLine } from './manifest.schema.ts';

/** The transaction that writes everything may take this long, in milliseconds. */
const longest = 6 * 3_600_000;

/** @throws {BackupError} when the folder holds no backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(folder, 'manifest.json'), 'utf8');
  } catch (error) {
    throw new BackupError(`${folder} is no backup: it has no manifest.json. One that was broken off has none either.`, { cause: error });
  }
  try {
    return manifestShape.parse(JSON.parse(text));
  } catch (error) {
    throw new BackupError(`${join(folder, 'manifest.json')} is not what "npm run backup" writes, or is of a newer version.`, { cause: error });
  }
}

async function* storedFiles(folder: string, { storage }: Manifest): AsyncGenerator<StoredLine> {
  for await (const lines of readLines(join(folder, storage.list))) for (const line of lines) yield storedLineShape.parse(JSON.parse(line));
}

/** A stored file of the backup. @throws {BackupError} when it is not as it was written. */
async function storedBytes(folder: string, { key, sha256 }: StoredLine): Promise<Buffer> {
  // A key has no segment that leads out of a folder.
  typeOfKey(key);
  const bytes = await readFile(join(folder, 'storage', key)).catch(() => undefined);
  if (bytes === undefined || sha256Of(bytes) !== sha256) throw new BackupError(`storage/${key} of the backup is gone or was changed. Nothing was restored.`);
  return bytes;
}

/** Reads all of a backup. @throws {BackupError} for the first file that is not as it was written. */
export async function checkBackup(folder: string, manifest: Manifest): Promise<void> {
  const listed = [...manifest.tables, { file: manifest.storage.list, sha256: manifest.storage.sha256 }, ...(manifest.secrets ? [manifest.secrets] : [])];
  for (const { file, sha256 } of listed) {
    const found = await sha256OfFile(join(folder, file)).catch(() => undefined);
    if (found !== sha256) throw new BackupError(`${file} of the backup ${found === undefined ? 'is gone' : 'was changed'}. Nothing was restored.`);
  }
  let files = 0;
  for await (const stored of storedFiles(folder, manifest)) {
    await storedBytes(folder, stored);
    files++;
  }
  if (files !== manifest.storage.files) throw new BackupError(`The backup names ${files} stored files instead of ${manifest.storage.files}.`);
}

/** The table as the backup has it, with the columns that are there now. @throws {BackupError} */
function columnsToPut(saved: CopiedTable, own: readonly CopiedTable[]): CopiedTable {
  const now = own.find(({ schema, name }) => schema === saved.schema && name === saved.name);
  const missing = now ? saved.columns.filter(({ name, type }) => !now.columns.some((column) => column.name === name && column.type === type)) : saved.columns;
  if (missing.length > 0)
    throw new BackupError(
      `This version has no place for ${saved.schema ? `${saved.schema}.` : ''}${saved.name} (${missing.map(({ name }) => name).join(', ')}). Restore with the version that made the backup.`,
    );
  return saved;
}

async function putTable(tx: DbTransaction, folder: string, saved: Manifest['tables'][number]): Promise<void> {
  for await (const lines of readLines(join(folder, saved.file))) await putLines(tx, saved, lines);
  const sum = new LineSum();
  for await (const lines of linesOf(tx, saved)) for (const line of lines) sum.add(line);
  if (sum.rows !== saved.rows || sum.sum !== saved.sum)
    throw new BackupError(`${saved.name} has ${sum.rows} rows that are not those of the backup (${saved.rows}).`);
}

export type RestoreParts = {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly database: Database;
  readonly storage: Pick<Storage, 'list' | 'put'>;
  /** Take what is there away first. */
  readonly replace: boolean;
  readonly progress: (line: string) => void;
};

/** What keeps a backup from being restored here, or undefined. */
async function obstacle({ database, storage, replace }: RestoreParts): Promise<string | undefined> {
  if (database.engine === 'postgres') {
    const nodes = await nodesAtWork(database.db);
    if (nodes > 0) return `${nodes} ${nodes === 1 ? 'node works' : 'nodes work'} with this database. Stop all of them first.`;
  }
  if (replace) return undefined;
  const used = await tablesInUse(database.db);
  if (used.length > 0) return `The database is not empty (${used.slice(0, 5).join(', ')}). With --replace all that is in it is taken away first.`;
  for await (const { key } of storage.list(''))
    return `The storage is not empty (${key}). With --replace files of the backup are put over those of the same name.`;
  return undefined;
}

/**
 * Restores what `checkBackup` has found whole. Rows come all or not at all; run it again with `replace` after a failure.
 * @throws {BackupError} when the place is not empty, or rows are not those of the backup. @throws {SchemaTooNewError} for a backup of a newer version.
 */
export async function restoreBackup(parts: RestoreParts): Promise<void> {
  const { folder, manifest, database, storage, progress } = parts;
  const known = migrationsNamed(manifest.migrations);
  const why = await obstacle(parts);
  if (why !== undefined) throw new BackupError(why);
  const { db } = database;
  await database.transact((tx) => clearDatabase(tx), { limit: longest });
  await migrate(db, known);
  await (await openJobStore(database, pino({ level: 'error' }, pino.destination(2)))).close();
  await database.transact(
    async (tx) => {
      const own = await tablesToCopy(tx);
      for (const saved of manifest.tables) columnsToPut(saved, own);
      await beginPutting(tx, own);
      for (const saved of manifest.tables) {
        await putTable(tx, folder, saved);
        if (saved.rows > 0) progress(`${saved.name}: ${saved.rows} rows`);
      }
      await putSequences(tx, manifest.sequences);
      await endPutting(tx, own);
    },
    { limit: longest, attempts: 1 },
  );
  const applied = await migrate(db);
  if (applied.length > 0) progress(`database schema: ${applied.join(', ')}`);
  await analyze(db);
  let files = 0;
  for await (const stored of storedFiles(folder, manifest)) {
    await storage.put(stored.key, await storedBytes(folder, stored), { type: typeOfKey(stored.key) });
    if (++files % 1_000 === 0) progress(`${files} stored files`);
  }
}
