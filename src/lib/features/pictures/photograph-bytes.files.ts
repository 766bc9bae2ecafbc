/** The bytes of a photograph, wherever it is kept: a supplier's in the storage, one of our own beside the program. */
import { readFile } from 'node:fs/promises';
import type { OwnPhotographs } from '#lib/features/photographs/own-photographs.schema.ts';
import type { Storage } from '#lib/ports/storage/storage.ts';
import { isOwnPhotograph, photoPicture } from './picture-source.rules.ts';

/** @param path as lists and homes name it. Undefined where it cannot be had just now. */
export type ReadPhotograph = (path: string) => Promise<Buffer | undefined>;

export function photographReader(own: Pick<OwnPhotographs, 'byPath'>, storage: Pick<Storage, 'get'>): ReadPhotograph {
  return async (path) => {
    if (isOwnPhotograph(path)) {
      const file = own.byPath.get(path)?.file;
      return file === undefined ? undefined : readFile(file).catch(() => undefined);
    }
    const found = await storage.get(photoPicture(path).url(1200, 'webp').slice(1)).catch(() => undefined);
    return found?.bytes;
  };
}
