/** Chores of the catalogue. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Catalogue } from './catalogue.service.ts';

export function catalogueJobs(catalogue: Pick<Catalogue, 'expireLeases'>): readonly KnownJob[] {
  return [
    job({
      name: 'catalogue.expire-leases',
      input: z.object({}),
      every: '7 * * * *',
      async handle(_, { now }) {
        await catalogue.expireLeases(now);
      },
    }),
  ];
}
