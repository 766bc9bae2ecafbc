/** A supplier's photographs, from beside the feed through the storage to the reader. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderStorage } from '#lib/ports/storage/folder-storage.ts';
import { s3Storage } from '#lib/ports/storage/s3-storage.ts';
import type { Storage } from '#lib/ports/storage/storage.ts';
import { createPhotosHandler } from '#server/files/photos-handler.ts';
import { feedDesk } from '#tests/support/feed-desk.ts';
import { asCsv, feedHouseWith } from '#tests/support/feed-files.ts';
import { s3StandIn } from '#tests/support/s3-stand-in.ts';
import type { S3StandIn } from '#tests/support/s3-stand-in.ts';

const feeds = feedDesk();
const key = { keyId: 'AK', secret: 'secret', region: 'us-east-1' };
let bucket: S3StandIn;
let server: Server;
let storage: Storage;

beforeAll(async () => {
  bucket = await s3StandIn('homes', key);
  server = createServer(async (request, response) => {
    const by = await createPhotosHandler(storage)(request, response, new URL(request.url ?? '/', 'http://localhost'));
    if (by === undefined) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await bucket.close();
});

const asked = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);

test.each([
  ['a folder', () => folderStorage(join(feeds.folder, 'storage'))],
  ['a bucket', () => s3Storage({ bucket: 'homes', prefix: '', endpoint: bucket.origin, pathStyle: true, ...key })],
])('a photograph beside the feed is kept once in %s and served to everybody', async (_, open) => {
  storage = open();
  feeds.write(
    'lounge.png',
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0b5d66' } })
      .png()
      .toBuffer(),
  );
  const feed = feeds.write('feed.csv', asCsv([feedHouseWith('A', { photos: 'lounge.png' }), feedHouseWith('B', { photos: 'lounge.png' })]));
  const tried = await feeds.importing(feed, { dryRun: true, storage });
  expect(tried.problemList).toEqual([]);
  const result = await feeds.importing(feed, { storage });
  expect(result.added).toBe(2);
  const keys: string[] = [];
  for await (const one of storage.list('photos/')) keys.push(one.key);
  expect(keys).toHaveLength(1);

  const { path, suffix } = await feeds.db.selectFrom('media').select(['path', 'suffix']).where('kind', '=', 'photo').executeTakeFirstOrThrow();
  expect(`/${keys[0]}`).toBe(`${path}${suffix}`);
  const answer = await asked(`/${keys[0]}`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect(answer.headers.get('content-type')).toMatch(/^image\//);
  expect((await sharp(await answer.arrayBuffer()).metadata()).width).toBe(40);
});

test('nothing of the storage but photographs is served, and a storage that is away is said', async () => {
  storage = s3Storage({ bucket: 'homes', prefix: '', endpoint: bucket.origin, pathStyle: true, ...key });
  await storage.put('papers/passport.jpg', Buffer.from('x'), { type: 'image/jpeg' });
  for (const path of [
    '/photos/passport.jpg',
    '/photos/../papers/passport.jpg',
    '/photos/%2e%2e/papers/passport.jpg',
    '/photos/',
    '/photos/..jpg',
    '/photos/-0123456789.jpg',
    '/photos/0123456789.pdf',
  ])
    expect((await asked(path)).status, path).not.toBe(200);
  bucket.trouble.push(503, 503, 503);
  const away = await asked('/photos/0123456789abcdef.webp');
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
});
