/** Directions by an OSRM server of the operator's. Each profile is a server of its own there, so its address names the profile. */
import * as z from 'zod/mini';
import { createOutside, jsonOf } from '../outside.ts';
import type { Directions, TravelType } from './directions.ts';

/** Milliseconds until the service is given up. */
const patience = 8_000;
/** Largest answer read, in bytes. */
const mostRead = 2_000_000;
/** OSRM's own names of its profiles. */
const profiles = { walking: 'foot', cycling: 'bike', driving: 'car' } as const satisfies Record<TravelType, string>;

const position = z.tuple([z.number(), z.number()]);
const answerSchema = z.object({
  code: z.string(),
  routes: z.optional(
    z.array(
      z.object({
        distance: z.number().check(z.minimum(0)),
        duration: z.number().check(z.minimum(0)),
        geometry: z.object({ type: z.literal('LineString'), coordinates: z.array(position) }),
      }),
    ),
  ),
});

/** @param address with `{profile}` where `foot`, `bike` or `car` belongs; `patience` is for tests. */
export function osrmDirections(address: string, settings: { readonly patience?: number } = {}): Directions {
  const outside = createOutside({ within: settings.patience ?? patience, atMost: mostRead });
  return {
    source: 'osrm',
    async find(type, points) {
      const coordinates = points.map(({ longitude, latitude }) => `${longitude},${latitude}`).join(';');
      const base = address.replaceAll('{profile}', profiles[type]).replace(/\/$/, '');
      const answer = await outside.ask(`${base}/route/v1/${profiles[type]}/${coordinates}?overview=simplified&geometries=geojson`);
      if (!answer.ok) return { ok: false, why: answer.why === 'slow' ? 'slow' : 'failed' };
      const read = answerSchema.safeParse(jsonOf(answer.bytes));
      if (!read.success) return { ok: false, why: 'failed' };
      const { code, routes = [] } = read.data;
      if (code === 'NoRoute' || code === 'NoSegment') return { ok: false, why: 'none' };
      if (answer.status !== 200 || code !== 'Ok' || routes.length === 0) return { ok: false, why: 'failed' };
      return {
        ok: true,
        routes: routes.map(({ distance, duration, geometry }) => ({
          distance,
          duration,
          line: geometry.coordinates.map(([longitude, latitude]) => ({ latitude, longitude })),
        })),
      };
    },
  };
}
