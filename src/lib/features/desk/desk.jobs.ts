/** Chores of the desk. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { BatchesService } from './batches.service.ts';
import type { ThreadsService } from './threads.service.ts';

export function deskJobs(threads: Pick<ThreadsService, 'escalate'>, batches: Pick<BatchesService, 'forget'>): readonly KnownJob[] {
  return [
    job({
      name: 'desk.escalate',
      input: z.object({}),
      every: '*/15 * * * *',
      async handle(_, { now }) {
        await threads.escalate(now);
      },
    }),
    job({
      name: 'desk.forget-batches',
      input: z.object({}),
      every: '41 3 * * *',
      async handle(_, { now }) {
        await batches.forget(now);
      },
    }),
  ];
}
