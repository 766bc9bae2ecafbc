/** Chores of what is kept of enquiries. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { EnquiriesService } from './enquiries.service.ts';

export function enquiryJobs(enquiries: Pick<EnquiriesService, 'forget' | 'closeSilent'>): readonly KnownJob[] {
  return [
    job({
      name: 'enquiries.forget',
      input: z.object({}),
      every: '53 3 * * *',
      async handle(_, { now }) {
        await enquiries.closeSilent(now);
        await enquiries.forget(now);
      },
    }),
  ];
}
