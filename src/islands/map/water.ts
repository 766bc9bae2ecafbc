/** The water around a view, as features. */
import type { MapBox } from '#lib/features/map/map.schema.ts';
import { rivers, shores } from './water-data.ts';
import type { Line } from './water-data.ts';

type Geometry = { type: 'LineString'; coordinates: number[][] } | { type: 'Polygon'; coordinates: number[][][] };
type Water = { type: 'FeatureCollection'; features: { type: 'Feature'; properties: { metres: number }; geometry: Geometry }[] };

/** From afar a few drawn shores among many that are not would mislead. */
const leastZoom = 8;
/** Degrees beyond the view: the map may move before it is asked again. */
const margin = 0.5;

/** The line with its corners cut, a quarter of the way on either side; its ends stay. */
function rounded(line: Line): Line {
  const cut = line.slice(1).flatMap((to, index): Line => {
    const from = line[index] ?? to;
    const between = (share: number): readonly [number, number] => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    return [between(0.25), between(0.75)];
  });
  const [first, last] = [line[0], line.at(-1)];
  return first && last ? [first, ...cut, last] : line;
}

export function waterNear({ west, south, east, north }: MapBox, zoom: number): Water {
  const isNear = (line: Line): boolean =>
    zoom >= leastZoom &&
    line.some(([longitude, latitude]) => longitude > west - margin && longitude < east + margin && latitude > south - margin && latitude < north + margin);
  const copied = (line: Line): number[][] => rounded(rounded(line)).map((point) => [...point]);
  return {
    type: 'FeatureCollection',
    features: [
      ...rivers
        .filter(({ line }) => isNear(line))
        .map(({ metres, line }) => ({
          type: 'Feature' as const,
          properties: { metres },
          geometry: { type: 'LineString' as const, coordinates: copied(line) },
        })),
      ...shores
        .filter(isNear)
        .map((line) => ({ type: 'Feature' as const, properties: { metres: 0 }, geometry: { type: 'Polygon' as const, coordinates: [copied(line)] } })),
    ],
  };
}
