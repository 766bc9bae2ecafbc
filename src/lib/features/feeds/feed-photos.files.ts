/** Photographs of a feed: addresses are checked, to be fetched later; files beside the feed are encoded anew and kept. */
import { open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { MediaDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import { objectionToAddress } from '#lib/ports/public-web/public-web.ts';

const largestPhoto = 20_000_000;

export type PhotoStore = {
  /** Folder of the feed file: paths in it are relative to that. */
  readonly feedFolder: string;
  /** Checks a picture and, unless nothing is to be written, keeps it. @throws an error named `NoPhotographError` with why it is not taken. */
  keep(bytes: Buffer): Promise<{ readonly path: string; readonly suffix: string }>;
  /** Why photographs of this supplier could not be had when they were last fetched, by address. */
  readonly missing: ReadonlyMap<string, string>;
};

export type Photo = { readonly media: MediaDraft } | { readonly refused: string };

const photo = (path: string, suffix: string, legacyUrl: string): MediaDraft => ({ kind: 'photo', unitRef: undefined, path, suffix, legacyUrl });

function remotePhoto(address: string): Photo {
  const url = URL.parse(address.replace(/^\/\//, 'https://'));
  if (!url || !/^https?:$/.test(url.protocol)) return { refused: 'is not the address of a picture on the web' };
  const objection = objectionToAddress(url);
  return objection === undefined ? { media: photo(url.href, '', address) } : { refused: objection };
}

async function localPhoto(path: string, { feedFolder, keep }: PhotoStore): Promise<Photo> {
  const file = resolve(feedFolder, path);
  const inside = (from: string, to: string): boolean =>
    !relative(from, to).startsWith(`..${sep}`) && relative(from, to) !== '..' && !isAbsolute(relative(from, to));
  if (isAbsolute(path) || !inside(feedFolder, file)) return { refused: 'leads out of the folder of the feed' };
  const real = await realpath(file).catch(() => undefined);
  const facts = real === undefined ? undefined : await stat(real);
  if (real === undefined || !facts?.isFile()) return { refused: 'there is no such file beside the feed' };
  if (!inside(await realpath(feedFolder), real)) return { refused: 'leads out of the folder of the feed' };
  if (facts.size > largestPhoto) return { refused: `has ${Math.round(facts.size / 1_000_000)} MB; at most 20 MB are taken` };
  const handle = await open(real);
  const bytes = await handle.readFile().finally(() => handle.close());
  try {
    const kept = await keep(bytes);
    return { media: photo(kept.path, kept.suffix, path) };
  } catch (error) {
    if (error instanceof Error && error.name === 'NoPhotographError') return { refused: error.message };
    throw error;
  }
}

/** Checks one photograph and, for a file, keeps it. The name is made of the content, so a picture is kept once. */
export function takePhoto(item: string, store: PhotoStore): Promise<Photo> {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(item) ? Promise.resolve(remotePhoto(item)) : localPhoto(item, store);
}
