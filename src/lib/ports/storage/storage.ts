/** Files that belong to the site and not to its build: photographs, documents. A folder, or a bucket that all nodes share. */
import { extname } from 'node:path';
import type { Readable } from 'node:stream';

export type StoredFile = { readonly type: string; readonly size: number; readonly etag: string };

export type Storage = {
  /**
   * Keeps a file whole or not at all, in place of what was there.
   * @throws {StorageKeyError} {StorageError}
   */
  put(key: string, content: Uint8Array | Readable, options: { readonly type: string }): Promise<void>;
  /** The file, or undefined when there is none. @throws {StorageKeyError} {StorageError} */
  get(key: string): Promise<(StoredFile & { readonly bytes: Buffer }) | undefined>;
  head(key: string): Promise<StoredFile | undefined>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** Keys and sizes of all files whose key begins so, in the order of their keys. */
  list(prefix: string): AsyncIterable<{ readonly key: string; readonly size: number }>;
};

/** The storage cannot do what was asked just now, or not at all. The message is meant for the operator; whoever asked is told to come back (503). */
export class StorageError extends Error {
  override name = 'StorageError';
  readonly statusCode = 503;
}

/** A key or a type that no file may have: a fault of the caller. */
export class StorageKeyError extends TypeError {
  override name = 'StorageKeyError';
}

/** Largest file, in bytes. */
export const largestFile = 32 * 1_048_576;
const longestKey = 512;

/** The type of a file follows from how its key ends, so that a folder needs no notes beside its files. */
const types: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.json': 'application/json',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.zip': 'application/zip',
  '.gz': 'application/gzip',
  '.mp4': 'video/mp4',
  '.bin': 'application/octet-stream',
};

const keyPattern = /^[A-Za-z\d][\w-]*(?:\.[\w-]+)*(?:\/[A-Za-z\d][\w-]*(?:\.[\w-]+)*)*$/;

/**
 * The type of a file by its key.
 * @throws {StorageKeyError} for a key that is none: segments of letters, digits, `_`, `-` and single dots, an ending of the table, at most 512 characters.
 */
export function typeOfKey(key: string): string {
  const type = types[extname(key)];
  if (key.length > longestKey || !keyPattern.test(key) || type === undefined)
    throw new StorageKeyError(`${JSON.stringify(key.slice(0, 80))} is no key of a stored file, such as photos/3f2a.webp`);
  return type;
}

/** As `typeOfKey`, and that the type given is the same. */
export function checkType(key: string, given: string): void {
  const type = typeOfKey(key);
  if (given !== type) throw new StorageKeyError(`a file of type ${given} cannot have the key ${key}, which says ${type}`);
}

/** @throws {StorageKeyError} for what no key begins with. */
export function checkPrefix(prefix: string): void {
  if (prefix !== '' && (prefix.length > longestKey || !keyPattern.test(prefix.replace(/[/._-]$/, ''))))
    throw new StorageKeyError(`${JSON.stringify(prefix.slice(0, 80))} begins no key`);
}

/** All of the content. @throws {StorageError} when it is larger than a file may be. */
export async function contentOf(content: Uint8Array | Readable): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    if (!(chunk instanceof Uint8Array)) throw new StorageKeyError('a stream of bytes is expected');
    size += chunk.length;
    if (size > largestFile) {
      if (!(content instanceof Uint8Array)) content.destroy();
      throw new StorageError(`the file is larger than ${largestFile / 1_048_576} MB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
