/**
 * Writes a small PMTiles file (version 3) of an invented town in the schema of Protomaps: what `npm run basemap` takes and
 * maps draw. Vector tiles (MVT 2.1) and the file's directory are written here by hand.
 */
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';
import { mercator } from '#lib/geo/boxes.ts';
import type { Box } from '#lib/geo/boxes.ts';

/** Units along a tile's side. */
const extent = 4096;

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}
const zigzag = (value: number): number => (value < 0 ? -value * 2 - 1 : value * 2);
const field = (number: number, wire: number): number[] => varint(number * 8 + wire);
const message = (number: number, bytes: readonly number[]): number[] => [...field(number, 2), ...varint(bytes.length), ...bytes];
const text = (number: number, value: string): number[] => message(number, [...Buffer.from(value)]);

type Shape = 'point' | 'line' | 'polygon';
type Feature = {
  readonly shape: Shape;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly tags: Readonly<Record<string, string | number>>;
};
export type Layers = Readonly<Record<string, readonly Feature[]>>;

function geometryOf({ shape, points }: Feature): number[] {
  let [x, y] = [0, 0];
  const step = ([nextX, nextY]: readonly [number, number]): number[] => {
    const moved = [zigzag(nextX - x), zigzag(nextY - y)];
    [x, y] = [nextX, nextY];
    return moved;
  };
  const [first = [0, 0], ...others] = points;
  const start = [1 + 8, ...step(first)];
  if (shape === 'point') return start;
  const lines = [2 + others.length * 8, ...others.flatMap(step)];
  return [...start, ...lines, ...(shape === 'polygon' ? [7 + 8] : [])];
}

function layerOf(name: string, features: readonly Feature[]): number[] {
  const keys: string[] = [];
  const values: (string | number)[] = [];
  const indexOf = <V>(all: V[], value: V): number => (all.includes(value) ? all.indexOf(value) : all.push(value) - 1);
  const written = features.flatMap((feature) => {
    const tags = Object.entries(feature.tags).flatMap(([key, value]) => [...varint(indexOf(keys, key)), ...varint(indexOf(values, value))]);
    const type = { point: 1, line: 2, polygon: 3 }[feature.shape];
    return message(2, [...message(2, tags), ...field(3, 0), type, ...message(4, geometryOf(feature).flatMap(varint))]);
  });
  return [
    ...field(15, 0),
    2,
    ...text(1, name),
    ...written,
    ...keys.flatMap((key) => text(3, key)),
    ...values.flatMap((value) => message(4, typeof value === 'string' ? text(1, value) : [...field(5, 0), ...varint(value)])),
    ...field(5, 0),
    ...varint(extent),
  ];
}

/** A vector tile. */
export function tileOf(layers: Layers): Buffer {
  return Buffer.from(Object.entries(layers).flatMap(([name, features]) => message(3, layerOf(name, features))));
}

/** Where a tile of the invented town has its shapes. */
export const across = (y: number): Feature['points'] => [
  [-64, y],
  [extent + 64, y],
];
export const along = (x: number): Feature['points'] => [
  [x, -64],
  [x, extent + 64],
];
export const square = (x: number, y: number, side: number): Feature['points'] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];
/** Names of its high street and of itself, in the languages of our pages. */
export const streetNames = { name: 'High Street', 'name:en': 'High Street', 'name:zh-Hans': '高街', 'name:zh-Hant': '高街道', 'name:vi': 'Phố Chính' };
export const townNames = { name: 'Teapot', 'name:en': 'Teapot', 'name:zh-Hans': '茶壶镇', 'name:zh-Hant': '茶壺鎮', 'name:vi': 'Thị trấn Ấm Trà' };

/** A tile of the invented town: the same in every place, so that there are streets wherever one looks. */
function townTile(): Layers {
  return {
    earth: [{ shape: 'polygon', points: square(-64, -64, extent + 128), tags: { kind: 'earth' } }],
    landuse: [{ shape: 'polygon', points: square(300, 300, 900), tags: { kind: 'park' } }],
    water: [{ shape: 'polygon', points: square(2600, 2700, 800), tags: { kind: 'lake' } }],
    buildings: [{ shape: 'polygon', points: square(1500, 1500, 200), tags: { kind: 'building', height: 12 } }],
    roads: [
      { shape: 'line', points: across(1300), tags: { kind: 'highway', ...streetNames } },
      { shape: 'line', points: along(1300), tags: { kind: 'major_road', ...streetNames } },
      { shape: 'line', points: across(2300), tags: { kind: 'minor_road', ...streetNames } },
      { shape: 'line', points: along(2300), tags: { kind: 'path' } },
      { shape: 'line', points: along(3500), tags: { kind: 'rail' } },
    ],
    boundaries: [{ shape: 'line', points: across(4000), tags: { kind: 'region' } }],
    places: [
      {
        shape: 'point',
        points: [[2048, 2048]],
        tags: {
          kind: 'locality',
          kind_detail: 'town',
          min_zoom: 1,
          ...townNames,
        },
      },
    ],
    pois: [{ shape: 'point', points: [[700, 2900]], tags: { kind: 'supermarket', min_zoom: 12, name: 'Corner Shop', 'name:zh-Hans': '街角超市' } }],
  };
}

function directoryOf(entries: readonly { readonly id: number; readonly offset: number; readonly length: number }[]): Buffer {
  let last = 0;
  const ids = entries.flatMap(({ id }) => {
    const step = varint(id - last);
    last = id;
    return step;
  });
  return gzipSync(
    Buffer.from([
      ...varint(entries.length),
      ...ids,
      ...entries.flatMap(() => varint(1)),
      ...entries.flatMap(({ length }) => varint(length)),
      ...entries.flatMap(({ offset }) => varint(offset + 1)),
    ]),
  );
}

export type StreetsFile = {
  readonly box: Box;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Layers that the file names. */
  readonly layers?: readonly string[];
  /** 1: vector tiles. */
  readonly tileType?: number;
  readonly version?: number;
};

/** The bytes of a file of the invented town over a part of the world. */
export function streetsFile({ box, minZoom, maxZoom, layers, tileType = 1, version = 3 }: StreetsFile): Buffer {
  const entries: { id: number; offset: number; length: number }[] = [];
  const tiles: Buffer[] = [];
  let length = 0;
  const [west, north] = mercator([box.west, box.north]);
  const [east, south] = mercator([box.east, box.south]);
  for (let zoom = minZoom; zoom <= maxZoom; zoom++) {
    const tile = gzipSync(tileOf(townTile()));
    const offset = length;
    tiles.push(tile);
    length += tile.length;
    const side = 2 ** zoom;
    for (let x = Math.floor(west * side); x <= Math.floor(east * side); x++)
      for (let y = Math.floor(north * side); y <= Math.floor(south * side); y++) entries.push({ id: zxyToTileId(zoom, x, y), offset, length: tile.length });
  }
  entries.sort((a, b) => a.id - b.id);
  const names = layers ?? Object.keys(townTile());
  const metadata = gzipSync(JSON.stringify({ name: 'Teapot', version: '4.0.0', vector_layers: names.map((id) => ({ id, fields: {} })) }));
  const directory = directoryOf(entries);
  const head = Buffer.alloc(127);
  head.write('PMTiles', 'latin1');
  head.writeUInt8(version, 7);
  const parts = [
    [127, directory.length],
    [127 + directory.length, metadata.length],
    [127 + directory.length + metadata.length, 0],
    [127 + directory.length + metadata.length, length],
    [entries.length, entries.length],
    [tiles.length, 0],
  ].flat();
  for (const [index, value] of parts.slice(0, 11).entries()) head.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  for (const [index, value] of [0, 2, 2, tileType, minZoom, maxZoom].entries()) head.writeUInt8(value, 96 + index);
  const degrees = (value: number): number => Math.round(value * 10_000_000);
  for (const [index, value] of [box.west, box.south, box.east, box.north].entries()) head.writeInt32LE(degrees(value), 102 + index * 4);
  head.writeUInt8(maxZoom, 118);
  head.writeInt32LE(degrees((box.west + box.east) / 2), 119);
  head.writeInt32LE(degrees((box.south + box.north) / 2), 123);
  return Buffer.concat([head, directory, metadata, ...tiles]);
}
