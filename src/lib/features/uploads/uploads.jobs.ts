/** Files whose time is over go by the clock. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { UploadsService } from './uploads.service.ts';

export function uploadJobs(uploads: Pick<UploadsService, 'sweep' | 'sweepStray'>): readonly KnownJob[] {
  return [
    job({
      name: 'uploads.sweep',
      input: z.object({}),
      every: '23 * * * *',
      async handle(_, { now }) {
        await uploads.sweep(now);
      },
    }),
    job({
      name: 'uploads.sweep-stray',
      input: z.object({}),
      every: '53 4 * * *',
      async handle() {
        await uploads.sweepStray();
      },
    }),
  ];
}
