/** Files that only the user of this process may read, written so that neither a crash nor a second process leaves half of one. */
import { chmodSync, closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';

function syncFolder(folder: string): void {
  // Where folders cannot be opened, their entries are written by the system in its own time.
  try {
    const handle = openSync(folder, 'r');
    fsyncSync(handle);
    closeSync(handle);
  } catch {
    return;
  }
}

/**
 * What the file holds; when there is none, it is made of `content`. Of several processes that make it at once, one wins and all get its text.
 * @throws errors of the file system.
 */
export function writeOnce(file: string, content: () => string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${randomUUID()}`;
  try {
    const handle = openSync(beside, 'wx', 0o600);
    try {
      writeSync(handle, content());
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    try {
      // A link, unlike a rename, takes nothing from who was faster.
      linkSync(beside, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  } finally {
    rmSync(beside, { force: true });
  }
  syncFolder(dirname(file));
  return readFileSync(file, 'utf8');
}

/** Takes everybody else's rights to a file away. @returns whether there were any. */
export function keepPrivate(file: string): boolean {
  if ((statSync(file).mode & 0o077) === 0 || process.platform === 'win32') return false;
  chmodSync(file, 0o600);
  return true;
}
