/** What was changed is read by the clock, whether or not somebody looks for it. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { DeskFind } from './desk-find.service.ts';

export function deskFindJobs(service: Pick<DeskFind, 'follow'>): readonly KnownJob[] {
  return [
    job({
      name: 'desk-find.follow',
      input: z.object({}),
      every: '* * * * *',
      async handle(_, { signal }) {
        await service.follow(signal);
      },
    }),
  ];
}
