/** Files in a folder of this machine: the default, for one node. */
import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { StorageError, checkPrefix, checkType, contentOf, typeOfKey } from './storage.ts';
import type { Storage, StoredFile } from './storage.ts';

const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** What a file operation gives; undefined when there is no such file. */
async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw new StorageError(`the storage folder cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

const factsOf = (key: string, { size, mtimeMs }: Stats): StoredFile => ({
  type: typeOfKey(key),
  size,
  etag: `"${size.toString(36)}-${Math.round(mtimeMs * 1_000).toString(36)}"`,
});

/**
 * @param folder made when the first file comes.
 * @param former folders that are read, and never written, for keys of a prefix that `folder` has not.
 */
export function folderStorage(folder: string, former: Readonly<Record<string, string>> = {}): Storage {
  const placesOf = (key: string): string[] => [
    join(folder, key),
    ...Object.entries(former)
      .filter(([prefix]) => key.startsWith(prefix))
      .map(([prefix, old]) => join(old, key.slice(prefix.length))),
  ];

  /** The first place that has the file. */
  async function find(key: string): Promise<{ readonly file: string; readonly facts: StoredFile } | undefined> {
    typeOfKey(key);
    for (const file of placesOf(key)) {
      const facts = await ifThere(stat(file));
      if (facts?.isFile()) return { file, facts: factsOf(key, facts) };
    }
    return undefined;
  }

  return {
    async put(key, content, { type }) {
      checkType(key, type);
      const bytes = await contentOf(content);
      const file = join(folder, key);
      const beside = join(folder, '.arriving', randomUUID());
      try {
        await mkdir(dirname(beside), { recursive: true, mode: 0o700 });
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        const handle = await open(beside, 'wx', 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(beside, file);
      } catch (error) {
        await rm(beside, { force: true });
        throw new StorageError(`the storage folder cannot be written: ${(error as Error).message}`, { cause: error });
      }
    },

    async get(key) {
      const found = await find(key);
      const bytes = found && (await ifThere(readFile(found.file)));
      return bytes && { ...found.facts, size: bytes.length, bytes };
    },

    head: async (key) => (await find(key))?.facts,

    async delete(key) {
      typeOfKey(key);
      for (const file of placesOf(key)) await ifThere(rm(file));
    },

    async *list(prefix) {
      checkPrefix(prefix);
      const sizes = new Map<string, number>();
      for (const [before, base] of [['', folder] as const, ...Object.entries(former)]) {
        for (const entry of (await ifThere(readdir(base, { recursive: true, withFileTypes: true }))) ?? []) {
          const file = join(entry.parentPath, entry.name);
          const key = before + relative(base, file).split(sep).join('/');
          if (!entry.isFile() || key.startsWith('.') || !key.startsWith(prefix) || sizes.has(key)) continue;
          const facts = await ifThere(stat(file));
          if (facts) sizes.set(key, facts.size);
        }
      }
      for (const key of [...sizes.keys()].sort()) yield { key, size: sizes.get(key) ?? 0 };
    },
  };
}
