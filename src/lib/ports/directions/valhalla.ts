/** Directions by a Valhalla server of the operator's. */
import * as z from 'zod/mini';
import { createOutside, jsonOf } from '../outside.ts';
import type { Directions, TravelType } from './directions.ts';
import { readPolyline } from './polyline.ts';

/** Milliseconds until the service is given up. */
const patience = 8_000;
/** Largest answer read, in bytes. */
const mostRead = 2_000_000;
/** Corners of a line that are handed on; it is drawn a few hundred pixels wide. */
const mostCorners = 2_000;
const costings = { walking: 'pedestrian', cycling: 'bicycle', driving: 'auto' } as const satisfies Record<TravelType, string>;
/** Valhalla's numbers for "no way leads there": places not joined, no street near, too far to go, no path. */
const noWay: ReadonlySet<number> = new Set([154, 170, 171, 442]);

const answerSchema = z.object({
  trip: z.object({
    status: z.literal(0),
    /** Kilometres and seconds. */
    summary: z.object({ length: z.number().check(z.minimum(0)), time: z.number().check(z.minimum(0)) }),
    legs: z.array(z.object({ shape: z.string() })).check(z.minLength(1)),
  }),
});
const errorSchema = z.object({ error_code: z.number() });

/** @param address of the server; `patience` is for tests. */
export function valhallaDirections(address: string, settings: { readonly patience?: number } = {}): Directions {
  const outside = createOutside({ within: settings.patience ?? patience, atMost: mostRead });
  return {
    source: 'valhalla',
    async find(type, points) {
      const answer = await outside.ask(`${address.replace(/\/$/, '')}/route`, {
        method: 'POST',
        json: {
          locations: points.map(({ latitude, longitude }) => ({ lat: latitude, lon: longitude })),
          costing: costings[type],
          units: 'kilometers',
          directions_type: 'none',
          shape_format: 'polyline6',
        },
      });
      if (!answer.ok) return { ok: false, why: answer.why === 'slow' ? 'slow' : 'failed' };
      const told = jsonOf(answer.bytes);
      const error = errorSchema.safeParse(told);
      if (error.success) return { ok: false, why: noWay.has(error.data.error_code) ? 'none' : 'failed' };
      const read = answerSchema.safeParse(told);
      if (answer.status !== 200 || !read.success) return { ok: false, why: 'failed' };
      const { summary, legs } = read.data.trip;
      const lines = legs.map(({ shape }) => readPolyline(shape, 1e6));
      if (lines.includes(undefined)) return { ok: false, why: 'failed' };
      const line = lines.flatMap((one) => one ?? []);
      const step = Math.ceil(line.length / mostCorners);
      return {
        ok: true,
        routes: [
          { distance: summary.length * 1_000, duration: summary.time, line: line.filter((_, index) => index % step === 0 || index === line.length - 1) },
        ],
      };
    },
  };
}
