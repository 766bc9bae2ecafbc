/** Lines of equal longitude and latitude across a view and beyond, at a round distance that suits its zoom. Pure. */
import type { MapBox } from '#lib/features/map/map.schema.ts';

type GridLines = {
  type: 'FeatureCollection';
  features: { type: 'Feature'; properties: Record<string, never>; geometry: { type: 'LineString'; coordinates: number[][] } }[];
};

const steps = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005] as const;
/** Degrees of longitude in the 512 pixels of zoom 0. */
const worldDegrees = 360;
/** Pixels between two lines, at least. */
const leastApart = 110;

/** Degrees between two lines at a zoom. */
export function gridStepAt(zoom: number): number {
  const perPixel = worldDegrees / (512 * 2 ** zoom);
  return steps.findLast((one) => one / perPixel >= leastApart) ?? steps[0];
}

/** A view with as much again on every side: a map that moves or opens within it needs no other lines. */
export function gridBoxOf({ west, south, east, north }: MapBox): MapBox {
  return { west: west - (east - west), south: south - (north - south), east: east + (east - west), north: north + (north - south) };
}

export function gridOf({ west, south, east, north }: MapBox, step: number): GridLines {
  const lines: number[][][] = [];
  const [top, bottom] = [Math.min(84, north + step), Math.max(-84, south - step)];
  for (let index = Math.floor(west / step); index * step <= east + step; index++)
    lines.push([
      [index * step, bottom],
      [index * step, top],
    ]);
  for (let index = Math.floor(bottom / step); index * step <= top; index++)
    lines.push([
      [west - step, index * step],
      [east + step, index * step],
    ]);
  return {
    type: 'FeatureCollection',
    features: lines.map((coordinates) => ({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } })),
  };
}
