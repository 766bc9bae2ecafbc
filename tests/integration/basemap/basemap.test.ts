/** The file of streets: what is taken and what is refused, how it gets into the data folder, and how it is given to browsers. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from '#tests/support/properties.ts';
import { FetchSource, PMTiles } from 'pmtiles';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BasemapFileError, basemapPath, currentBasemap, installBasemap, lookAtBasemap, removeBasemap } from '#lib/features/basemap/basemap.files.ts';
import { readRange, remarksOn } from '#lib/features/basemap/basemap.rules.ts';
import { mercator } from '#lib/geo/boxes.ts';
import { createBasemapHandler } from '#server/files/basemap-handler.ts';
import { createHttpServer } from '#server/server.ts';
import { streetsFile } from '../../support/streets-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'loftling-basemap-'));
const dataDir = join(folder, 'data');
const now = new Date('2026-11-22T10:00:00Z');
const leeds = { west: -1.7, south: 53.7, east: -1.4, north: 53.9 };
const bytes = streetsFile({ box: leeds, minZoom: 6, maxZoom: 14 });
const written = (name: string, content: Buffer | string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const path = written('leeds.pmtiles', bytes);

let origin = '';
const server = createHttpServer({
  siteUrl: 'http://localhost:4321',
  log: pino({ level: 'silent' }),
  canonicalHosts: undefined,
  onRequest: () => undefined,
  handlers: [createBasemapHandler({ url: undefined, current: () => currentBasemap(dataDir), pathOf: (name) => basemapPath(dataDir, name) })],
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a file', () => {
  test('of streets is known by its head, and always by the same name', async () => {
    const { head, name, bytes: size } = await lookAtBasemap(path);
    expect(head).toMatchObject({ tileType: 1, box: leeds, minZoom: 6, maxZoom: 14 });
    expect(head.layers).toContain('roads');
    expect(remarksOn(head)).toEqual([]);
    expect(size).toBe(bytes.length);
    expect((await lookAtBasemap(written('copy.pmtiles', bytes))).name).toBe(name);
    expect((await lookAtBasemap(written('other.pmtiles', streetsFile({ box: leeds, minZoom: 6, maxZoom: 13 })))).name).not.toBe(name);
  });

  const one = { box: leeds, minZoom: 6, maxZoom: 14 };
  test.each([
    ['is missing', join(folder, 'none.pmtiles'), 'There is no file'],
    ['is a folder', folder, 'is no file'],
    ['is something else', written('a.pmtiles', 'not at all what it is called, whatever its name may say: '.repeat(4)), 'does not begin as one'],
    ['is of an older version', written('b.pmtiles', streetsFile({ ...one, version: 2 })), 'version 3 is needed'],
    ['is cut off', written('c.pmtiles', bytes.subarray(0, bytes.length - 50)), 'cut off'],
    ['holds pictures', written('d.pmtiles', streetsFile({ ...one, tileType: 2 })), 'PNG pictures'],
    ['has other layers', written('e.pmtiles', streetsFile({ ...one, layers: ['transportation', 'water'] })), 'earth, roads of the schema of Protomaps'],
    ['has no streets yet', written('f.pmtiles', streetsFile({ ...one, maxZoom: 9 })), 'streets show from 11 on'],
    [
      'has a broken directory',
      written('g.pmtiles', Buffer.concat([bytes.subarray(0, 130), Buffer.alloc(40), bytes.subarray(170)])),
      'cannot be read as PMTiles',
    ],
  ])('that %s is refused with the reason', async (_, wrong, reason) => {
    await expect(installBasemap(dataDir, wrong, now)).rejects.toThrow(BasemapFileError);
    await expect(installBasemap(dataDir, wrong, now)).rejects.toThrow(reason);
    expect(await currentBasemap(dataDir)).toBeUndefined();
  });

  test('is installed whole, replaces the former one, and is removed', async () => {
    const first = await installBasemap(dataDir, path, now);
    expect(await currentBasemap(dataDir)).toEqual(first);
    const second = await installBasemap(dataDir, written('second.pmtiles', streetsFile({ box: leeds, minZoom: 8, maxZoom: 12 })), now);
    expect(second.name).not.toBe(first.name);
    expect(readdirSync(join(dataDir, 'basemap')).toSorted()).toEqual(['current.json', `${second.name}.pmtiles`].toSorted());
    // What was in use stays when the next one is refused.
    await expect(installBasemap(dataDir, join(folder, 'none.pmtiles'), now)).rejects.toThrow(BasemapFileError);
    expect(await currentBasemap(dataDir)).toEqual(second);
    expect(await removeBasemap(dataDir)).toBe(true);
    expect(await currentBasemap(dataDir)).toBeUndefined();
    expect(existsSync(basemapPath(dataDir, second.name))).toBe(false);
    expect(await removeBasemap(dataDir)).toBe(false);
  });
});

test('the command checks, installs, tells and removes, and ends with 1 when a file is refused', () => {
  const own = join(folder, 'own');
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ['scripts/basemap.ts', ...words], { encoding: 'utf8', env: { ...process.env, DATA_DIR: own, NODE_ENV: 'test' } });
  expect(run('--status').stdout).toContain('No streets are installed');
  expect(run(path, '--check')).toMatchObject({ status: 0, stdout: expect.stringContaining('It can be used') });
  expect(run('--status').stdout).toContain('No streets are installed');
  expect(run(path)).toMatchObject({ status: 0, stdout: expect.stringMatching(/Installed: .*zooms 6 to 14.*roads/) });
  expect(run('--status').stdout).toMatch(/^Installed \d{4}-\d\d-\d\d: /);
  expect(run(join(folder, 'a.pmtiles'))).toMatchObject({ status: 1, stderr: expect.stringContaining('no PMTiles file') });
  expect(run('--remove', '--status').status).toBe(2);
  expect(run('--remove').stdout).toContain('Removed');
  expect(run('--remove').stdout).toContain('No streets were installed');
});

describe('over HTTP', () => {
  let address = '';
  beforeAll(async () => {
    const { name } = await installBasemap(dataDir, path, now);
    address = `${origin}/basemap/${name}.pmtiles`;
  });
  const ask = async (headers: Record<string, string>, method = 'GET') => {
    const response = await fetch(address, { method, headers });
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  };

  test('says where the streets are', async () => {
    const told = await fetch(`${origin}/basemap/streets.json`);
    expect(told.headers.get('cache-control')).toBe('no-cache');
    expect(await told.json()).toEqual({ url: new URL(address).pathname, box: leeds });
  });

  test('gives ranges, in the middle, to the end and from the end', async () => {
    const middle = await ask({ range: 'bytes=100-199' });
    expect(middle.status).toBe(206);
    expect(middle.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`);
    expect(middle.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(middle.body.equals(bytes.subarray(100, 200))).toBe(true);
    expect((await ask({ range: `bytes=${bytes.length - 7}-` })).body.equals(bytes.subarray(-7))).toBe(true);
    expect((await ask({ range: 'bytes=-7' })).body.equals(bytes.subarray(-7))).toBe(true);
    expect((await ask({ range: 'bytes=0-99999999' })).body.equals(bytes)).toBe(true);
  });

  test('refuses a range beyond its end, and gives the whole where none is asked for in one piece', async () => {
    const beyond = await ask({ range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    expect((await ask({ range: 'bytes=-0' })).status).toBe(416);
    for (const range of ['bytes=0-1,5-6', 'bytes=9-3', 'lines=0-1', 'bytes=x-']) expect([range, (await ask({ range })).status]).toEqual([range, 200]);
    const whole = await ask({});
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    expect(whole.body.equals(bytes)).toBe(true);
  });

  test('gives a part only of the file that the reader has the rest of', async () => {
    const etag = (await ask({}, 'HEAD')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[a-f0-9]{16}"$/);
    expect((await ask({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    for (const other of ['"0123456789abcdef"', `W/${etag}`, 'Sun, 22 Nov 2026 10:00:00 GMT'])
      expect((await ask({ range: 'bytes=0-9', 'if-range': other })).status).toBe(200);
    expect((await ask({ range: 'bytes=0-9', 'if-none-match': etag })).status).toBe(304);
  });

  test('answers HEAD with the size alone', async () => {
    const head = await ask({ range: 'bytes=0-9' }, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.body.length]).toEqual([200, String(bytes.length), 0]);
  });

  test.each(['/basemap/0123456789abcdef.pmtiles', '/basemap/../current.json', '/basemap/current.json', '/basemap/%2e%2e.pmtiles', '/basemap/x'])(
    'gives nothing else of the folder: %s',
    async (other) => {
      expect((await fetch(origin + other)).status).toBe(404);
    },
  );

  test('a reader of PMTiles finds every tile of it', async () => {
    const archive = new PMTiles(new FetchSource(address));
    expect((await archive.getHeader()).maxZoom).toBe(14);
    const [x, y] = mercator([-1.55, 53.8]).map((share) => Math.floor(share * 2 ** 12));
    expect((await archive.getZxy(12, x ?? 0, y ?? 0))?.data.byteLength).toBeGreaterThan(100);
    expect(await archive.getZxy(10, 0, 0)).toBeUndefined();
  });
});

test('whatever is asked for, a range lies within the file', () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.option(fc.nat(2e6)), fc.option(fc.nat(2e6)), (size, from, to) => {
      const range = readRange(`bytes=${from ?? ''}-${to ?? ''}`, size);
      if (range === undefined || range === 'beyond') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.start).toBeLessThanOrEqual(range.end);
      expect(range.end).toBeLessThan(size);
    }),
  );
});
