/** Chores of what is kept of reports. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { ReportsService } from './reports.service.ts';

export function reportJobs(reports: Pick<ReportsService, 'forgetSenders' | 'sealReplies'>): readonly KnownJob[] {
  return [
    job({
      name: 'reports.forget-senders',
      input: z.object({}),
      every: '41 3 * * *',
      async handle(_, { now }) {
        await reports.forgetSenders(now);
        await reports.sealReplies();
      },
    }),
  ];
}
