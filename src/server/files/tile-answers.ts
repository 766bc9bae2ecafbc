/** Answers with tiles of maps: those that are kept at once, others in a line of a bounded length. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { clientAddress } from '#lib/api/address.ts';
import type { FoundTile, KeptTiles } from '#lib/features/basemap/kept-tiles.service.ts';
import { readTilePath } from '#lib/features/basemap/tile-source.rules.ts';
import { acceptedEncodings, send } from '../respond.ts';
import type { DrawnOptions } from './drawn-answer.ts';
import { createRenderQueue } from './render-queue.ts';

const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
const tileType = 'application/vnd.mapbox-vector-tile';
/** A tile changes when the map of the world does: a browser looks again after a week, and shows the old one meanwhile. */
const tileHeaders = { 'content-type': tileType, 'cache-control': 'public, max-age=604800, stale-while-revalidate=2592000', vary: 'Accept-Encoding' };
/** Tiles fetched at once; the map of a phone shows some six. */
const atOnce = 8;
/** Of those waiting: the view of a large screen, several times. */
const mostWaiting = 96;

const unpacked = promisify(gunzip);

async function sendTile(request: IncomingMessage, response: ServerResponse, found: FoundTile): Promise<void> {
  if (found.kind === 'away')
    return send(request, response, { status: 503, headers: { ...plain, 'retry-after': '30' }, body: 'This part of the map cannot be had just now.' });
  if (found.kind === 'none')
    // A tile without anything in it: what is nowhere may be there tomorrow.
    return send(request, response, { status: 200, headers: { ...tileHeaders, 'cache-control': 'public, max-age=600' }, body: '' });
  const { bytes, etag } = found.tile;
  if (acceptedEncodings(request).gzip)
    return send(request, response, { status: 200, headers: { ...tileHeaders, 'content-encoding': 'gzip' }, body: bytes, etag });
  send(request, response, { status: 200, headers: tileHeaders, body: await unpacked(bytes), etag: `W/${etag}` });
}

export function tileAnswers(tiles: KeptTiles, { limits, trustedProxies, onRefused }: DrawnOptions) {
  const queue = createRenderQueue<FoundTile>(atOnce, mostWaiting);
  return async (request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> => {
    response.removeHeader('x-trace-id');
    const tile = readTilePath(pathname);
    if (!tile) return send(request, response, { status: 404, headers: plain, body: 'No such tile.' });
    const known = await tiles.kept(tile);
    if (known) return sendTile(request, response, known);
    const busy = (status: 429 | 503, seconds: number): void =>
      send(request, response, {
        status,
        headers: { ...plain, 'retry-after': String(seconds) },
        body: 'Too many parts of maps at once. Please try again in a moment.',
      });
    const address = clientAddress(request, trustedProxies);
    const wait = queue.has(pathname) ? undefined : await limits.spend('picture', address);
    if (wait !== undefined) {
      onRefused?.({ event: 'limit', address, trace: '', path: pathname });
      return busy(429, wait);
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const ordered = await queue.order(pathname, gone.signal, () => tiles.fetch(tile));
    if (ordered.kind === 'busy') return busy(503, 2);
    if (ordered.kind === 'given-up' || !ordered.value) response.destroy();
    else await sendTile(request, response, ordered.value);
  };
}
