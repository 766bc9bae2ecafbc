/** Ends groups whose time is over, and frees the beds that nobody took. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { GroupsService } from './groups.service.ts';

export function groupJobs(groups: Pick<GroupsService, 'runClock'>): readonly KnownJob[] {
  return [
    job({
      name: 'groups.run-clock',
      input: z.object({}),
      every: '* * * * *',
      async handle(_, { now }) {
        await groups.runClock(now);
      },
    }),
  ];
}
