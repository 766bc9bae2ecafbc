/** Ends orders that waited too long, and stays that are over; reminds whoever is waited for. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { ArrearsService } from './arrears.service.ts';
import type { DepositsService } from './deposits.service.ts';
import type { OrdersClock } from './orders-clock.service.ts';
import type { SupplierSigningService } from './supplier-signing.service.ts';

export function orderJobs(
  clock: OrdersClock,
  supplierSigning: Pick<SupplierSigningService, 'remind'>,
  arrears: Pick<ArrearsService, 'remindAll'>,
  deposits: Pick<DepositsService, 'openAll'>,
): readonly KnownJob[] {
  return [
    job({
      name: 'orders.run-clock',
      input: z.object({}),
      every: '* * * * *',
      async handle(_, { now }) {
        await clock.runClock(now);
        await clock.remindAll(now);
        await clock.askMovedIn(now);
      },
    }),
    job({
      name: 'orders.remind-providers',
      input: z.object({}),
      every: '11 * * * *',
      async handle(_, { now }) {
        await supplierSigning.remind(now);
      },
    }),
    job({
      name: 'orders.ask-dues',
      input: z.object({}),
      every: '41 * * * *',
      async handle(_, { now }) {
        await clock.askDues(now);
      },
    }),
    job({
      name: 'orders.remind-late',
      input: z.object({}),
      every: '53 * * * *',
      async handle(_, { now }) {
        await arrears.remindAll(now);
      },
    }),
    job({
      name: 'orders.open-deposits',
      input: z.object({}),
      every: '29 * * * *',
      async handle(_, { now }) {
        await deposits.openAll(now);
      },
    }),
    job({
      name: 'orders.forget-documents',
      input: z.object({}),
      every: '23 3 * * *',
      async handle(_, { now }) {
        await clock.forgetDocuments(now);
      },
    }),
  ];
}
