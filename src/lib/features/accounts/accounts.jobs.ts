/** Chores of accounts. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { ErasingService } from './erasing.service.ts';
import type { ChallengesService } from './challenges.service.ts';
import type { ContactChangesService } from './contact-changes.service.ts';
import type { ContactClaimsService } from './contact-claims.service.ts';
import type { CodesService } from './codes.service.ts';
import type { ScansService } from './scans.service.ts';
import type { SessionsService } from './sessions.service.ts';

type Parts = {
  readonly erasing: Pick<ErasingService, 'eraseDue'>;
  readonly changes: Pick<ContactChangesService, 'makeDue'>;
  readonly claims: Pick<ContactClaimsService, 'giveDue' | 'forgetOld'>;
  readonly codes: Pick<CodesService, 'forgetOld'>;
  readonly challenges: Pick<ChallengesService, 'forgetOld'>;
  readonly scans: Pick<ScansService, 'forgetOld'>;
  readonly sessions: Pick<SessionsService, 'forgetEnded'>;
};

export function accountJobs({ erasing, changes, claims, codes, sessions, challenges, scans }: Parts): readonly KnownJob[] {
  return [
    job({
      name: 'accounts.erase-due',
      input: z.object({}),
      every: '11 * * * *',
      async handle(_, { now }) {
        await erasing.eraseDue(now);
      },
    }),
    job({
      name: 'accounts.change-contacts',
      input: z.object({}),
      every: '*/10 * * * *',
      async handle(_, { now }) {
        await changes.makeDue(now);
        await claims.giveDue(now);
      },
    }),
    job({
      name: 'accounts.forget-ended',
      input: z.object({}),
      every: '27 * * * *',
      async handle(_, { now }) {
        await codes.forgetOld(now);
        await claims.forgetOld(now);
        await challenges.forgetOld(now);
        await scans.forgetOld(now);
        await sessions.forgetEnded(now);
      },
    }),
  ];
}
