/** What is read from a service of tiles: which there are, whom it names, and what counts as a tile. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { readStreets } from '#lib/features/basemap/basemap.rules.ts';
import { addressOfTile, hasTile, isVectorTile, readCredit, readTilePath, readTileSource } from '#lib/features/basemap/tile-source.rules.ts';
import { tileJson, townTile } from '#tests/support/tile-service.ts';

const home = 'https://tiles.example.org/planet';
const read = (more: Readonly<Record<string, unknown>>) => readTileSource(tileJson('https://tiles.example.org', more), home);

test('a TileJSON says where its tiles are and how fine; finer than a map uses is not asked for', () => {
  expect(read({ minzoom: 2, maxzoom: 22, attribution: '' })).toEqual({
    kind: 'source',
    source: {
      template: 'https://tiles.example.org/planet/20261101/{z}/{x}/{y}.pbf',
      minZoom: 2,
      maxZoom: 16,
      box: null,
      credit: [{ text: '© OpenStreetMap', href: 'https://www.openstreetmap.org/copyright' }],
    },
  });
  // Bounds that are no part of the world mean nothing.
  for (const bounds of [[], [5, 50, 1, 52], [-999, 50, 1, 52]]) expect(read({ bounds })).toMatchObject({ source: { box: null } });
  expect(read({ bounds: [-1, 51, 1, 52] })).toMatchObject({ source: { box: { west: -1, south: 51, east: 1, north: 52 } } });
});

test('the address of a tile is the one that is asked for, whatever stands around it', () => {
  expect(addressOfTile('https://a.example/{z}/{x}/{y}.pbf?key={z}', { zoom: 3, x: 1, y: 2 })).toBe('https://a.example/3/1/2.pbf?key=3');
});

test('every tile of the world has one path, and no path means another tile', () => {
  const tiles = fc.integer({ min: 0, max: 16 }).chain((zoom) => {
    const at = fc.integer({ min: 0, max: 2 ** zoom - 1 });
    return fc.record({ zoom: fc.constant(zoom), x: at, y: at });
  });
  fc.assert(
    fc.property(tiles, ({ zoom, x, y }) => {
      expect(readTilePath(`/basemap/tiles/${zoom}/${x}/${y}.pbf`)).toEqual({ zoom, x, y });
      expect(readTilePath(`/basemap/tiles/${zoom}/${x + 2 ** zoom}/${y}.pbf`)).toBeUndefined();
      expect(hasTile({ minZoom: 0, maxZoom: 16, box: null }, { zoom, x, y })).toBe(true);
      expect(hasTile({ minZoom: zoom + 1, maxZoom: 16, box: null }, { zoom, x, y })).toBe(false);
    }),
  );
});

describe('whom a service names', () => {
  test('is text and links to sites that are known; nothing else of its markup is shown', () => {
    const parts = readCredit(
      '<style>a{}</style><a href="javascript:alert(1)">A</a><a href="https://openfreemap.org.evil.example/">B</a><a href="https://me:pw@openstreetmap.org/">C</a>' +
        '<a href="http://www.openstreetmap.org/">D</a><a onclick=x href="https://www.openstreetmap.org/copyright">&copy; <b>OpenStreetMap</b>\u202e contributors</a> | <img src=x>',
    );
    expect(parts).toEqual([
      { text: 'A' },
      { text: 'B' },
      { text: 'C' },
      { text: 'D' },
      { text: '© OpenStreetMap contributors', href: 'https://www.openstreetmap.org/copyright' },
    ]);
  });

  test('is bounded, and always OpenStreetMap too', () => {
    const parts = readCredit('<a href="https://openfreemap.org/">x</a>'.repeat(500));
    expect(parts.length).toBeLessThanOrEqual(9);
    expect(parts.at(-1)).toEqual({ text: '© OpenStreetMap', href: 'https://www.openstreetmap.org/copyright' });
    // Who names it without a link has it linked all the same.
    expect(readCredit('OpenStreetMap')).toHaveLength(2);
    expect(readCredit('y'.repeat(10_000))[0]?.text).toHaveLength(60);
  });

  test('of whatever bytes, no part has markup or leads anywhere but over https', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.webUrl(), (words, url) => {
        for (const { href } of readCredit(`${words}<a href="${url}">${words}</a>`)) if (href !== undefined) expect(href).toMatch(/^https:\/\//);
      }),
    );
  });
});

test('a tile is layers one after another, as long as they say; half a tile and other bytes are none', () => {
  expect(isVectorTile(townTile)).toBe(true);
  expect(isVectorTile(new Uint8Array())).toBe(true);
  for (const bytes of [townTile.subarray(0, -1), Buffer.from('<html>'), Buffer.from([0x1a]), Buffer.from([0x1a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])])
    expect(isVectorTile(bytes)).toBe(false);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => void isVectorTile(bytes)));
});

test('what our own server says of streets is read by maps, and what is not of it is left out', () => {
  const tiles = { url: '/basemap/tiles/{z}/{x}/{y}.pbf', box: null, tiles: { minZoom: 0, maxZoom: 14 }, credit: readCredit('') };
  expect(readStreets(tiles)).toEqual(tiles);
  expect(readStreets({ ...tiles, tiles: { minZoom: '0' }, credit: [{ text: 'x', href: 'javascript:alert(1)' }] })).toEqual({ url: tiles.url, box: null });
  for (const none of [null, undefined, 'x', {}, { url: 3 }]) expect(readStreets(none)).toBeUndefined();
});
