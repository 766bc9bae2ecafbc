/** Directions by Mapbox. The host is fixed and redirects are not followed, so that nothing can be asked elsewhere. */
import * as z from 'zod/mini';
import { createOutside, jsonOf } from '../outside.ts';
import type { Directions } from './directions.ts';

const host = 'https://api.mapbox.com';
/** Milliseconds until the service is given up. */
const patience = 8_000;
/** Largest answer read, in bytes. */
const mostRead = 2_000_000;

const position = z.tuple([z.number(), z.number()]);
const answerSchema = z.object({
  code: z.string(),
  routes: z.optional(
    z.array(z.object({ distance: z.number(), duration: z.number(), geometry: z.object({ type: z.literal('LineString'), coordinates: z.array(position) }) })),
  ),
});

/** @param settings `origin` and `patience` are for tests. */
export function mapboxDirections(token: string, settings: { readonly origin?: string; readonly patience?: number } = {}): Directions {
  const outside = createOutside({ within: settings.patience ?? patience, atMost: mostRead });
  return {
    source: 'mapbox',
    async find(type, points) {
      const coordinates = points.map(({ longitude, latitude }) => `${longitude},${latitude}`).join(';');
      const query = new URLSearchParams({ geometries: 'geojson', overview: 'simplified', access_token: token });
      const answer = await outside.ask(`${settings.origin ?? host}/directions/v5/mapbox/${type}/${coordinates}?${query}`);
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
