/** Directions without a routing service: the straight line, with the times our pages estimate everywhere. */
import { detour, metresBetween, speeds } from '#lib/geo/distance.ts';
import type { Directions, TravelType } from './directions.ts';

const modes = { walking: 'walk', cycling: 'cycle', driving: 'drive' } as const satisfies Record<TravelType, keyof typeof speeds>;

export function straightLineDirections(): Directions {
  return {
    source: 'estimate',
    async find(type, points) {
      const metres = points.slice(1).reduce((sum, point, index) => sum + metresBetween(points[index] ?? point, point), 0);
      return { ok: true, routes: [{ distance: Math.round(metres), duration: Math.round(((metres * detour) / speeds[modes[type]]) * 60), line: points }] };
    },
  };
}
