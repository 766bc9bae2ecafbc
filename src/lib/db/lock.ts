/**
 * PGlite has no lock of its own and two processes on one folder destroy it, so the folder is claimed through the kernel:
 * SQLite holds its exclusive lock on an empty file. That lock is seen across containers that share the folder, belongs to
 * one process only, and ends with it, however it ends. Who holds it, and where it may be asked, stands in a file beside it.
 * Nothing in this process may open and close the claim file by itself: the kernel would take the lock back.
 */
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { isSeen, thisProcess } from '#lib/seen-process.ts';

const holderSchema = z.object({
  pid: z.number(),
  started: z.string(),
  /** Empty in what a version wrote that had no lock but this name. */
  host: z.string().default(''),
  socket: z.string(),
});

/** Who has the folder: its process, where that runs, and the socket others may ask at. */
export type Holder = Readonly<z.infer<typeof holderSchema>>;

/** Another living process has the data folder. The holder is unknown when it has not said its name in time. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
  readonly holder: Holder | undefined;
  constructor(folder: string, holder: Holder | undefined) {
    const who = holder ? `process ${holder.pid}${holder.host === hostname() || holder.host === '' ? '' : ` on ${holder.host}`}` : 'another process';
    super(
      `The data folder ${folder} is in use by ${who}.\n` +
        `Stop that process first, or give this one a folder of its own with DATA_DIR, or use Postgres with DATABASE_URL.`,
    );
    this.holder = holder;
  }
}

/** The data folder cannot be made, written or kept private. */
export class FolderError extends Error {
  override name = 'FolderError';
}

/** Longest path of a Unix socket that every system takes, in bytes. */
const longestSocketPath = 103;
/** SQLite's code for a file that another connection has locked. */
const busy = 5;

/** The holder as its file names it; undefined while there is none. It may have died since. */
export function readHolder(folder: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(join(folder, 'database.lock'), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Takes all rights of other users away from what lies in a folder of ours, as earlier processes left it. */
function closeToOthers(path: string): void {
  const { mode, uid } = lstatSync(path);
  const isFolder = (mode & 0o170000) === 0o040000;
  const isFile = (mode & 0o170000) === 0o100000;
  if ((isFolder || isFile) && (mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(path, mode & 0o700);
  if (isFolder) for (const name of readdirSync(path)) closeToOthers(join(path, name));
}

/** Makes the folder, for this user alone. @throws {FolderError} when others may write it and that is not ours to change. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid === undefined) return;
  const { mode, uid } = statSync(folder);
  if (uid === process.getuid()) {
    if ((mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } else if ((mode & 0o022) !== 0) {
    throw new FolderError(
      `The data folder ${folder} belongs to another user (number ${uid}), and others than its owner may write it: they could change the database.\n` +
        `Take that right away ("chmod go-w"), make this user its owner, or choose a folder below it with DATA_DIR: it is made private.`,
    );
  }
  closeDatabase(folder);
}

function closeDatabase(folder: string): void {
  const database = join(folder, 'database');
  if (process.getuid !== undefined && statSync(database, { throwIfNoEntry: false })) closeToOthers(database);
}

/** A place for the socket: in the folder, or, where that path is too long for one, in a private one for temporary files. */
function socketOf(folder: string): { socket: string; leave: () => void } {
  const inside = join(folder, 'database.sock');
  if (Buffer.byteLength(inside) <= longestSocketPath) return { socket: inside, leave: () => rmSync(inside, { force: true }) };
  const elsewhere = join(mkdtempSync(join(tmpdir(), 'loftling-')), 'db.sock');
  if (Buffer.byteLength(elsewhere) <= longestSocketPath)
    return { socket: elsewhere, leave: () => rmSync(dirname(elsewhere), { recursive: true, force: true }) };
  rmSync(dirname(elsewhere), { recursive: true, force: true });
  throw new FolderError(
    `The path of the data folder is too long for the socket that commands use (${Buffer.byteLength(inside)} bytes, ${longestSocketPath} are possible), and so is that of temporary files.\n` +
      `Choose a shorter DATA_DIR, or a shorter TMPDIR.`,
  );
}

/** The kernel's lock on the folder, or undefined when another process has it. */
function lock(folder: string): DatabaseSync | undefined {
  const file = new DatabaseSync(join(folder, 'database.claim'));
  try {
    file.exec('begin exclusive');
    return file;
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === busy) return undefined;
    throw error;
  }
}

export type Claim = {
  /** Where this process is to listen for others. */
  readonly socket: string;
  /** Closes to others what the engine has made, whatever this process allows: it sets the modes of its template by itself. */
  keepPrivate(): void;
  release(): void;
};

/**
 * Claims `folder` for this process, and makes it private to this user.
 * @param namedWithin how long a holder may take to write its name before it is reported without one, in milliseconds.
 * @throws {FolderInUseError} naming the holder; {FolderError} when the folder cannot be written or kept private.
 */
export async function claimFolder(folder: string, namedWithin = 2_000): Promise<Claim> {
  try {
    makePrivate(folder);
    let held = lock(folder);
    for (const until = performance.now() + namedWithin; !held; held = lock(folder)) {
      const holder = readHolder(folder);
      // The name of one that died may still stand there while its successor is about to write its own.
      if (holder && isSeen(holder)) throw new FolderInUseError(folder, holder);
      if (performance.now() > until) throw new FolderInUseError(folder, holder);
      await wait(50);
    }
    const kernelLock = held;
    try {
      const before = readHolder(folder);
      if (before?.host === '' && isSeen(before)) throw new FolderInUseError(folder, before);
      chmodSync(join(folder, 'database.claim'), 0o600);
      const { socket, leave } = socketOf(folder);
      // One that a holder left behind when it was killed cannot be listened at.
      rmSync(socket, { force: true });
      const named = join(folder, 'database.lock');
      const self: Holder = { ...thisProcess(), socket };
      writeFileSync(`${named}.new`, JSON.stringify(self), { mode: 0o600 });
      renameSync(`${named}.new`, named);
      return {
        socket,
        keepPrivate: () => closeDatabase(folder),
        release() {
          // A program whose other files are for everybody, such as the export, has made those of the database so as well.
          closeDatabase(folder);
          rmSync(named, { force: true });
          leave();
          kernelLock.close();
        },
      };
    } catch (error) {
      kernelLock.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof FolderInUseError || error instanceof FolderError) throw error;
    const { message, code } = error as NodeJS.ErrnoException;
    throw new FolderError(
      code === 'ENOSPC'
        ? `The data folder ${folder} cannot be used: its disk is full.\nFree some space, or choose another disk with DATA_DIR.`
        : `The data folder ${folder} cannot be used: ${message}\nMake it writable for this user, or choose another with DATA_DIR.`,
    );
  }
}
