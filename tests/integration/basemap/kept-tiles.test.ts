/** Tiles of a service outside: fetched once, kept, given at our own origin; and what becomes of maps when the service does not do as it should. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRateLimits } from '#lib/api/rate-limits.ts';
import { basemapPath, currentBasemap, installBasemap, removeBasemap } from '#lib/features/basemap/basemap.files.ts';
import { createKeptTiles } from '#lib/features/basemap/kept-tiles.service.ts';
import { createTileCache } from '#lib/features/basemap/tile-cache.files.ts';
import { createPublicWeb } from '#lib/ports/public-web/public-web.ts';
import { createBasemapHandler } from '#server/files/basemap-handler.ts';
import { createHttpServer } from '#server/server.ts';
import type { Asked, StandIn } from '#tests/support/stand-in.ts';
import { streetsFile } from '#tests/support/streets-file.ts';
import { tileJson, tilePattern, tileService, townTile } from '#tests/support/tile-service.ts';

const london = '/basemap/tiles/14/8185/5448.pbf';
/** @returns whether it has answered. */
type Manner = (asked: Asked, response: ServerResponse) => boolean;
const usual: Manner = () => false;

let manner = usual;
let service: StandIn;
let elsewhere: StandIn;
let folder = '';
let now = new Date();
let site: Site;
const sites: Server[] = [];

type Site = { readonly origin: string; readonly told: string[] };
type SiteOptions = { readonly within?: number; readonly cacheBytes?: number; readonly perMinute?: number; readonly address?: string };

/** A server with nothing but maps, over the stand-in. */
async function open({ within = 2_000, cacheBytes = 50_000_000, perMinute = 600, address = `${service.origin}/planet` }: SiteOptions = {}): Promise<Site> {
  const told: string[] = [];
  const kept = createKeptTiles({
    address,
    perMinute,
    now: () => now,
    web: createPublicWeb({ atMost: 100_000, within, trusted: new URL(address).origin, purpose: 'maps' }),
    cache: createTileCache(join(folder, 'tiles'), cacheBytes),
    onChange: (state, why) => told.push(`${state}: ${why}`),
  });
  const server = createHttpServer({
    siteUrl: 'http://localhost:4321',
    log: pino({ level: 'silent' }),
    canonicalHosts: undefined,
    onRequest: () => undefined,
    handlers: [
      createBasemapHandler({
        url: undefined,
        current: () => currentBasemap(folder),
        pathOf: (name) => basemapPath(folder, name),
        tiles: { kept, asking: { limits: createRateLimits(1), trustedProxies: 0 } },
      }),
    ],
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sites.push(server);
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, told };
}

beforeAll(async () => {
  service = await tileService((asked, response) => manner(asked, response));
  elsewhere = await tileService();
});
afterAll(() => Promise.all([service.close(), elsewhere.close()]));
beforeEach(async () => {
  manner = usual;
  now = new Date('2026-11-28T10:00:00Z');
  folder = mkdtempSync(join(tmpdir(), 'loftling-tiles-'));
  service.asked.length = 0;
  elsewhere.asked.length = 0;
  site = await open();
});
afterEach(() => {
  for (const server of sites.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

const streets = async (): Promise<unknown> => (await fetch(`${site.origin}/basemap/streets.json`)).json();
const tile = async (path = london, headers: Record<string, string> = {}) => {
  const response = await fetch(site.origin + path, { headers });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
};
const tilesAsked = (): number => service.asked.filter(({ url }) => tilePattern.test(url)).length;
/** Lets every tile be answered by this. */
const tilesAre = (answer: (response: ServerResponse) => void): void => {
  manner = ({ url }, response) => {
    if (!tilePattern.test(url)) return false;
    answer(response);
    return true;
  };
};
const later = (milliseconds: number): void => void (now = new Date(now.getTime() + milliseconds));

describe('a service that answers', () => {
  test('is told to maps, at our own origin and with those who want to be named', async () => {
    expect(await streets()).toEqual({
      url: '/basemap/tiles/{z}/{x}/{y}.pbf',
      box: null,
      tiles: { minZoom: 0, maxZoom: 14 },
      credit: [
        { text: 'OpenFreeMap', href: 'https://openfreemap.org/' },
        { text: '© OpenMapTiles', href: 'https://www.openmaptiles.org/' },
        { text: 'Data from' },
        { text: 'OpenStreetMap', href: 'https://www.openstreetmap.org/copyright' },
      ],
    });
    expect(site.told).toEqual([`reached: ${service.origin}/planet`]);
  });

  test('is asked once for a tile, however many ask for it at a time and later', async () => {
    await streets();
    const all = await Promise.all(Array.from({ length: 12 }, () => tile()));
    for (const { status, body } of all) expect([status, body.equals(townTile)]).toEqual([200, true]);
    expect((await tile()).status).toBe(200);
    expect(tilesAsked()).toBe(1);
    // Nobody learns who asked.
    const { headers } = service.asked.at(-1) as Asked;
    expect(headers['user-agent']).toBe('Loftling (maps)');
    expect(Object.keys(headers).filter((name) => /forward|referer|cookie|language|origin/.test(name))).toEqual([]);
  });

  test('its tiles may be kept by browsers, and are known again', async () => {
    await streets();
    const { headers } = await tile();
    expect(headers.get('cache-control')).toBe('public, max-age=604800, stale-while-revalidate=2592000');
    expect(headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile');
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[a-f0-9]{16}"$/);
    expect((await tile(london, { 'if-none-match': etag })).status).toBe(304);
  });

  test('its tiles are unpacked for whoever takes no packed ones', async () => {
    await streets();
    const bytesFor = (encoding: string) =>
      new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
        request(site.origin + london, { headers: { 'accept-encoding': encoding } }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }));
        })
          .on('error', reject)
          .end();
      });
    const [packed, plain] = [await bytesFor('gzip'), await bytesFor('identity')];
    expect([packed.encoding, plain.encoding]).toEqual(['gzip', undefined]);
    expect([gunzipSync(packed.body).equals(townTile), plain.body.equals(townTile)]).toEqual([true, true]);
  });

  test('that sends tiles unpacked, and that has none in a place, is taken as well', async () => {
    tilesAre((response) => response.end(townTile));
    await streets();
    expect((await tile()).body.equals(townTile)).toBe(true);
    for (const status of [204, 404]) {
      tilesAre((response) => response.writeHead(status).end());
      const { status: given, headers, body } = await tile(`/basemap/tiles/14/${status}/1.pbf`);
      expect([given, headers.get('cache-control'), body.length]).toEqual([200, 'public, max-age=600', 0]);
    }
    expect(site.told).toHaveLength(1);
  });

  test('its tiles outlast a restart, and an old one is fetched anew behind the reader’s back', async () => {
    await streets();
    await tile();
    site = await open();
    await streets();
    expect((await tile()).status).toBe(200);
    expect(tilesAsked()).toBe(1);
    later(31 * 86_400_000);
    await streets();
    expect((await tile()).body.equals(townTile)).toBe(true);
    await expect.poll(tilesAsked).toBe(2);
  });

  test('gives way to a file that the operator has installed', async () => {
    const path = join(folder, 'leeds.pmtiles');
    const leeds = { west: -1.7, south: 53.7, east: -1.4, north: 53.9 };
    writeFileSync(path, streetsFile({ box: leeds, minZoom: 6, maxZoom: 12 }));
    await installBasemap(folder, path, now);
    expect(await streets()).toEqual({ url: expect.stringMatching(/^\/basemap\/[a-f0-9]{16}\.pmtiles$/), box: leeds });
    await removeBasemap(folder);
    expect(await streets()).toMatchObject({ tiles: { maxZoom: 14 } });
  });
});

describe('what is no tile is answered at once, and asked of nobody', () => {
  test.each([
    ['17/1/1', 404],
    ['99/1/1', 404],
    ['14/16384/1', 404],
    ['14/1/16384', 404],
    ['0/0/1', 404],
    ['14/08185/5448', 404],
    ['14/-1/5448', 404],
    ['14/8185.5/5448', 404],
    ['1e1/1/1', 404],
    ['14/8185/5448.pbf/..%2f..', 400],
    ['14/..%2f..%2fsecrets/5448', 400],
    ['14/8185', 404],
    // A tile of the world, finer than any that the service has.
    ['16/100/100', 200],
  ])('%s: %s', async (path, status) => {
    await streets();
    expect((await tile(`/basemap/tiles/${path}.pbf`)).status).toBe(status);
    expect(tilesAsked()).toBe(0);
  });

  test('a place that the service does not cover is empty', async () => {
    manner = ({ url }, response) => {
      if (url !== '/planet') return false;
      response.end(JSON.stringify(tileJson(service.origin, { bounds: [-1, 51, 1, 52] })));
      return true;
    };
    expect(await streets()).toMatchObject({ box: { west: -1, south: 51, east: 1, north: 52 } });
    expect((await tile('/basemap/tiles/14/1/1.pbf')).body.length).toBe(0);
    expect((await tile()).body.equals(townTile)).toBe(true);
    expect(tilesAsked()).toBe(1);
  });
});

describe('a service that does not do as it should', () => {
  const saysOfItself = (answer: (response: ServerResponse) => void): void => {
    manner = ({ url }, response) => {
      if (url !== '/planet') return false;
      answer(response);
      return true;
    };
  };
  const says = (text: string): void => saysOfItself((response) => response.end(text));

  test.each([
    ['is broken', () => saysOfItself((response) => response.writeHead(500).end()), 'is answered with status 500'],
    ['breaks off', () => saysOfItself((response) => response.destroy()), 'has a host that broke off'],
    ['sends no JSON', () => says('<html>not here</html>'), 'is no TileJSON of vector tiles'],
    ['sends other JSON', () => says('{"tiles":[]}'), 'is no TileJSON of vector tiles'],
    ['is larger than anything it could say', () => says(`{"a":"${'a'.repeat(200_000)}"}`), 'is larger than 0 MB'],
    [
      'has tiles of another schema',
      () => says(JSON.stringify(tileJson(service.origin, { vector_layers: [{ id: 'roads' }] }))),
      'lacks the layers transportation and water',
    ],
    ['has tiles at another host', () => says(JSON.stringify(tileJson('http://tiles.example.org'))), 'names tiles at another origin'],
    ['has tiles in the network around it', () => says(JSON.stringify(tileJson(elsewhere.origin))), 'names tiles at another origin'],
    ['counts from the south', () => says(JSON.stringify(tileJson(service.origin, { scheme: 'tms' }))), 'counts tiles from the south'],
    ['has no streets', () => says(JSON.stringify(tileJson(service.origin, { maxzoom: 6 }))), 'streets show from 11 on'],
    [
      'leads into the network around it',
      () => saysOfItself((response) => response.writeHead(302, { location: `${elsewhere.origin}/planet` }).end()),
      'names a machine by its number',
    ],
  ])('%s: maps are told of no streets', async (_, act, why) => {
    act();
    expect(await streets()).toBeNull();
    expect(site.told).toEqual([expect.stringContaining(why)]);
    expect(elsewhere.asked).toEqual([]);
    expect((await tile()).status).toBe(503);
  });

  test('that is silent costs a map a moment once, and is asked again after a minute', async () => {
    saysOfItself(() => undefined);
    const begun = performance.now();
    expect(await streets()).toBeNull();
    expect(performance.now() - begun).toBeLessThan(1_900);
    await expect.poll(() => site.told.length, { timeout: 5_000 }).toBe(1);
    expect(await streets()).toBeNull();
    expect(service.asked).toHaveLength(1);
    manner = usual;
    later(61_000);
    expect(await streets()).toMatchObject({ box: null });
    expect(site.told[1]).toMatch(/^reached/);
  });

  test('whose answer is older than a quarter of an hour is looked at again before a map believes in it', async () => {
    expect(await streets()).not.toBeNull();
    saysOfItself((response) => response.writeHead(503).end());
    later(10 * 60_000);
    expect(await streets()).not.toBeNull();
    later(6 * 60_000);
    expect(await streets()).toBeNull();
  });

  test.each([
    ['fails', (response: ServerResponse) => response.writeHead(500).end()],
    ['sends a page instead', (response: ServerResponse) => response.end('<html>Too many requests</html>')],
    ['sends half a tile', (response: ServerResponse) => response.end(townTile.subarray(0, -7))],
    ['sends what unpacks without an end', (response: ServerResponse) => response.end(gzipSync(Buffer.alloc(40_000_000)))],
    ['sends more than is taken', (response: ServerResponse) => response.end(Buffer.alloc(120_000, 0x1a))],
    ['says that it sends more than is taken', (response: ServerResponse) => response.writeHead(200, { 'content-length': 5_000_000 }).write('a')],
    ['leads into the network around it', (response: ServerResponse) => response.writeHead(302, { location: `${elsewhere.origin}/planet/x/1/1/1.pbf` }).end()],
    ['leads to itself', (response: ServerResponse) => response.writeHead(302, { location: '/planet/x/1/1/1.pbf' }).end()],
  ])('that %s for a tile: it is missing, nothing is kept, and it is left alone for a while', async (_, answer) => {
    tilesAre(answer);
    await streets();
    const first = await tile();
    expect([first.status, first.headers.get('cache-control'), first.headers.get('retry-after')]).toEqual([503, 'no-store', '30']);
    const asked = tilesAsked();
    expect((await tile()).status).toBe(503);
    expect(tilesAsked()).toBe(asked);
    expect(elsewhere.asked).toEqual([]);
    manner = usual;
    later(31_000);
    expect((await tile()).body.equals(townTile)).toBe(true);
  });

  test('that is slow for a tile is not waited for', async () => {
    site = await open({ within: 300 });
    tilesAre(() => undefined);
    await streets();
    const begun = performance.now();
    expect((await tile()).status).toBe(503);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test('that fails tile after tile is not asked any more, and maps that open then have no streets', async () => {
    tilesAre((response) => response.writeHead(500).end());
    expect(await streets()).not.toBeNull();
    for (let x = 1; x <= 5; x++) await tile(`/basemap/tiles/14/${x}/1.pbf`);
    expect(site.told.at(-1)).toBe('lost: is answered with status 500');
    await tile('/basemap/tiles/14/9/1.pbf');
    expect(tilesAsked()).toBe(5);
    expect(await streets()).toBeNull();
    manner = usual;
    later(61_000);
    expect(await streets()).not.toBeNull();
    expect((await tile()).status).toBe(200);
  });

  test('what is kept is given while it is away', async () => {
    await streets();
    await tile();
    manner = (_, response) => {
      response.destroy();
      return true;
    };
    later(40 * 86_400_000);
    expect((await tile()).body.equals(townTile)).toBe(true);
  });
});

describe('bounds', () => {
  test('no more tiles are fetched in a minute than it is set to', async () => {
    site = await open({ perMinute: 3 });
    await streets();
    const status = async (x: number): Promise<number> => (await tile(`/basemap/tiles/14/${x}/1.pbf`)).status;
    expect([await status(1), await status(2), await status(3), await status(4)]).toEqual([200, 200, 200, 503]);
    later(20_000);
    expect([await status(5), await status(6)]).toEqual([200, 503]);
    // What is kept is free.
    expect(await status(1)).toBe(200);
  });

  test('the folder stays below its bound, and what was used longest ago goes first', async () => {
    const size = gzipSync(townTile).length;
    site = await open({ cacheBytes: 5.5 * size });
    await streets();
    for (let x = 1; x <= 5; x++) {
      await tile(`/basemap/tiles/14/${x}/1.pbf`);
      later(7_200_000);
      await streets();
    }
    // The first one is used again: now the second is the oldest.
    await tile('/basemap/tiles/14/1/1.pbf');
    await tile('/basemap/tiles/14/6/1.pbf');
    const left = readdirSync(join(folder, 'tiles'));
    expect(left).toContain('14_1_1.gz');
    expect(left).not.toContain('14_2_1.gz');
    expect(left.reduce((sum, name) => sum + statSync(join(folder, 'tiles', name)).size, 0)).toBeLessThanOrEqual(5.5 * size);
  });

  test('a folder that cannot be written costs no tile', async () => {
    writeFileSync(join(folder, 'tiles'), 'a file where the folder should be');
    await streets();
    expect((await tile()).body.equals(townTile)).toBe(true);
  });
});

test('without a service there are no tiles', async () => {
  const server = createHttpServer({
    siteUrl: 'http://localhost:4321',
    log: pino({ level: 'silent' }),
    canonicalHosts: undefined,
    onRequest: () => undefined,
    handlers: [createBasemapHandler({ url: undefined, current: () => currentBasemap(folder), pathOf: (name) => basemapPath(folder, name) })],
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sites.push(server);
  site = { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, told: [] };
  expect(await streets()).toBeNull();
  expect((await tile()).status).toBe(404);
});
