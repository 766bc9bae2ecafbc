/** Asks again about names that could not be compared. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { RealnameService } from './realname.service.ts';

export function realnameJobs(realname: Pick<RealnameService, 'askAgain'>): readonly KnownJob[] {
  return [
    job({
      name: 'realname.ask-again',
      input: z.object({}),
      every: '*/10 * * * *',
      async handle(_, { now }) {
        await realname.askAgain(now);
      },
    }),
  ];
}
