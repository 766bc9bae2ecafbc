/** Chores of what our bank said. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { StatementsService } from './statements.service.ts';

export function statementJobs(statements: Pick<StatementsService, 'forgetNames'>, years: number): readonly KnownJob[] {
  return [
    job({
      name: 'statements.forget-names',
      input: z.object({}),
      every: '19 4 * * *',
      async handle(_, { now }) {
        await statements.forgetNames(years, now);
      },
    }),
  ];
}
