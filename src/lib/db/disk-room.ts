/** Whether a disk has room left: an embedded database that cannot write its log stops in the middle of what it does. */
import { statfs } from 'node:fs/promises';

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
