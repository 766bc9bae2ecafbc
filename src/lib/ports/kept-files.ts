/** Things kept one to a file in a folder instead of being sent: what was sent is seen there by whoever runs the site on their own machine. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';

export type KeptFiles<Kept> = {
  /** Keeps a thing under its id; the same id again replaces it. */
  put(id: string, kept: Kept): Promise<void>;
  /** The newest, newest first. */
  list(limit: number): Promise<readonly Kept[]>;
  /** Undefined for an id that is none, leads out of the folder, or is no longer kept. */
  read(id: string): Promise<Kept | undefined>;
};

/** Things kept between two looks at all that lies in a folder: another process may keep things there too. */
const lookEvery = 100;

/**
 * @param folder made when the first thing comes; its user's alone.
 * @param shape of the JSON in the files.
 * @param atMost things kept; older ones are deleted.
 */
export function keptFiles<Kept>(folder: string, shape: z.ZodType<Kept>, atMost: number): KeptFiles<Kept> {
  async function read(id: string): Promise<Kept | undefined> {
    if (!/^[\w-][\w.-]{0,99}$/.test(id)) return undefined;
    const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      return shape.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  /** Ids with the time of their file, newest first. */
  async function ids(): Promise<readonly string[]> {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
    const timed = await Promise.all(
      names.map(async (name) => ({ id: name.slice(0, -'.json'.length), at: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
    );
    return timed.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
  }

  /** Ids of what lies there, newest first, as this process knows it: looking at each file for each that comes would cost more than all else. */
  let known: readonly string[] = [];
  let untilLook = 0;

  return {
    async put(id, kept) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const beside = join(folder, `.${randomUUID()}`);
      await writeFile(beside, JSON.stringify(kept), { mode: 0o600 });
      await rename(beside, join(folder, `${id}.json`));
      if (untilLook-- > 0) known = [id, ...known.filter((one) => one !== id)];
      else {
        untilLook = lookEvery;
        known = await ids();
      }
      const over = known.slice(atMost);
      known = known.slice(0, atMost);
      for (const old of over) await rm(join(folder, `${old}.json`), { force: true });
    },
    async list(limit) {
      const all = await Promise.all((await ids()).slice(0, limit).map(read));
      return all.filter((one) => one !== undefined);
    },
    read,
  };
}
