/**
 * Streets under our maps: `/basemap/streets.json` says where they are, `/basemap/<name>.pmtiles` is the file itself, of
 * which browsers ask for ranges. The name follows from the content, so that an address never changes what it gives.
 * Without a file there are single tiles, `/basemap/tiles/<z>/<x>/<y>.pbf`, of a service that this server asks.
 */
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { BasemapFacts, Streets } from '#lib/features/basemap/basemap.schema.ts';
import { readRange } from '#lib/features/basemap/basemap.rules.ts';
import type { KeptTiles } from '#lib/features/basemap/kept-tiles.service.ts';
import type { Handler } from '../handler.ts';
import { send } from '../respond.ts';
import type { DrawnOptions } from './drawn-answer.ts';
import { tileAnswers } from './tile-answers.ts';

const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };

export type BasemapParts = {
  /** Address of a file elsewhere; then ours is not looked for. */
  readonly url: string | undefined;
  readonly current: () => Promise<BasemapFacts | undefined>;
  /** Path of a file by its name. */
  readonly pathOf: (name: string) => string;
  /** Tiles of a service; none where it is off. */
  readonly tiles?: { readonly kept: KeptTiles; readonly asking: DrawnOptions } | undefined;
};

export function createBasemapHandler({ url, current, pathOf, tiles }: BasemapParts): Handler {
  const serveTile = tiles && tileAnswers(tiles.kept, tiles.asking);

  async function streets(): Promise<Streets | null> {
    if (url) return { url, box: null };
    const facts = await current();
    if (facts) return { url: `/basemap/${facts.name}.pmtiles`, box: facts.box };
    return (await tiles?.kept.streets()) ?? null;
  }

  /** @returns false when there is no such file. */
  async function serve(name: string, ...[request, response]: Parameters<Handler>): Promise<boolean> {
    const file = await open(pathOf(name), 'r').catch(() => undefined);
    if (!file) return false;
    try {
      const { size } = await file.stat();
      const etag = `"${name}"`;
      const asked = request.headers;
      const isKnown = asked['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
      const headers = {
        'content-type': 'application/vnd.pmtiles',
        'cache-control': 'public, max-age=31536000, immutable',
        'accept-ranges': 'bytes',
        etag,
      };
      if (isKnown) {
        response.writeHead(304, headers).end();
        return true;
      }
      // A part is given only of the file that the reader has the rest of; a date names none.
      const isSame = asked['if-range'] === undefined || asked['if-range'] === etag;
      const range = request.method === 'GET' && isSame ? readRange(asked.range, size) : undefined;
      if (range === 'beyond') {
        send(request, response, { status: 416, headers: { ...plain, 'content-range': `bytes */${size}` }, body: 'The file ends before that.' });
        return true;
      }
      const { start, end } = range ?? { start: 0, end: size - 1 };
      response.writeHead(range ? 206 : 200, {
        ...headers,
        'content-length': end - start + 1,
        ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
      });
      if (request.method === 'HEAD') response.end();
      // Who goes away in the middle is no fault.
      else await pipeline(file.createReadStream({ start, end, autoClose: false }), response).catch(() => response.destroy());
      return true;
    } finally {
      await file.close();
    }
  }

  return async (request, response, address) => {
    const { pathname } = address;
    if (!pathname.startsWith('/basemap/')) return undefined;
    if (pathname === '/basemap/streets.json') {
      send(request, response, {
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
        body: JSON.stringify(await streets()),
      });
      return 'basemap';
    }
    if (serveTile && pathname.startsWith('/basemap/tiles/')) {
      await serveTile(request, response, pathname);
      return 'basemap';
    }
    const name = /^\/basemap\/([a-f0-9]{16})\.pmtiles$/.exec(pathname)?.[1];
    if (name === undefined || !(await serve(name, request, response, address)))
      send(request, response, { status: 404, headers: plain, body: 'No such file of streets.' });
    return 'basemap';
  };
}
