/** Photographs of a feed: addresses are checked, files beside the feed are copied into the storage, from where the site serves them. */
import { createHash } from 'node:crypto';
import { open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { typeOfKey } from '#lib/ports/storage/storage.ts';
import type { Storage } from '#lib/ports/storage/storage.ts';
import type { MediaDraft } from '#lib/features/catalogue/catalogue.schema.ts';

const largestPhoto = 20_000_000;
const kinds: readonly { readonly suffix: string; readonly isKind: (head: Buffer) => boolean }[] = [
  { suffix: '.jpg', isKind: (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff },
  { suffix: '.png', isKind: (head) => head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) },
  { suffix: '.webp', isKind: (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP' },
  { suffix: '.avif', isKind: (head) => head.toString('latin1', 4, 12) === 'ftypavif' },
];

export type PhotoStore = {
  /** Folder of the feed file: paths in it are relative to that. */
  readonly feedFolder: string;
  /** Where photographs are kept, served under `/photos/`. Undefined: nothing is kept (dry run). */
  readonly storage: Pick<Storage, 'head' | 'put'> | undefined;
};

export type Photo = { readonly media: MediaDraft; readonly mended?: string } | { readonly refused: string };

const photo = (path: string, suffix: string, legacyUrl: string): MediaDraft => ({ kind: 'photo', unitRef: undefined, path, suffix, legacyUrl });

function remotePhoto(address: string): Photo {
  // Addresses that begin with two slashes or with http would be fetched without encryption, or not at all.
  const secure = address.replace(/^(?:http:)?\/\//i, 'https://');
  const url = URL.canParse(secure) ? new URL(secure) : undefined;
  if (!url || url.protocol !== 'https:' || !url.hostname.includes('.') || url.username) return { refused: 'is not the address of a picture on the web' };
  return secure === address ? { media: photo(url.href, '', address) } : { media: photo(url.href, '', address), mended: `was read as ${url.href}` };
}

async function localPhoto(path: string, { feedFolder, storage }: PhotoStore): Promise<Photo> {
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
  const kind = kinds.find(({ isKind }) => isKind(bytes));
  if (!kind) return { refused: 'is not a JPEG, PNG, WebP or AVIF picture' };
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const key = `photos/${name}${kind.suffix}`;
  if (storage && !(await storage.head(key))) await storage.put(key, bytes, { type: typeOfKey(key) });
  return { media: photo(`/photos/${name}`, kind.suffix, path) };
}

/** Checks one photograph and, for a file, stores it. The name is made of the content, so a picture is kept once. */
export function takePhoto(item: string, store: PhotoStore): Promise<Photo> {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(item) ? Promise.resolve(remotePhoto(item)) : localPhoto(item, store);
}
