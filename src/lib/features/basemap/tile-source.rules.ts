/** What a service of vector tiles says of itself (TileJSON), which tiles it has, and what counts as one. Pure. */
import { Parser } from 'htmlparser2';
import * as z from 'zod/mini';
import type { Box } from '#lib/geo/boxes.ts';
import { mercator } from '#lib/geo/boxes.ts';
import { tidy } from '#lib/features/feeds/feed-text.rules.ts';
import type { CreditPart } from './basemap.schema.ts';

/** A tile of Web Mercator, counted from the north-west. */
export type Tile = { readonly zoom: number; readonly x: number; readonly y: number };

export type TileSource = {
  /** Address of a tile, with `{z}`, `{x}` and `{y}`. */
  readonly template: string;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** What it covers; null for the whole world. */
  readonly box: Box | null;
  readonly credit: readonly CreditPart[];
};

/** Layers of the schema of OpenMapTiles without which a map has no streets to speak of. */
const neededLayers = ['transportation', 'water'] as const;
/** No service has finer tiles; the map itself draws larger what these hold. */
const finestZoom = 16;
/** Streets are told apart from here on. */
const leastDetail = 11;

const zoomSchema = z.optional(z.number());
const tileJsonSchema = z.object({
  tiles: z.array(z.string()).check(z.minLength(1)),
  minzoom: zoomSchema,
  maxzoom: zoomSchema,
  bounds: z.optional(z.array(z.number())),
  attribution: z.optional(z.string()),
  scheme: z.optional(z.string()),
  vector_layers: z.array(z.object({ id: z.string() })),
});

export type ReadTileSource = { readonly kind: 'source'; readonly source: TileSource } | { readonly kind: 'unusable'; readonly why: string };
const unusable = (why: string): ReadTileSource => ({ kind: 'unusable', why });

/**
 * Reads a TileJSON document.
 * @param address where it was found: its tiles must be at the same origin, so that nobody but the named service is asked.
 * @returns why it cannot be used, as the end of a sentence about it, or what it says.
 */
export function readTileSource(document: unknown, address: string): ReadTileSource {
  const parsed = tileJsonSchema.safeParse(document);
  if (!parsed.success) return unusable('is no TileJSON of vector tiles');
  const { tiles, minzoom = 0, maxzoom = 14, bounds, attribution = '', scheme = 'xyz', vector_layers: layers } = parsed.data;
  const [template = ''] = tiles;
  if (URL.parse(template)?.origin !== URL.parse(address)?.origin) return unusable('names tiles at another origin');
  if (!['{z}', '{x}', '{y}'].every((part) => template.includes(part))) return unusable('names tiles without {z}, {x} and {y}');
  if (scheme !== 'xyz') return unusable('counts tiles from the south');
  const missing = neededLayers.filter((name) => !layers.some(({ id }) => id === name));
  if (missing.length > 0) return unusable(`lacks the layers ${missing.join(' and ')} of the schema of OpenMapTiles`);
  const [minZoom, maxZoom] = [Math.max(0, Math.floor(minzoom)), Math.min(finestZoom, Math.floor(maxzoom))];
  if (!(minZoom <= maxZoom && maxZoom >= leastDetail)) return unusable(`has zooms ${minzoom} to ${maxzoom}; streets show from ${leastDetail} on`);
  return { kind: 'source', source: { template, minZoom, maxZoom, box: boxOf(bounds), credit: readCredit(attribution) } };
}

/** The bounds that a document tells; null for the world and for what is no part of it. */
function boxOf(bounds: readonly number[] | undefined): Box | null {
  const [west = -180, south = -90, east = 180, north = 90] = bounds ?? [];
  const isPart = west < east && south < north && west >= -180 && east <= 180 && south >= -90 && north <= 90;
  return !isPart || (east - west >= 359 && north - south >= 160) ? null : { west, south, east, north };
}

export const addressOfTile = (template: string, { zoom, x, y }: Tile): string =>
  template.replaceAll('{z}', String(zoom)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));

/**
 * The tile that a path of ours asks for.
 * @example readTilePath('/basemap/tiles/14/8185/5448.pbf') // { zoom: 14, x: 8185, y: 5448 }
 */
export function readTilePath(pathname: string): Tile | undefined {
  const [, z = '', x = '', y = ''] = /^\/basemap\/tiles\/(0|[1-9]\d?)\/(0|[1-9]\d{0,5})\/(0|[1-9]\d{0,5})\.pbf$/.exec(pathname) ?? [];
  if (z === '') return undefined;
  const tile = { zoom: Number(z), x: Number(x), y: Number(y) };
  const side = 2 ** tile.zoom;
  return tile.zoom <= finestZoom && tile.x < side && tile.y < side ? tile : undefined;
}

/** Whether a service has a tile, by its zooms and by what it covers. */
export function hasTile({ minZoom, maxZoom, box }: Pick<TileSource, 'minZoom' | 'maxZoom' | 'box'>, { zoom, x, y }: Tile): boolean {
  if (zoom < minZoom || zoom > maxZoom) return false;
  if (box === null) return true;
  const side = 2 ** zoom;
  const [west, north] = mercator([box.west, box.north]);
  const [east, south] = mercator([box.east, box.south]);
  return x >= Math.floor(west * side) && x <= Math.floor(east * side) && y >= Math.floor(north * side) && y <= Math.floor(south * side);
}

/** Sites that may be linked from a map: those that vector tiles of OpenStreetMap's data ask to be named. */
const creditedSites: ReadonlySet<string> = new Set(['openstreetmap.org', 'openmaptiles.org', 'openfreemap.org', 'maptiler.com', 'protomaps.com']);
const openStreetMap: CreditPart = { text: '© OpenStreetMap', href: 'https://www.openstreetmap.org/copyright' };
const mostParts = 8;
const longestPart = 60;
/** Characters of markup that are read. */
const longestCredit = 2_000;
const neverText: ReadonlySet<string> = new Set(['script', 'style', 'template', 'textarea', 'noscript', 'iframe', 'object', 'svg', 'math']);

/**
 * Whom a service asks to be named, as texts and links: its markup is never shown. OpenStreetMap is always among them.
 */
export function readCredit(markup: string): readonly CreditPart[] {
  const parts: CreditPart[] = [];
  let [text, href, hidden]: [string, string | undefined, number] = ['', undefined, 0];
  const end = (): void => {
    const line = text.replaceAll(/\s+/g, ' ').trim().slice(0, longestPart);
    if (/[\p{L}\p{N}]/u.test(line) && parts.length < mostParts) parts.push(href === undefined ? { text: line } : { text: line, href });
    [text, href] = ['', undefined];
  };
  const parser = new Parser({
    onopentag(name, { href: address = '' }) {
      if (neverText.has(name)) hidden++;
      if (name !== 'a') return;
      end();
      href = creditedAddress(address);
    },
    onclosetag(name) {
      if (neverText.has(name)) hidden = Math.max(0, hidden - 1);
      if (name === 'a') end();
    },
    ontext(piece) {
      if (hidden === 0) text += tidy(piece) === '' ? ' ' : piece;
    },
  });
  parser.end(tidy(markup.slice(0, longestCredit)));
  end();
  return parts.some((part) => part.href !== undefined && /openstreetmap/i.test(part.text)) ? parts : [...parts, openStreetMap];
}

/** An address of a site that may be linked; undefined for any other. */
function creditedAddress(address: string): string | undefined {
  const url = URL.parse(address);
  const site = url?.hostname.split('.').slice(-2).join('.') ?? '';
  return url?.protocol === 'https:' && url.username === '' && url.port === '' && creditedSites.has(site) ? url.href : undefined;
}

/**
 * Whether bytes are a vector tile as far as its outermost level goes: layers, one after another, each as long as it says.
 * No bytes at all are a tile without anything in it.
 */
export function isVectorTile(bytes: Uint8Array): boolean {
  let at = 0;
  while (at < bytes.length) {
    // Field 3, with a length: a layer. Nothing else belongs there.
    if (bytes[at++] !== 0x1a) return false;
    let [length, shift] = [0, 0];
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 28) return false;
      length += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      if (byte < 0x80) break;
    }
    at += length;
  }
  return at === bytes.length;
}
