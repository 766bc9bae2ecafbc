/** Circles of equal walking time around a point. Pure. */
import { detour, speeds } from '#lib/geo/distance.ts';
import type { Position } from '#lib/features/map/map.schema.ts';

const metresPerDegree = 111_195;
const corners = 72;

/** Metres in a straight line that take so many minutes on foot: `estimateMinutes` the other way round. */
export function walkMetres(minutes: number): number {
  return (minutes * speeds.walk) / detour;
}

/** A closed circle of corners around a point. */
export function circle([longitude, latitude]: Position, metres: number): readonly Position[] {
  const [north, east] = [metres / metresPerDegree, metres / (metresPerDegree * Math.cos((latitude * Math.PI) / 180))];
  return Array.from({ length: corners + 1 }, (_, index): Position => {
    const angle = (index / corners) * 2 * Math.PI;
    return [longitude + east * Math.sin(angle), latitude + north * Math.cos(angle)];
  });
}
