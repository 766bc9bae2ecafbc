/** Chores of shared counts. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';

/** @param forgetWindows deletes counts of windows that have ended. */
export function limitJobs(forgetWindows: () => Promise<unknown>): readonly KnownJob[] {
  return [
    job({
      name: 'limits.forget-ended-windows',
      input: z.object({}),
      every: '23 * * * *',
      async handle() {
        await forgetWindows();
      },
    }),
  ];
}
