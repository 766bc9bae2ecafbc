/** Ends orders that waited too long, and stays that are over. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { OrdersService } from './orders.service.ts';

export function orderJobs(orders: Pick<OrdersService, 'runClock' | 'remindAll' | 'askMovedIn' | 'askDues' | 'forgetDocuments'>): readonly KnownJob[] {
  return [
    job({
      name: 'orders.run-clock',
      input: z.object({}),
      every: '* * * * *',
      async handle(_, { now }) {
        await orders.runClock(now);
        await orders.remindAll(now);
        await orders.askMovedIn(now);
      },
    }),
    job({
      name: 'orders.ask-dues',
      input: z.object({}),
      every: '41 * * * *',
      async handle(_, { now }) {
        await orders.askDues(now);
      },
    }),
    job({
      name: 'orders.forget-documents',
      input: z.object({}),
      every: '23 3 * * *',
      async handle(_, { now }) {
        await orders.forgetDocuments(now);
      },
    }),
  ];
}
