/** Whether a PMTiles file holds streets that our maps can draw. Pure. */
import type { Box } from '#lib/geo/boxes.ts';
import type { CreditPart, Streets } from './basemap.schema.ts';

/** What the head of a file says, as the PMTiles specification (version 3) has it. */
export type BasemapHead = {
  /** 1: vector tiles. */
  readonly tileType: number;
  /** 0 unknown, 1 none, 2 gzip, 3 brotli, 4 zstandard. */
  readonly tileCompression: number;
  readonly tiles: number;
  readonly box: Box;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly layers: readonly string[];
};

/** Without these a map has no streets to speak of. */
const neededLayers = ['earth', 'water', 'roads'] as const;
/** What Protomaps' schema has besides, and a map is poorer without. */
const usualLayers = ['landuse', 'buildings', 'places', 'pois', 'boundaries'] as const;
/** Streets are told apart from here on. */
const leastDetail = 11;

const tileTypes = ['unknown tiles', 'vector tiles', 'PNG pictures', 'JPEG pictures', 'WebP pictures', 'AVIF pictures'] as const;
const list = (names: readonly string[]): string => names.join(', ');

/** @returns why a file cannot be used, each in a sentence; empty when it can. */
export function faultsOf({ tileType, tileCompression, tiles, box, minZoom, maxZoom, layers }: BasemapHead): readonly string[] {
  const missing = neededLayers.filter((name) => !layers.includes(name));
  return [
    ...(tileType === 1 ? [] : [`It holds ${tileTypes[tileType] ?? 'unknown tiles'}; vector tiles (MVT) are needed.`]),
    // Browsers take these two apart everywhere.
    ...(tileCompression === 1 || tileCompression === 2 ? [] : ['Its tiles are packed in a way that browsers cannot open; gzip or none is needed.']),
    ...(tiles > 0 ? [] : ['It holds no tiles.']),
    ...(missing.length === 0 || tileType !== 1
      ? []
      : [
          `Its layers are ${layers.length > 0 ? list(layers) : 'not named'}; ${list(missing)} of the schema of Protomaps (version 4) ${missing.length === 1 ? 'is' : 'are'} missing.`,
        ]),
    ...(box.west < box.east && box.south < box.north && box.west >= -180 && box.east <= 180 && box.south >= -90 && box.north <= 90
      ? []
      : [`Its bounds ${box.west}, ${box.south}, ${box.east}, ${box.north} are no part of the world.`]),
    ...(minZoom <= maxZoom && maxZoom >= leastDetail && maxZoom <= 16
      ? []
      : [`It has zooms ${minZoom} to ${maxZoom}; streets show from ${leastDetail} on, and 15 is usual.`]),
  ];
}

/** @returns what a map will lack, each in a sentence. */
export function remarksOn({ minZoom, maxZoom, layers }: BasemapHead): readonly string[] {
  const missing = usualLayers.filter((name) => !layers.includes(name));
  return [
    ...(missing.length > 0 ? [`Layers without: ${list(missing)}.`] : []),
    ...(maxZoom < 14 ? [`Small streets may be missing: its finest zoom is ${maxZoom}.`] : []),
    ...(minZoom > 6 ? [`From afar, below zoom ${minZoom}, our own drawing shows.`] : []),
  ];
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads what `/basemap/streets.json` says; undefined for null, and for what is no answer of ours. */
export function readStreets(value: unknown): Streets | undefined {
  if (typeof value !== 'object' || value === null || !('url' in value) || !isText(value.url)) return undefined;
  const box = 'box' in value && isBox(value.box) ? value.box : null;
  const { tiles, credit } = value as { tiles?: unknown; credit?: unknown };
  return { url: value.url, box, ...(isZooms(tiles) ? { tiles } : {}), ...(Array.isArray(credit) && credit.every(isCreditPart) ? { credit } : {}) };
}

const isZooms = (value: unknown): value is NonNullable<Streets['tiles']> =>
  typeof value === 'object' && value !== null && ['minZoom', 'maxZoom'].every((name) => typeof Reflect.get(value, name) === 'number');

/** A part of the credit; it leads to an https address or nowhere. */
const isCreditPart = (value: unknown): value is CreditPart => {
  if (typeof value !== 'object' || value === null || !('text' in value) || !isText(value.text)) return false;
  return !('href' in value) || (isText(value.href) && value.href.startsWith('https://'));
};

const isBox = (value: unknown): value is Box =>
  typeof value === 'object' && value !== null && ['west', 'south', 'east', 'north'].every((side) => typeof Reflect.get(value, side) === 'number');

/** One part of a file, both ends inclusive, in bytes. */
export type ByteRange = { readonly start: number; readonly end: number };

/**
 * Reads a `Range` header for a file of so many bytes (RFC 9110, 14.1.2). What is not one range of bytes is as if it were
 * not there.
 * @example readRange('bytes=0-99', 1000) // { start: 0, end: 99 }
 * @example readRange('bytes=-100', 1000) // { start: 900, end: 999 }
 * @example readRange('bytes=2000-', 1000) // 'beyond'
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'beyond' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') return Number(to) === 0 || size === 0 ? 'beyond' : { start: Math.max(0, size - Number(to)), end: size - 1 };
  if (to !== '' && Number(to) < Number(from)) return undefined;
  return Number(from) >= size ? 'beyond' : { start: Number(from), end: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
