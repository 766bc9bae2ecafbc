/** Chores of repeated calls. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';

/** @param forgetKeys deletes idempotency keys that are past their time. */
export function transportJobs(forgetKeys: () => Promise<unknown>): readonly KnownJob[] {
  return [
    job({
      name: 'transport.forget-old-keys',
      input: z.object({}),
      every: '37 * * * *',
      async handle() {
        await forgetKeys();
      },
    }),
  ];
}
