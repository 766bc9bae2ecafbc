/**
 * Tiles that were fetched, each a file `z_x_y.gz` of one folder: packed as they came, bounded in bytes, those used longest ago go first.
 * When a tile was fetched is the file's time of change, when it was used last its time of access, which is written here and not left to the disk.
 */
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tile } from './tile-source.rules.ts';

export type CachedTile = { readonly bytes: Buffer; readonly fetchedAt: Date };

export type TileCache = {
  find(tile: Tile, now: Date): Promise<CachedTile | undefined>;
  /** Never throws: a full or read-only disk costs speed, not the tile. */
  keep(tile: Tile, bytes: Buffer, now: Date): Promise<void>;
};

/** A use is noted when the last one is at least this old, in milliseconds: most uses then write nothing. */
const notedAfter = 3_600_000;
/** Tiles after which the folder is counted anew: other processes keep tiles in it too. */
const countedAfter = 500;

const nameOf = ({ zoom, x, y }: Tile): string => `${zoom}_${x}_${y}.gz`;

/**
 * @param folder made when missing.
 * @param maxBytes bound of the folder.
 */
export function createTileCache(folder: string, maxBytes: number): TileCache {
  let bytes: number | undefined;
  let keptSince = 0;
  let pruning: Promise<void> | undefined;

  /** Counts the folder; where it is too large, removes what was used longest ago until it is a tenth below its bound. */
  async function prune(): Promise<void> {
    const files = [];
    for (const name of await readdir(folder)) {
      const info = await stat(join(folder, name)).catch(() => undefined);
      if (info) files.push({ name, size: info.size, usedAt: info.atimeMs });
    }
    let sum = files.reduce((total, { size }) => total + size, 0);
    if (sum > maxBytes) {
      files.sort((a, b) => a.usedAt - b.usedAt);
      for (const { name, size } of files) {
        if (sum <= maxBytes * 0.9) break;
        await rm(join(folder, name), { force: true });
        sum -= size;
      }
    }
    bytes = sum;
    keptSince = 0;
  }

  return {
    async find(tile, now) {
      const path = join(folder, nameOf(tile));
      try {
        const [found, info] = await Promise.all([readFile(path), stat(path)]);
        if (now.getTime() - info.atimeMs > notedAfter) await utimes(path, now, info.mtime).catch(() => undefined);
        return { bytes: found, fetchedAt: info.mtime };
      } catch {
        return undefined;
      }
    },
    async keep(tile, content, now) {
      try {
        await mkdir(folder, { recursive: true });
        // Written beside and moved, so that nobody ever reads half a tile.
        const draft = join(folder, `${nameOf(tile)}.${process.pid}.part`);
        await writeFile(draft, content);
        await utimes(draft, now, now);
        await rename(draft, join(folder, nameOf(tile)));
        keptSince++;
        if (bytes !== undefined) bytes += content.length;
        if (bytes === undefined || bytes > maxBytes || keptSince >= countedAfter) {
          pruning ??= prune().finally(() => (pruning = undefined));
          await pruning;
        }
      } catch {
        // The next one may find room.
      }
    },
  };
}
