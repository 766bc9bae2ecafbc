/** Places at viewings that were not paid in time go by the clock, and readers are reminded of what is booked. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { ViewingsService } from './viewings.service.ts';

export function viewingJobs(viewings: Pick<ViewingsService, 'lapse' | 'remind'>): readonly KnownJob[] {
  return [
    job({
      name: 'viewings.lapse',
      input: z.object({}),
      every: '* * * * *',
      async handle(_, { now }) {
        await viewings.lapse(now);
      },
    }),
    job({
      name: 'viewings.remind',
      input: z.object({}),
      every: '*/5 * * * *',
      async handle(_, { now }) {
        await viewings.remind(now);
      },
    }),
  ];
}
