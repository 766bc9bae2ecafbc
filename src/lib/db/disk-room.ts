/** Whether a disk has room left: an embedded database that cannot write its log stops in the middle of what it does. */
import { statfs } from 'node:fs/promises';

/** Postgres's and the system's codes for a disk that is full. */
const fullDisk: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether something failed because a disk is full: nothing of it was kept, and it may be tried again once there is room. */
export const isFullDisk = (error: unknown): error is Error => error instanceof Error && fullDisk.has((error as NodeJS.ErrnoException).code);

/**
 * Whether at least `reserve` bytes of the disk of `folder` are free for this user. A disk that does not say has room.
 * @param reserve 0 never looks.
 */
export async function hasRoom(folder: string, reserve: number): Promise<boolean> {
  if (reserve === 0) return true;
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= reserve;
  } catch {
    return true;
  }
}
