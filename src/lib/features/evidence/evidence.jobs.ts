/** Evidence goes when nobody can ask for it any more. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { EvidenceService } from './evidence.service.ts';

export const evidenceJobs = (evidence: Pick<EvidenceService, 'forget'>): readonly KnownJob[] => [
  job({
    name: 'evidence.forget',
    input: z.object({}),
    every: '27 4 * * *',
    async handle(_, { now }) {
      await evidence.forget(now);
    },
  }),
];
