/** Chores of the search. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';

/** @param forgetSearches deletes devices' picks that are past their time. */
export function searchJobs(forgetSearches: (now: Date) => Promise<unknown>): readonly KnownJob[] {
  return [
    job({
      name: 'search.forget-old-picks',
      input: z.object({}),
      every: '27 * * * *',
      async handle(_, { now }) {
        await forgetSearches(now);
      },
    }),
  ];
}
