/** Applications whose time is over go by the clock. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { ResumesService } from './resumes.service.ts';

export function resumeJobs(resumes: Pick<ResumesService, 'forget'>): readonly KnownJob[] {
  return [
    job({
      name: 'resumes.forget',
      input: z.object({}),
      every: '33 3 * * *',
      async handle(_, { now }) {
        await resumes.forget(now);
      },
    }),
  ];
}
