/** Suppliers' photographs become ours: fetched once, encoded anew, shown when they are there, removed when nobody names them. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storedCardSchema } from '#lib/features/catalogue/listings.schema.ts';
import { createHouseRepository } from '#lib/features/house/house.repository.ts';
import { photoPicture, pictureFormats, pictureWidths } from '#lib/features/pictures/picture-source.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import { createPublicWeb } from '#lib/ports/public-web/public-web.ts';
import { folderStorage } from '#lib/ports/storage/folder-storage.ts';
import type { Storage } from '#lib/ports/storage/storage.ts';
import { feedDesk, importTime, reasonsOf } from '#tests/support/feed-desk.ts';
import { asCsv, feedHouseWith } from '#tests/support/feed-files.ts';
import { standIn } from '#tests/support/stand-in.ts';
import type { Asked, StandIn } from '#tests/support/stand-in.ts';

const feeds = feedDesk();
let host: StandIn;
let storage: Storage;
let answer: (asked: Asked, response: ServerResponse) => void;
let photo: Buffer;
const day = 86_400_000;
const at = (days: number) => new Date(importTime.getTime() + days * day);

beforeAll(async () => {
  host = await standIn((asked, response) => answer(asked, response));
  photo = await sharp({ create: { width: 1500, height: 900, channels: 3, background: '#0b5d66' } })
    .withExif({ IFD0: { Copyright: 'Owner of the house' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => host.close());
beforeEach(() => {
  host.asked.length = 0;
  answer = (_, response) => response.end(photo);
  storage = folderStorage(join(feeds.folder, `storage-${randomBytes(4).toString('hex')}`));
});

/** Every host is the stand-in. */
const web = () =>
  createPublicWeb({
    within: 2_000,
    test: { resolve: async () => ['127.0.0.1'], mayAsk: (one) => one === '127.0.0.1', port: Number(new URL(host.origin).port) },
  });
const fetchDue = (days = 0) => feeds.photographs(storage, web()).fetchDue(at(days));
const keys = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  for await (const { key } of storage.list('photos/')) found.push(key);
  return found;
};
const cardPhotoOf = async (ref: string) => storedCardSchema.parse((await feeds.listingOf(ref))?.card).photo;
const photosOf = async (ref: string) => {
  const { id } = await feeds.db.selectFrom('houses').select('id').where('ref', '=', ref).executeTakeFirstOrThrow();
  const record = await createHouseRepository(feeds.db, feeds.geo).record(asId(id));
  return record?.media.filter(({ kind }) => kind === 'photo').map(({ path, suffix }) => path + suffix) ?? [];
};
const imported = (photos: string, more: Readonly<Record<string, string>> = {}) =>
  feeds.importing(feeds.write('feed.csv', asCsv([feedHouseWith('A', { photos, ...more })])), { storage });

/** A PNG that says how large it is and has hardly a byte. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(100_000))), chunk('IEND', Buffer.alloc(0))]);
}

test('a photograph is fetched once, shown in every width, and nothing of the file is published but what can be seen', async () => {
  await imported('http://img.example.org/front.jpg');
  expect([await cardPhotoOf('A'), await photosOf('A')]).toEqual([null, []]);
  await feeds.announced();

  expect(await fetchDue()).toEqual({ kept: 1, unchanged: 0, missing: 0 });
  const [shown = ''] = await photosOf('A');
  expect(shown).toMatch(/^\/photos\/[\da-f]{32}_1500x900$/);
  expect(await cardPhotoOf('A')).toBe(shown);
  expect(await feeds.announced()).toContain('catalogue');
  const picture = photoPicture(shown);
  expect([picture.width, picture.height]).toEqual([1500, 900]);
  for (const width of pictureWidths) {
    for (const format of pictureFormats) {
      const file = await storage.get(picture.url(width, format).slice(1));
      const facts = await sharp(file?.bytes).metadata();
      expect([facts.width, facts.exif, facts.iptc, facts.xmp, file?.type]).toEqual([Math.min(width, 1500), undefined, undefined, undefined, `image/${format}`]);
      expect(file?.bytes.includes('Owner of the house')).toBe(false);
    }
  }
  expect(await keys()).toHaveLength(8);

  // The same feed, and another home with the same address, ask the host no more.
  await feeds.importing(
    feeds.write(
      'more.csv',
      asCsv([feedHouseWith('A', { photos: 'http://img.example.org/front.jpg' }), feedHouseWith('B', { photos: 'http://img.example.org/front.jpg' })]),
    ),
    { storage },
  );
  expect(await fetchDue()).toEqual({ kept: 0, unchanged: 0, missing: 0 });
  expect(await photosOf('B')).toEqual([shown]);
  expect(host.asked).toHaveLength(1);
});

test('[R3.52] a card names the first photograph and the three after it, as they become ours', async () => {
  const card = async () => storedCardSchema.parse((await feeds.listingOf('A'))?.card);
  await imported([1, 2, 3, 4, 5, 6].map((number) => `http://img.example.org/${number}.jpg`).join('; '));
  expect([(await card()).photo, (await card()).photos]).toEqual([null, []]);
  // Each is another picture, because one that is there already is kept once.
  let asked = 0;
  answer = async (_, response) =>
    void response.end(
      await sharp({ create: { width: 640 + asked++, height: 400, channels: 3, background: '#fff' } })
        .jpeg()
        .toBuffer(),
    );
  await fetchDue();
  const all = await photosOf('A');
  expect(all).toHaveLength(6);
  expect([(await card()).photo, (await card()).photos]).toEqual([all[0], all.slice(1, 4)]);
  // And as the catalogue writes them with the next feed.
  await imported([1, 2].map((number) => `http://img.example.org/${number}.jpg`).join('; '));
  const left = await photosOf('A');
  expect([(await card()).photo, (await card()).photos]).toEqual([left[0], left.slice(1)]);
});

test('a photograph lies as its camera says, without saying so', async () => {
  answer = async (_, response) =>
    void response.end(
      await sharp({ create: { width: 400, height: 200, channels: 3, background: '#fff' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    );
  await imported('http://img.example.org/turned.jpg');
  await fetchDue();
  expect(await photosOf('A')).toEqual([expect.stringMatching(/_200x400$/)]);
});

describe('what is no photograph is not taken, and said', () => {
  const hostile: readonly (readonly [string, (response: ServerResponse) => void, RegExp])[] = [
    [
      'markup behind the first bytes of a JPEG',
      (response) => response.end(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>alert(1)</script>')])),
      /not a JPEG/,
    ],
    ['a PNG of 40,000 × 40,000', (response) => response.end(hugePng(40_000)), /1600 million points/],
    [
      'an SVG',
      (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      /not a JPEG/,
    ],
    ['a page that says it is a picture', (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<!doctype html>'), /not a JPEG/],
    ['a file that is cut off', (response) => response.end(photo.subarray(0, photo.length / 2)), /damaged or cut off/],
    ['11 MB', (response) => response.end(Buffer.alloc(11_000_000)), /larger than 10 MB/],
    ['a way into a private network', (response) => response.writeHead(302, { location: 'http://10.0.0.1/router?reboot=1' }).end(), /by its number/],
    ['nothing in time', () => undefined, /within/],
    ['no', (response) => response.writeHead(404).end(), /status 404/],
  ];
  test.each(hostile)('%s', async (_, respond, why) => {
    answer = (__, response) => respond(response);
    await imported('http://img.example.org/odd.jpg');
    expect(await fetchDue()).toEqual({ kept: 0, unchanged: 0, missing: 1 });
    expect([await photosOf('A'), await cardPhotoOf('A'), await keys()]).toEqual([[], null, []]);
    const [missing] = await feeds.photographs(storage).missing();
    expect(missing).toMatchObject({
      path: 'http://img.example.org/odd.jpg',
      reason: expect.stringMatching(why),
      supplier: 'Blue Teapot',
      houseRef: 'A',
      attempts: 1,
    });
    // The next import of the supplier says it too.
    const next = await imported('http://img.example.org/odd.jpg', { house_name: 'Teapot Court' });
    expect(reasonsOf(next, 'photos')).toEqual([expect.stringMatching(why)]);
  });

  test('markup behind a whole picture does not come along', async () => {
    answer = (_, response) => response.end(Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]));
    await imported('http://img.example.org/both.jpg');
    await fetchDue();
    const names = await keys();
    expect(names).toHaveLength(8);
    for (const name of names) expect((await storage.get(name))?.bytes.includes('<script>')).toBe(false);
  });

  test('addresses that nobody asks are refused at the import', async () => {
    const result = await imported(
      ['https://10.0.0.1/a.jpg', 'https://u:p@img.example.org/a.jpg', 'http://img.example.org:22/a.jpg', 'ftp://img.example.org/a.jpg'].join(';'),
    );
    expect(reasonsOf(result, 'photos')).toEqual([/number/, /user name/, /port 22/, /not the address/].map((why) => expect.stringMatching(why)));
    expect(await fetchDue()).toEqual({ kept: 0, unchanged: 0, missing: 0 });
  });
});

test('what fails is tried later and later, and what a supplier mends is had', async () => {
  answer = (_, response) => response.writeHead(503).end();
  await imported('http://img.example.org/late.jpg');
  await fetchDue();
  expect(host.asked).toHaveLength(1);
  await fetchDue(1 / 1440);
  expect(host.asked).toHaveLength(1);
  await fetchDue(3 / 1440);
  expect(host.asked).toHaveLength(2);
  const [missing] = await feeds.photographs(storage).missing();
  expect(missing?.triedAgainAt.getTime()).toBe(at(7 / 1440).getTime());
  answer = (_, response) => response.end(photo);
  await imported('http://img.example.org/right.jpg');
  expect(await fetchDue(4 / 1440)).toEqual({ kept: 1, unchanged: 0, missing: 0 });
  expect(host.asked.at(-1)?.url).toBe('/right.jpg');
});

test('a picture that changes at its address is fetched anew after a month; one that does not is not sent again', async () => {
  let tag = '"one"';
  answer = ({ headers }, response) => {
    if (headers['if-none-match'] === tag) response.writeHead(304).end();
    else response.writeHead(200, { etag: tag }).end(photo);
  };
  await imported('http://img.example.org/front.jpg');
  await fetchDue();
  const [first] = await photosOf('A');
  expect(await fetchDue(31)).toEqual({ kept: 0, unchanged: 1, missing: 0 });
  tag = '"two"';
  expect(await fetchDue(62)).toEqual({ kept: 0, unchanged: 1, missing: 0 });
  const other = await sharp({ create: { width: 700, height: 500, channels: 3, background: '#a33' } })
    .webp()
    .toBuffer();
  answer = (_, response) => response.end(other);
  expect(await fetchDue(93)).toEqual({ kept: 1, unchanged: 0, missing: 0 });
  const [second] = await photosOf('A');
  expect([second === first, second]).toEqual([false, expect.stringMatching(/_700x500$/)]);
  // Pages of before may show the former one for a while.
  expect(await keys()).toHaveLength(8 + 6);
  await feeds.photographs(storage).removeUnused(at(108));
  expect((await keys()).every((key) => `/${key}`.startsWith(second ?? '?'))).toBe(true);
});

test('at most two at once are asked of a host, and one that fails is left alone', async () => {
  let now = 0;
  let most = 0;
  answer = (_, response) => {
    most = Math.max(most, ++now);
    setImmediate(() => {
      now--;
      response.writeHead(500).end();
    });
  };
  await imported(Array.from({ length: 12 }, (_, index) => `http://img.example.org/${index}.jpg`).join(';'));
  await fetchDue();
  expect(most).toBeLessThanOrEqual(2);
  expect(host.asked.length).toBeLessThanOrEqual(4);
  expect((await feeds.photographs(storage).counts()).waiting).toBe(12 - host.asked.length);
});

test('a photograph that no home names is removed after two weeks, and not while another names it', async () => {
  feeds.write(
    'beside.png',
    await sharp({ create: { width: 300, height: 200, channels: 3, background: '#123' } })
      .png()
      .toBuffer(),
  );
  await imported('http://img.example.org/front.jpg;beside.png');
  expect(await photosOf('A')).toEqual([expect.stringMatching(/^\/photos\/[\da-f]{32}\.webp$/)]);
  await fetchDue();
  // Of the file beside the feed, what it was made of stays a day for pages of before.
  const kept = await keys();
  await feeds.photographs(storage).removeUnused(at(2));
  expect(kept.length - (await keys()).length).toBe(1);
  expect(await photosOf('A')).toHaveLength(2);
  await imported('http://img.example.org/front.jpg');
  await feeds.photographs(storage).removeUnused(at(3));
  await feeds.photographs(storage).removeUnused(at(16));
  expect(await photosOf('A')).toHaveLength(1);
  expect((await keys()).length).toBeGreaterThan(8);
  await feeds.photographs(storage).removeUnused(at(18));
  expect(await keys()).toHaveLength(8);
  // Named again, the file is taken again.
  await imported('beside.png');
  await fetchDue(18);
  expect(await photosOf('A')).toEqual([expect.stringMatching(/_300x200$/)]);
});

test('photographs that a former version took as they were are made ours, and the files as given go', async () => {
  await storage.put(`photos/${'ab'.repeat(16)}.jpg`, photo, { type: 'image/jpeg' });
  await imported('http://img.example.org/front.jpg');
  await feeds.db
    .updateTable('media')
    .set({ path: `/photos/${'ab'.repeat(16)}`, suffix: '.jpg' })
    .where('kind', '=', 'photo')
    .execute();
  await feeds.db.deleteFrom('photographs').execute();
  await feeds.photographs(storage).removeUnused(at(0));
  expect(await photosOf('A')).toEqual([`/photos/${'ab'.repeat(16)}.jpg`]);
  await fetchDue();
  expect(await photosOf('A')).toEqual([expect.stringMatching(/_1500x900$/)]);
  await feeds.photographs(storage).removeUnused(at(2));
  expect(await keys()).toHaveLength(8);
});
