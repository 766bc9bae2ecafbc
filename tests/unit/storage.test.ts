/** Both storages do the same: a folder, and a bucket that speaks S3's protocol and checks signatures. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routeError } from '#lib/api/route-error.ts';
import { SettingError, readConfig } from '#lib/config.ts';
import { folderStorage } from '#lib/ports/storage/folder-storage.ts';
import { openStorage } from '#lib/ports/storage/open-storage.ts';
import { s3Storage } from '#lib/ports/storage/s3-storage.ts';
import { StorageError, StorageKeyError } from '#lib/ports/storage/storage.ts';
import type { Storage } from '#lib/ports/storage/storage.ts';
import { s3StandIn } from '#tests/support/s3-stand-in.ts';
import type { S3StandIn } from '#tests/support/s3-stand-in.ts';

const key = { keyId: 'AKLOFTLING', secret: 'a secret/of+the bucket', region: 'eu-west-2' };
const folder = mkdtempSync(join(tmpdir(), 'loftling-storage-'));
let bucket: S3StandIn;
const inBucket = (more: { prefix?: string; secret?: string } = {}): Storage =>
  s3Storage({ bucket: 'homes', prefix: '', endpoint: bucket.origin, pathStyle: true, ...key, ...more });

beforeAll(async () => void (bucket = await s3StandIn('homes', key)));
afterAll(async () => {
  await bucket.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  bucket.objects.clear();
  bucket.trouble.length = 0;
  bucket.asked.length = 0;
  rmSync(folder, { recursive: true, force: true });
});

async function keysOf(storage: Storage, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key: one, size } of storage.list(prefix)) keys.push(`${one} ${size}`);
  return keys;
}

const picture = Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x80, 0x0a]);
const webp = { type: 'image/webp' } as const;

describe.each([
  ['a folder', () => folderStorage(join(folder, 'storage'))],
  ['a bucket', () => inBucket()],
  ['a part of a bucket', () => inBucket({ prefix: 'site/one/' })],
])('%s', (_, open) => {
  test('gives back what it was given, with type, size and a tag that changes with it', async () => {
    const storage = open();
    expect(await storage.get('photos/a.webp')).toBeUndefined();
    expect(await storage.head('photos/a.webp')).toBeUndefined();
    await storage.put('photos/a.webp', picture, webp);
    const first = await storage.get('photos/a.webp');
    expect(first).toMatchObject({ bytes: picture, type: 'image/webp', size: 6, etag: expect.stringMatching(/^".+"$/) });
    expect(await storage.head('photos/a.webp')).toEqual({ type: first?.type, size: first?.size, etag: first?.etag });
    await storage.put('photos/a.webp', Readable.from([Buffer.from('ab'), Buffer.from('cdefg')]), webp);
    const second = await storage.get('photos/a.webp');
    expect(second?.bytes.toString()).toBe('abcdefg');
    expect(second?.etag).not.toBe(first?.etag);
  });

  test('forgets what is deleted, and does not mind when it is deleted twice', async () => {
    const storage = open();
    await storage.put('papers/lease.pdf', picture, { type: 'application/pdf' });
    await storage.delete('papers/lease.pdf');
    await storage.delete('papers/lease.pdf');
    expect(await storage.get('papers/lease.pdf')).toBeUndefined();
  });

  test('lists keys of a prefix in their order, however many pages they take', async () => {
    const storage = open();
    for (const name of ['photos/c.webp', 'photos/a.webp', 'photos/b/d.webp', 'photos/e.webp', 'papers/a.pdf'])
      await storage.put(name, picture.subarray(0, name.length % 6), { type: name.endsWith('f') ? 'application/pdf' : 'image/webp' });
    expect(await keysOf(storage, 'photos/')).toEqual(['photos/a.webp 1', 'photos/b/d.webp 3', 'photos/c.webp 1', 'photos/e.webp 1']);
    expect(await keysOf(storage, 'papers/')).toEqual(['papers/a.pdf 0']);
    expect(await keysOf(storage, 'nothing/')).toEqual([]);
  });

  test('refuses keys that lead elsewhere, before anything is asked', async () => {
    const storage = open();
    const bad = [
      '../a.webp',
      'a/../../b.webp',
      '/etc/a.webp',
      '',
      '.',
      'a',
      'a.exe',
      'a.webp/',
      'a//b.webp',
      '.arriving/a.webp',
      'a/.b.webp',
      'a\\b.webp',
      'a\0.webp',
      'a b.webp',
      'a?b.webp',
      'a%2e%2e.webp',
      'é.webp',
      `${'a'.repeat(512)}.webp`,
    ];
    for (const one of bad) {
      await expect(storage.get(one), one).rejects.toThrow(StorageKeyError);
      await expect(storage.head(one), one).rejects.toThrow(StorageKeyError);
      await expect(storage.put(one, picture, webp), one).rejects.toThrow(StorageKeyError);
      await expect(storage.delete(one), one).rejects.toThrow(StorageKeyError);
    }
    for (const one of ['../', '/', 'a/../', '.']) await expect(keysOf(storage, one), one).rejects.toThrow(StorageKeyError);
    await expect(storage.put('a.webp', picture, { type: 'text/html' })).rejects.toThrow(StorageKeyError);
    expect(bucket.asked).toEqual([]);
  });

  test('refuses what is larger than a file may be, as a stream too, and keeps nothing of it', async () => {
    const storage = open();
    const piece = Buffer.alloc(1_048_576);
    await expect(storage.put('a.bin', Readable.from(Array(33).fill(piece)), { type: 'application/octet-stream' })).rejects.toThrow(/larger than 32 MB/);
    expect(await storage.get('a.bin')).toBeUndefined();
  });
});

describe('a folder', () => {
  test('keeps files from other users and leaves nothing beside them', async () => {
    const storage = folderStorage(join(folder, 'storage'));
    await storage.put('photos/a.webp', picture, webp);
    expect(statSync(join(folder, 'storage/photos/a.webp')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'storage/photos')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, 'storage/.arriving'))).toEqual([]);
    expect(await keysOf(storage, '')).toEqual(['photos/a.webp 6']);
  });

  test('reads photographs that lie where they were before there was a storage', async () => {
    mkdirSync(join(folder, 'photos'), { recursive: true });
    writeFileSync(join(folder, 'photos/0123456789abcdef.webp'), picture);
    const storage = openStorage({ dataDir: folder, storage: undefined });
    expect(await storage.get('photos/0123456789abcdef.webp')).toMatchObject({ bytes: picture, type: 'image/webp' });
    expect(await keysOf(storage, 'photos/')).toEqual(['photos/0123456789abcdef.webp 6']);
    await storage.delete('photos/0123456789abcdef.webp');
    expect(await storage.head('photos/0123456789abcdef.webp')).toBeUndefined();
  });
});

describe('a bucket', () => {
  test('keeps files under their key with their type', async () => {
    await inBucket({ prefix: 'site/' }).put('photos/a.webp', picture, webp);
    expect([...bucket.objects]).toEqual([['site/photos/a.webp', { body: picture, type: 'image/webp' }]]);
  });

  test('refuses a wrong secret, and the error names the service and never the secret', async () => {
    const failing = inBucket({ secret: 'another-secret' }).put('photos/a.webp', picture, webp);
    await expect(failing).rejects.toThrow(/refused with status 403 SignatureDoesNotMatch/);
    await expect(failing).rejects.not.toThrow(/another-secret/);
    await expect(inBucket({ secret: 'another-secret' }).get('photos/a.webp')).rejects.toThrow(StorageError);
  });

  test('is asked again after a fault that passes, and not for ever', async () => {
    bucket.trouble.push(503, 500);
    await inBucket().put('photos/a.webp', picture, webp);
    expect(bucket.asked).toHaveLength(3);
    bucket.trouble.push(503, 503, 503, 503);
    await expect(inBucket().get('photos/a.webp')).rejects.toThrow(/refused with status 503 SlowDown/);
    expect(bucket.trouble).toHaveLength(1);
  });

  test('whoever asked is told to come back, not that something is broken', async () => {
    const failure: unknown = await inBucket({ secret: 'another-secret' })
      .get('photos/a.webp')
      .catch((error: unknown) => error);
    expect(routeError(failure).statusCode).toBe(503);
  });

  test('leads nowhere else: a redirect is a refusal', async () => {
    bucket.trouble.push('redirect');
    await expect(inBucket().get('photos/a.webp')).rejects.toThrow(/refused with status 307/);
  });
});

test('the settings name a bucket, or are refused without showing the secret', () => {
  const environment = { STORAGE_URL: 's3://homes/site/one', STORAGE_KEY_ID: 'AK', STORAGE_SECRET: 'hidden-secret', STORAGE_REGION: 'eu-west-2' };
  expect(readConfig(environment).storage).toEqual({
    bucket: 'homes',
    prefix: 'site/one/',
    endpoint: 'https://s3.eu-west-2.amazonaws.com',
    region: 'eu-west-2',
    pathStyle: true,
    keyId: 'AK',
    secret: 'hidden-secret',
  });
  expect(readConfig({}).storage).toBeUndefined();
  expect(() => readConfig({ STORAGE_URL: 's3://homes' })).toThrow(SettingError);
  for (const url of ['s3://', 'https://homes', 's3://homes/../x', 's3://Ho_mes'])
    expect(() => readConfig({ ...environment, STORAGE_URL: url }), url).toThrow(/STORAGE_URL/);
  expect(() => readConfig({ ...environment, STORAGE_URL: 's3://homes', STORAGE_ENDPOINT: 'storage' })).toThrow(/STORAGE_ENDPOINT/);
});
