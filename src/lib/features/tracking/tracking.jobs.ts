/** Chores of what is kept of visits. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Tracking } from './tracking.service.ts';

export function trackingJobs(tracking: Pick<Tracking, 'forget'>): readonly KnownJob[] {
  return [
    job({
      name: 'tracking.forget-old-events',
      input: z.object({}),
      every: '17 * * * *',
      async handle(_, { now }) {
        await tracking.forget(now);
      },
    }),
  ];
}
