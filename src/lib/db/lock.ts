/**
 * PGlite has no lock of its own and two processes on one folder destroy it, so the folder is claimed
 * with a file that names its holder. A holder that died without cleaning up is recognised and replaced.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Holder = { pid: number; started: string; socket: string };

/** Another living process has the data folder. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
  readonly holder: Holder;
  constructor(folder: string, holder: Holder) {
    super(
      `The data folder ${folder} is in use by process ${holder.pid}.\n` +
        `Stop that process first, or give this one a folder of its own with DATA_DIR, or use Postgres with DATABASE_URL.`,
    );
    this.holder = holder;
  }
}

/** The data folder cannot be made or written. */
export class FolderError extends Error {
  override name = 'FolderError';
}

/** When a process began, so that a reused process number is not mistaken for the holder. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return started === '' || startOf(pid) === started;
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/**
 * Claims `folder` for this process.
 * @returns the address others may ask at, and how to give the folder back.
 * @throws {FolderInUseError} naming the holder; {FolderError} when the folder cannot be written.
 */
export function claimFolder(folder: string): { socket: string; release: () => void } {
  const file = join(folder, 'database.lock');
  const socket = join(folder, 'database.sock');
  const self: Holder = { pid: process.pid, started: startOf(process.pid), socket };
  try {
    mkdirSync(folder, { recursive: true });
    for (let attempt = 0; ; attempt++) {
      try {
        writeFileSync(file, JSON.stringify(self), { flag: 'wx' });
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 3) throw error;
        const holder = readHolder(file);
        if (holder && isAlive(holder)) throw new FolderInUseError(folder, holder);
        rmSync(file, { force: true });
      }
    }
  } catch (error) {
    if (error instanceof FolderInUseError) throw error;
    throw new FolderError(
      `The data folder ${folder} cannot be used: ${(error as Error).message}\nMake it writable for this user, or choose another with DATA_DIR.`,
    );
  }
  rmSync(socket, { force: true });
  return {
    socket,
    release: () => {
      if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
      rmSync(socket, { force: true });
    },
  };
}
