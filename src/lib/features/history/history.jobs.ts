/** Chores of histories. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { HistoryService } from './history.service.ts';

export function historyJobs(history: Pick<HistoryService, 'forgetOld'>): readonly KnownJob[] {
  return [
    job({
      name: 'history.forget-old',
      input: z.object({}),
      every: '41 3 * * *',
      async handle(_, { now }) {
        await history.forgetOld(now);
      },
    }),
  ];
}
