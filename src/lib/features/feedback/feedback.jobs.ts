/** Chores of what is kept of feedback. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { FeedbackService } from './feedback.service.ts';

export function feedbackJobs(feedback: Pick<FeedbackService, 'forgetSenders' | 'sealReplies'>): readonly KnownJob[] {
  return [
    job({
      name: 'feedback.forget-senders',
      input: z.object({}),
      every: '43 3 * * *',
      async handle(_, { now }) {
        await feedback.forgetSenders(now);
        await feedback.sealReplies();
      },
    }),
  ];
}
