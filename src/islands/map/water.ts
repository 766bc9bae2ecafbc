/** The water around a view, as features. */
import type { MapBox } from '#lib/features/map/map.schema.ts';
import { rivers, shores } from './water-data.ts';
import type { Line, River } from './water-data.ts';

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

/** The rivers and shores around a view; the same ones, in the same order, for every view that has no others. */
export type Waters = { readonly rivers: readonly River[]; readonly shores: readonly Line[] };

export function watersNear({ west, south, east, north }: MapBox, zoom: number): Waters {
  if (zoom < leastZoom) return { rivers: [], shores: [] };
  const isNear = (line: Line): boolean =>
    line.some(([longitude, latitude]) => longitude > west - margin && longitude < east + margin && latitude > south - margin && latitude < north + margin);
  return { rivers: rivers.filter(({ line }) => isNear(line)), shores: shores.filter(isNear) };
}

export function isSameWater(one: Waters, other: Waters): boolean {
  const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
    some.length === others.length && some.every((water, index) => water === others[index]);
  return isSame(one.rivers, other.rivers) && isSame(one.shores, other.shores);
}

export function waterFeatures(near: Waters): Water {
  const copied = (line: Line): number[][] => rounded(rounded(line)).map((point) => [...point]);
  return {
    type: 'FeatureCollection',
    features: [
      ...near.rivers.map(({ metres, line }) => ({
        type: 'Feature' as const,
        properties: { metres },
        geometry: { type: 'LineString' as const, coordinates: copied(line) },
      })),
      ...near.shores.map((line) => ({
        type: 'Feature' as const,
        properties: { metres: 0 },
        geometry: { type: 'Polygon' as const, coordinates: [copied(line)] },
      })),
    ],
  };
}
