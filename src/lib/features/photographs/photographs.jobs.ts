/** Chores of suppliers' photographs. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Photographs } from './photographs.service.ts';

/** Milliseconds after which a turn begins no further photograph: the next one is a minute away. */
const turn = 40_000;

export function photographJobs(photographs: Pick<Photographs, 'fetchDue' | 'removeUnused'>): readonly KnownJob[] {
  return [
    job({
      name: 'photographs.fetch',
      input: z.object({}),
      every: '* * * * *',
      // What could not be had has a time of its own to be tried again.
      retry: { times: 0 },
      async handle(_, { now, signal }) {
        await photographs.fetchDue(now, { within: turn, signal });
      },
    }),
    job({
      name: 'photographs.remove-unused',
      input: z.object({}),
      every: '41 3 * * *',
      async handle(_, { now }) {
        await photographs.removeUnused(now);
      },
    }),
  ];
}
