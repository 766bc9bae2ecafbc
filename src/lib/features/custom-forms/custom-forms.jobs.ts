/** What was sent with forms goes by the clock. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { AnsweringService } from './answering.service.ts';
import type { FillingService } from './filling.service.ts';

export function customFormJobs(answering: Pick<AnsweringService, 'forget'>, filling: Pick<FillingService, 'forget'>): readonly KnownJob[] {
  return [
    job({
      name: 'custom-forms.forget',
      input: z.object({}),
      every: '53 3 * * *',
      async handle(_, { now }) {
        await answering.forget(now);
      },
    }),
    job({
      name: 'custom-forms.forget-drafts',
      input: z.object({}),
      every: '37 * * * *',
      async handle(_, { now }) {
        await filling.forget(now);
      },
    }),
  ];
}
