/** Chores of staff. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { StaffService } from './staff.service.ts';

export function staffJobs(staff: Pick<StaffService, 'forgetEnded'>): readonly KnownJob[] {
  return [
    job({
      name: 'staff.forget-ended',
      input: z.object({}),
      every: '41 * * * *',
      async handle(_, { now }) {
        await staff.forgetEnded(now);
      },
    }),
  ];
}
