/**
 * Vector tiles of a public service, fetched by this server when a map first asks for them and kept: readers ask nobody but us. What the
 * service is and has is read from its TileJSON, and again by and by; while it cannot be reached, maps are told of no streets.
 */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { createCircuit } from '#lib/ports/circuit.ts';
import type { PublicWeb, WebAnswer } from '#lib/ports/public-web/public-web.ts';
import type { Streets } from './basemap.schema.ts';
import type { TileCache } from './tile-cache.files.ts';
import { addressOfTile, hasTile, isVectorTile, readTileSource } from './tile-source.rules.ts';
import type { Tile, TileSource } from './tile-source.rules.ts';

/** A tile as browsers take it: packed with gzip. */
export type KeptTile = { readonly bytes: Buffer; readonly etag: string };

export type FoundTile =
  | { readonly kind: 'tile'; readonly tile: KeptTile }
  /** The service has none there: nothing is drawn. */
  | { readonly kind: 'none' }
  /** It could not be had just now. */
  | { readonly kind: 'away' };

export type KeptTiles = {
  /** What maps are told; undefined while the service was not reached lately. Waits for it a moment at most. */
  streets(): Promise<Streets | undefined>;
  /** A tile that is here, or is known to be nowhere; undefined when it has to be fetched. An old one is given, and fetched anew behind the reader's back. */
  kept(tile: Tile): Promise<FoundTile | undefined>;
  /** Fetches a tile and keeps it. Who asks for the same one meanwhile gets the same answer. */
  fetch(tile: Tile): Promise<FoundTile>;
};

export type KeptTilesParts = {
  /** Address of the TileJSON. */
  readonly address: string;
  readonly web: PublicWeb;
  readonly cache: TileCache;
  /** Tiles fetched in a minute, at most. */
  readonly perMinute: number;
  readonly now?: () => Date;
  /** Told when the service begins to be usable, or ends to, and why. */
  readonly onChange?: (state: 'reached' | 'lost', why: string) => void;
};

/** Path of a tile at our own origin. */
const tilePath = '/basemap/tiles/{z}/{x}/{y}.pbf';
/** Largest tile that is unpacked, in bytes. */
const mostUnpacked = 16 * 1_048_576;
/** Milliseconds: after this a kept tile is fetched anew, the service read again, and not believed to be there any more. */
const tileFreshFor = 30 * 86_400_000;
const sourceFreshFor = 86_400_000;
const believedFor = 15 * 60_000;
/** Milliseconds for which a map waits for the service when nothing is known of it, and after which a service that failed is tried again. */
const patience = 1_200;
const rest = 60_000;
/** Milliseconds for which a tile that failed, and one that is nowhere, is not asked for again. */
const failedFor = 30_000;
const nowhereFor = 10 * 60_000;
const mostRemembered = 5_000;

const packed = promisify(gzip);
const unpacked = promisify(gunzip);
const keyOf = ({ zoom, x, y }: Tile): string => `${zoom}/${x}/${y}`;
const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const keptTile = (bytes: Buffer): FoundTile => ({
  kind: 'tile',
  tile: { bytes, etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"` },
});

/** A tile as it is kept; undefined for what is no vector tile. */
async function packedTile(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    const plain = isPacked(bytes) ? await unpacked(bytes, { maxOutputLength: mostUnpacked }) : bytes;
    if (!isVectorTile(plain)) return undefined;
    return isPacked(bytes) ? bytes : await packed(plain);
  } catch {
    return undefined;
  }
}

export function createKeptTiles({ address, web, cache, perMinute, now = () => new Date(), onChange = () => undefined }: KeptTilesParts): KeptTiles {
  let source: TileSource | undefined;
  let sourceReadAt = 0;
  let reachedAt = 0;
  let triedAt = 0;
  let isLost: boolean | undefined;
  let reading: Promise<void> | undefined;
  /** What may still be fetched in this minute: it grows evenly. */
  let allowance = { left: perMinute, at: now().getTime() };
  let isRefreshing = false;
  const circuit = createCircuit(() => now().getTime());
  const refused = new LRUCache<string, { readonly kind: 'none' | 'away'; readonly until: number }>({ max: mostRemembered });
  const underWay = new Map<string, Promise<FoundTile>>();

  function reached(): void {
    reachedAt = now().getTime();
    circuit.answered();
    if (isLost !== false) onChange('reached', address);
    isLost = false;
  }

  function lost(why: string): void {
    if (isLost !== true) onChange('lost', why);
    isLost = true;
  }

  async function read(): Promise<void> {
    triedAt = now().getTime();
    const answer = await web.fetch(address);
    if (answer.kind !== 'got') return lost(answer.kind === 'refused' ? answer.why : 'says that nothing changed');
    const found = readTileSource(jsonOf(answer.bytes), address);
    if (found.kind === 'unusable') return lost(found.why);
    source = found.source;
    sourceReadAt = now().getTime();
    reached();
  }

  /** Whether the service was reached lately, and has not failed since. */
  const isThere = (): boolean => source !== undefined && !isLost && now().getTime() - reachedAt <= believedFor;
  const readOnce = (): Promise<void> => (reading ??= read().finally(() => (reading = undefined)));

  function refusedNow(tile: Tile): 'none' | 'away' | undefined {
    const known = refused.get(keyOf(tile));
    return known && known.until > now().getTime() ? known.kind : undefined;
  }

  /** An old tile is fetched again, one at a time. */
  function refresh(tile: Tile): void {
    if (isRefreshing || refusedNow(tile)) return;
    isRefreshing = true;
    void fetchTile(tile).finally(() => (isRefreshing = false));
  }

  /** Whether another tile may be fetched in this minute; counts it. */
  function spend(): boolean {
    const at = now().getTime();
    const left = Math.min(perMinute, allowance.left + ((at - allowance.at) / 60_000) * perMinute);
    allowance = { left: left >= 1 ? left - 1 : left, at };
    return left >= 1;
  }

  function noteRefusal(tile: Tile, kind: 'none' | 'away'): FoundTile {
    refused.set(keyOf(tile), { kind, until: now().getTime() + (kind === 'none' ? nowhereFor : failedFor) });
    return { kind };
  }

  function failed(tile: Tile, why: string): FoundTile {
    circuit.failed();
    if (circuit.isResting()) lost(why);
    return noteRefusal(tile, 'away');
  }

  async function take(tile: Tile, answer: WebAnswer): Promise<FoundTile> {
    if (answer.kind === 'refused' && answer.isMissing) {
      reached();
      return noteRefusal(tile, 'none');
    }
    if (answer.kind !== 'got') return failed(tile, answer.kind === 'refused' ? answer.why : 'says that nothing changed');
    const bytes = await packedTile(answer.bytes);
    if (bytes === undefined) return failed(tile, 'sends what is no vector tile');
    reached();
    refused.delete(keyOf(tile));
    await cache.keep(tile, bytes, now());
    return keptTile(bytes);
  }

  async function fetchNow(tile: Tile): Promise<FoundTile> {
    if (source === undefined && now().getTime() - triedAt >= rest) await readOnce();
    if (source === undefined || circuit.isResting()) return { kind: 'away' };
    if (!hasTile(source, tile)) return { kind: 'none' };
    return spend() ? take(tile, await web.fetch(addressOfTile(source.template, tile))) : { kind: 'away' };
  }

  function fetchTile(tile: Tile): Promise<FoundTile> {
    const key = keyOf(tile);
    const known = underWay.get(key);
    if (known) return known;
    const begun = fetchNow(tile).finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  }

  return {
    async streets() {
      const at = now().getTime();
      const mayTry = at - triedAt >= rest;
      if (!isThere()) {
        if (mayTry || reading) await Promise.race([readOnce(), wait(patience, undefined, { ref: false })]);
      } else if (at - sourceReadAt > sourceFreshFor && mayTry) void readOnce();
      if (source === undefined || !isThere()) return undefined;
      const { minZoom, maxZoom, box, credit } = source;
      return { url: tilePath, box, tiles: { minZoom, maxZoom }, credit };
    },

    async kept(tile) {
      if (source && !hasTile(source, tile)) return { kind: 'none' };
      const found = await cache.find(tile, now());
      if (found) {
        if (now().getTime() - found.fetchedAt.getTime() > tileFreshFor) refresh(tile);
        return keptTile(found.bytes);
      }
      const known = refusedNow(tile);
      return known && { kind: known };
    },

    fetch: fetchTile,
  };
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
