/**
 * Writes a backup: the rows of one moment, the stored files, the secrets. The server may run meanwhile: Postgres gives one
 * moment by itself, and the embedded database is copied, while its one connection is ours, and read from the copy.
 */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase } from '#lib/db/database.ts';
import type { Database } from '#lib/db/database.ts';
import { copyEmbedded } from '#lib/db/embedded-copy.ts';
import { LineSum, appliedMigrations, linesOf, sequencesOf, tablesToCopy } from '#lib/db/table-copy.ts';
import type { CopiedTable } from '#lib/db/table-copy.ts';
import type { DbTransaction } from '#lib/db/tables.ts';
import type { Storage } from '#lib/ports/storage/storage.ts';
import { sha256Of, writeLines } from './backup-files.ts';
import { BackupError } from './manifest.schema.ts';
import type { Manifest, StoredLine } from './manifest.schema.ts';

/** The transaction that reads everything may take this long, in milliseconds. */
const longest = 6 * 3_600_000;
/** Stored files fetched at once. */
const atOnce = 8;

export type BackupParts = {
  readonly database: Database;
  readonly dataDir: string;
  readonly storage: Pick<Storage, 'get' | 'list'>;
  /** The ring; undefined leaves secrets out. */
  readonly secrets: readonly string[] | undefined;
  /** Made here; must be empty if it is there. */
  readonly folder: string;
  readonly version: string;
  readonly now: Date;
  /** Receives a line for each step worth telling. */
  readonly progress: (line: string) => void;
};

/** @throws {BackupError} when something lies there already. */
async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty. A backup is written into a folder of its own.`);
}

/** Runs work in a transaction that sees one moment of everything. */
async function atOneMoment<T>({ database, dataDir, folder }: BackupParts, work: (tx: DbTransaction) => Promise<T>): Promise<T> {
  const reading = { isolation: 'repeatable read', limit: longest, attempts: 1 } as const;
  if (database.engine === 'postgres') return database.transact(work, reading);
  const aside = join(folder, '.copy');
  await mkdir(aside, { mode: 0o700 });
  try {
    await copyEmbedded(database.db, dataDir, aside);
    const copy = await openDatabase({ dataDir: aside, databaseUrl: undefined, databasePool: 1 }, 'alone', { statementLimit: longest });
    try {
      return await copy.transact(work, reading);
    } finally {
      await copy.close();
    }
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function writeTable(tx: DbTransaction, folder: string, table: CopiedTable): Promise<Manifest['tables'][number]> {
  const file = `database/${table.schema || 'loftling'}.${table.name}.jsonl.gz`;
  const sum = new LineSum();
  async function* counted(): AsyncGenerator<readonly string[]> {
    for await (const lines of linesOf(tx, table)) {
      for (const line of lines) sum.add(line);
      yield lines;
    }
  }
  const sha256 = await writeLines(join(folder, file), counted());
  return { ...table, columns: [...table.columns], rows: sum.rows, sum: sum.sum, file, sha256 };
}

/** Stored files are written whole and never changed, so that what the rows name is there after the rows were read. */
async function writeStorage({ storage, folder, progress }: BackupParts): Promise<Manifest['storage']> {
  const facts = { files: 0, bytes: 0 };
  async function keep(key: string): Promise<StoredLine | undefined> {
    const found = await storage.get(key);
    // Deleted since it was listed.
    if (!found) return undefined;
    const path = join(folder, 'storage', key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, found.bytes, { flag: 'wx', mode: 0o600, flush: true });
    facts.files++;
    facts.bytes += found.bytes.length;
    if (facts.files % 1_000 === 0) progress(`${facts.files} stored files`);
    return { key, size: found.bytes.length, sha256: sha256Of(found.bytes) };
  }
  async function* kept(): AsyncGenerator<readonly string[]> {
    let keys: string[] = [];
    const flush = async (): Promise<string[]> => {
      const lines = await Promise.all(keys.map(keep));
      keys = [];
      return lines.filter((line) => line !== undefined).map((line) => JSON.stringify(line));
    };
    for await (const { key } of storage.list('')) {
      keys.push(key);
      if (keys.length < atOnce) continue;
      const lines = await flush();
      if (lines.length > 0) yield lines;
    }
    const rest = await flush();
    if (rest.length > 0) yield rest;
  }
  const list = 'storage.jsonl.gz';
  const sha256 = await writeLines(join(folder, list), kept());
  return { ...facts, list, sha256 };
}

/**
 * Writes a backup into a folder.
 * @returns what is in it.
 * @throws {BackupError} when the folder is not empty; errors of the database, the storage and the disk. What was written until then has no
 *   manifest, and so is no backup.
 */
export async function writeBackup(parts: BackupParts): Promise<Manifest> {
  const { folder, secrets, version, now, progress } = parts;
  await openFolder(folder);
  await mkdir(join(folder, 'database'), { mode: 0o700 });
  const rows = await atOneMoment(parts, async (tx) => {
    const tables: Manifest['tables'] = [];
    for (const table of await tablesToCopy(tx)) {
      const written = await writeTable(tx, folder, table);
      tables.push(written);
      if (written.rows > 0) progress(`${table.name}: ${written.rows} rows`);
    }
    return { migrations: [...(await appliedMigrations(tx))], tables, sequences: [...(await sequencesOf(tx))] };
  });
  const storage = await writeStorage(parts);
  const manifest: Manifest = { format: 1, version, made: now.toISOString(), ...rows, storage };
  if (secrets) {
    const text = `${JSON.stringify({ secrets })}\n`;
    await writeFile(join(folder, 'secrets.json'), text, { flag: 'wx', mode: 0o600, flush: true });
    manifest.secrets = { file: 'secrets.json', sha256: sha256Of(text) };
  }
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', mode: 0o600, flush: true });
  return manifest;
}

/** Bytes that a backup takes on disk. */
export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}
