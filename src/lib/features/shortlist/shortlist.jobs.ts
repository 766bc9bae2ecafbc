/** Chores of what people keep. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { SharedListsService } from './shared-lists.service.ts';
import type { ShortlistService } from './shortlist.service.ts';

export function shortlistJobs(shortlist: Pick<ShortlistService, 'forgetRemoved'>, shared: Pick<SharedListsService, 'forgetExpired'>): readonly KnownJob[] {
  return [
    job({
      name: 'shortlist.forget-ended',
      input: z.object({}),
      every: '53 3 * * *',
      async handle(_, { now }) {
        await shortlist.forgetRemoved(now);
        await shared.forgetExpired(now);
      },
    }),
  ];
}
