/** Directions without a routing service: the straight line, with the times our pages estimate everywhere. */
import { metresBetween } from '#lib/geo/distance.ts';
import type { Directions, TravelType } from './directions.ts';

/** Streets are this much longer than the straight line. */
const detour = 1.3;
/** Metres a minute along streets: walking and cycling as in `geo/distance.ts`, a car in a city. */
const speeds: Readonly<Record<TravelType, number>> = { walking: 80, cycling: 230, driving: 400 };

export function straightLineDirections(): Directions {
  return {
    source: 'estimate',
    async find(type, points) {
      const metres = points.slice(1).reduce((sum, point, index) => sum + metresBetween(points[index] ?? point, point), 0);
      return { ok: true, routes: [{ distance: Math.round(metres), duration: Math.round(((metres * detour) / speeds[type]) * 60), line: points }] };
    },
  };
}
