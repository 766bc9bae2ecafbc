/** Chores of the desk. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { ThreadsService } from './threads.service.ts';

export function deskJobs(threads: Pick<ThreadsService, 'escalate'>): readonly KnownJob[] {
  return [
    job({
      name: 'desk.escalate',
      input: z.object({}),
      every: '*/15 * * * *',
      async handle(_, { now }) {
        await threads.escalate(now);
      },
    }),
  ];
}
