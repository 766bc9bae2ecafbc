/** Rent that was not paid in time ends by the clock, reminders go out, and what is of no more use is taken. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { PayrentService } from './payrent.service.ts';

export function payrentJobs(rents: Pick<PayrentService, 'lapse' | 'followPayouts' | 'sendReminders' | 'tidy'>): readonly KnownJob[] {
  return [
    job({
      name: 'payrent.lapse',
      input: z.object({}),
      every: '* * * * *',
      async handle(_, { now }) {
        await rents.lapse(now);
      },
    }),
    job({
      name: 'payrent.pay-out',
      input: z.object({}),
      every: '* * * * *',
      async handle(_, { now }) {
        await rents.followPayouts(now);
      },
    }),
    job({
      name: 'payrent.remind',
      input: z.object({}),
      every: '17 * * * *',
      async handle(_, { now }) {
        await rents.sendReminders(now);
      },
    }),
    job({
      name: 'payrent.tidy',
      input: z.object({}),
      every: '37 3 * * *',
      async handle(_, { now }) {
        await rents.tidy(now);
      },
    }),
  ];
}
