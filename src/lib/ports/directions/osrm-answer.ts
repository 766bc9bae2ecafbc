/** Asking for a way in the form of OSRM, whose points and answers Mapbox speaks too. */
import * as z from 'zod/mini';
import type { Point } from '#lib/geo/distance.ts';
import { jsonOf } from '../outside.ts';
import type { OutsideAnswer } from '../outside.ts';
import type { RoutesFound } from './directions.ts';

/** Milliseconds until the service is given up. */
export const patience = 8_000;
/** Largest answer read, in bytes. */
export const mostRead = 2_000_000;

const position = z.tuple([z.number(), z.number()]);
const amount = z.number().check(z.minimum(0));
const answerSchema = z.object({
  code: z.string(),
  routes: z.optional(
    z.array(z.object({ distance: amount, duration: amount, geometry: z.object({ type: z.literal('LineString'), coordinates: z.array(position) }) })),
  ),
});

/** Points as they stand in the address: longitude first. @example coordinatesOf([{ latitude: 51.5, longitude: -0.1 }]) // '-0.1,51.5' */
export function coordinatesOf(points: readonly Point[]): string {
  return points.map(({ longitude, latitude }) => `${longitude},${latitude}`).join(';');
}

/** What an answer says: ways with their lines, that there is none, or that the service is at fault. */
export function routesOf(answer: OutsideAnswer): RoutesFound {
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
}
