/** Directions by Mapbox. The host is fixed and redirects are not followed, so that nothing can be asked elsewhere. */
import * as z from 'zod/mini';
import type { Directions } from './directions.ts';

const host = 'https://api.mapbox.com';
/** Milliseconds until the service is given up. */
const patience = 8_000;
/** Largest answer read, in characters. */
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
  return {
    source: 'mapbox',
    async find(type, points) {
      const coordinates = points.map(({ longitude, latitude }) => `${longitude},${latitude}`).join(';');
      const query = new URLSearchParams({ geometries: 'geojson', overview: 'simplified', access_token: token });
      try {
        const answer = await fetch(`${settings.origin ?? host}/directions/v5/mapbox/${type}/${coordinates}?${query}`, {
          redirect: 'error',
          signal: AbortSignal.timeout(settings.patience ?? patience),
        });
        const text = await answer.text();
        const read = text.length <= mostRead ? answerSchema.safeParse(JSON.parse(text)) : undefined;
        if (!read?.success) return { ok: false, why: 'failed' };
        const { code, routes = [] } = read.data;
        if (code === 'NoRoute' || code === 'NoSegment') return { ok: false, why: 'none' };
        if (!answer.ok || code !== 'Ok' || routes.length === 0) return { ok: false, why: 'failed' };
        return {
          ok: true,
          routes: routes.map(({ distance, duration, geometry }) => ({
            distance,
            duration,
            line: geometry.coordinates.map(([longitude, latitude]) => ({ latitude, longitude })),
          })),
        };
      } catch (error) {
        return { ok: false, why: error instanceof DOMException && error.name === 'TimeoutError' ? 'slow' : 'failed' };
      }
    },
  };
}
