/** Invitations to write, and what is left of reviews that are not shown any more. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { ReviewsService } from './reviews.service.ts';

export function reviewJobs(reviews: Pick<ReviewsService, 'inviteDue' | 'tidy'>): readonly KnownJob[] {
  return [
    job({
      name: 'reviews.invite',
      input: z.object({}),
      every: '17 * * * *',
      async handle(_, { now }) {
        await reviews.inviteDue(now);
      },
    }),
    job({
      name: 'reviews.tidy',
      input: z.object({}),
      every: '51 3 * * *',
      async handle(_, { now }) {
        await reviews.tidy(now);
      },
    }),
  ];
}
