/** A copy of the embedded database's folder, taken beside whoever has it open. */
import { constants, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Who borrows the connection and says nothing loses it; while files are copied we say something this often. Milliseconds. */
const sayEvery = 3_000;
/** File systems note times less exactly than they change files; some by two seconds. Milliseconds. */
const clockGrain = 2_500;
/**
 * Brings a copy of a folder up to date with it.
 * @param since what was last written before then, in milliseconds of the clock, and is there already, is left as it is.
 * @param onFile awaited after each file.
 */
async function copyFolder(from: string, to: string, since: number, onFile: () => Promise<void>): Promise<void> {
  const wanted = new Set<string>();
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = relative(from, join(entry.parentPath, entry.name));
    const facts = statSync(join(from, path), { throwIfNoEntry: false });
    if (!facts) continue;
    wanted.add(path);
    if (facts.isDirectory()) {
      mkdirSync(join(to, path), { recursive: true, mode: 0o700 });
      continue;
    }
    const there = facts.mtimeMs < since && statSync(join(to, path), { throwIfNoEntry: false })?.size === facts.size;
    if (!there) await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(isGone);
    await onFile();
  }
  for (const path of readdirSync(to, { recursive: true, encoding: 'utf8' })) if (!wanted.has(path)) rmSync(join(to, path), { recursive: true, force: true });
}

/** A file that went away while it was to be copied is no part of the copy. */
function isGone(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/**
 * The embedded database as it is on disk at one moment: nobody else has its connection meanwhile, so nobody writes. Most of it
 * is copied before that moment, so that the server waits for what has changed since only.
 * @param aside a folder that is to be the data folder of the copy.
 * @throws {DatabaseUnreachableError} when the connection was taken back meanwhile.
 */
export async function copyEmbedded(db: Db, dataDir: string, aside: string): Promise<void> {
  const [from, to] = [join(dataDir, 'database'), join(aside, 'database')];
  const begun = Date.now();
  mkdirSync(to, { mode: 0o700 });
  await copyFolder(from, to, 0, async () => undefined);
  await db.connection().execute(async (connection) => {
    const say = async (): Promise<void> => void (await sql`select 1`.execute(connection));
    await sql`checkpoint`.execute(connection);
    let said = performance.now();
    await copyFolder(from, to, begun - clockGrain, async () => {
      if (performance.now() - said < sayEvery) return;
      await say();
      said = performance.now();
    });
    // That the connection still is ours says that it was all along.
    await say();
  });
}
