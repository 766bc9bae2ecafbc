/** The storage that the settings name. */
import { join } from 'node:path';
import { folderStorage } from './folder-storage.ts';
import { s3Storage } from './s3-storage.ts';
import type { S3Options } from './s3-storage.ts';
import type { Storage } from './storage.ts';

export function openStorage({ dataDir, storage }: { readonly dataDir: string; readonly storage: S3Options | undefined }): Storage {
  // Photographs that were taken before there was a storage lie in a folder of their own.
  return storage ? s3Storage(storage) : folderStorage(join(dataDir, 'storage'), { 'photos/': join(dataDir, 'photos') });
}
