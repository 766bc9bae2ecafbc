/** A service of vector tiles on loopback: a TileJSON and tiles of the invented town in the schema of OpenMapTiles, the same in every place. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { answerJson, standIn } from './stand-in.ts';
import type { Asked, StandIn } from './stand-in.ts';
import { openMapTilesLayers } from './openmaptiles-schema.ts';
import { across, along, square, streetNames, tileOf, townNames } from './streets-file.ts';
import type { Layers } from './streets-file.ts';

/** As services of this kind write it, and something that nobody should be shown. */
export const credit =
  '<a href="https://openfreemap.org" target="_blank">OpenFreeMap</a> <a href="https://www.openmaptiles.org/" target="_blank">&copy; OpenMapTiles</a> ' +
  'Data from <a href="https://www.openstreetmap.org/copyright" target="_blank">OpenStreetMap</a><script>alert(1)</script><img src=x onerror=alert(1)>';

const town: Layers = {
  landcover: [{ shape: 'polygon', points: square(300, 300, 900), tags: { class: 'grass', subclass: 'park' } }],
  landuse: [{ shape: 'polygon', points: square(2600, 300, 600), tags: { class: 'university' } }],
  water: [{ shape: 'polygon', points: square(2600, 2700, 800), tags: { class: 'lake' } }],
  building: [{ shape: 'polygon', points: square(1500, 1500, 200), tags: { render_height: 12 } }],
  transportation: [
    { shape: 'line', points: across(1300), tags: { class: 'motorway' } },
    { shape: 'line', points: along(1300), tags: { class: 'primary' } },
    { shape: 'line', points: across(2300), tags: { class: 'minor' } },
    { shape: 'line', points: along(2300), tags: { class: 'path', subclass: 'footway' } },
    { shape: 'line', points: along(3500), tags: { class: 'rail', subclass: 'rail' } },
    { shape: 'line', points: across(3500), tags: { class: 'transit', subclass: 'subway' } },
  ],
  transportation_name: [
    { shape: 'line', points: across(1300), tags: { class: 'motorway', ...streetNames } },
    { shape: 'line', points: across(2300), tags: { class: 'minor', ...streetNames } },
  ],
  boundary: [{ shape: 'line', points: across(4000), tags: { admin_level: 4, maritime: 0 } }],
  place: [{ shape: 'point', points: [[2048, 2048]], tags: { class: 'town', rank: 5, ...townNames } }],
  poi: [
    { shape: 'point', points: [[700, 2900]], tags: { class: 'grocery', subclass: 'supermarket', rank: 1, name: 'Corner Shop', 'name:zh-Hans': '街角超市' } },
  ],
};
export const townTile: Buffer = tileOf(town);

export const tilePattern = /^\/planet\/\w+\/(\d+)\/(\d+)\/(\d+)\.pbf$/;

/** What the service says of itself. */
export const tileJson = (origin: string, more: Readonly<Record<string, unknown>> = {}): object => ({
  tilejson: '3.0.0',
  tiles: [`${origin}/planet/20261101/{z}/{x}/{y}.pbf`],
  vector_layers: Object.keys(openMapTilesLayers).map((id) => ({ id, fields: {} })),
  attribution: credit,
  bounds: [-180, -85.05113, 180, 85.05113],
  minzoom: 0,
  maxzoom: 14,
  ...more,
});

/** Answers as the service does when nothing is wrong with it: tiles are packed, and say so. */
export function answerTiles(origin: string, { url }: Asked, response: ServerResponse): void {
  if (url === '/planet') answerJson(response, tileJson(origin));
  else if (tilePattern.test(url))
    response.writeHead(200, { 'content-type': 'application/vnd.mapbox-vector-tile', 'content-encoding': 'gzip' }).end(gzipSync(townTile));
  else response.writeHead(404).end();
}

/** @param answer in place of the usual answers; true when it has answered. */
export async function tileService(answer: (asked: Asked, response: ServerResponse) => boolean = () => false): Promise<StandIn> {
  const service: StandIn = await standIn((asked, response) => {
    if (!answer(asked, response)) answerTiles(service.origin, asked, response);
  });
  return service;
}
