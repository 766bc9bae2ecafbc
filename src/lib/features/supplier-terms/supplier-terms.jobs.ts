/** Has changes of providers count once they have waited. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { SupplierChangesService } from './supplier-changes.service.ts';

export function supplierTermsJobs(changes: Pick<SupplierChangesService, 'countDue'>): readonly KnownJob[] {
  return [
    job({
      name: 'suppliers.count-changes',
      input: z.object({}),
      every: '*/10 * * * *',
      async handle(_, { now }) {
        await changes.countDue(now);
      },
    }),
  ];
}
