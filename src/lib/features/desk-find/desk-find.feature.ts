import type { CounterStore } from '#lib/api/counters.schema.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Secrets } from '#lib/secrets.ts';
import { deskFindJobs } from './desk-find.jobs.ts';
import { createDeskFindLoader } from './desk-find.loader.ts';
import type { DeskFindLoader } from './desk-find.loader.ts';
import { createDeskFindRepository } from './desk-find.repository.ts';
import { createDeskFind } from './desk-find.service.ts';
import type { DeskFind } from './desk-find.service.ts';
import { createDeskLook } from './desk-look.service.ts';
import { createMarks } from './marks.rules.ts';

export type DeskFinding = { readonly service: DeskFind; readonly loader: DeskFindLoader; readonly jobs: readonly KnownJob[] };

/** Searches of a member in a day (UTC): many more than the work takes, and too few to copy everything by. */
const mostSearches = 2_000;

type Parts = {
  readonly db: Db;
  readonly secrets: Pick<Secrets, 'digests' | 'decrypt'>;
  readonly audit: Audit;
  readonly counters: CounterStore;
  /** Multiplies every limit; 0 lifts all. */
  readonly rateLimitFactor: number;
};

/** By which staff find orders, people, threads, homes and providers. */
export function createDeskFinding({ db, secrets, audit, counters, rateLimitFactor }: Parts): DeskFinding {
  const service = createDeskFind({
    repository: createDeskFindRepository(db),
    marks: createMarks(secrets),
    secrets,
    inTurn: (work) => transact(db, work, { lockOf: 'desk words' }),
  });
  const look = createDeskLook({
    find: service,
    audit,
    transact: (work) => transact(db, work),
    maySearch: async (staffId) =>
      rateLimitFactor === 0 || (await counters.addWithin(`desk-find staff ${staffId}`, 1, Math.ceil(mostSearches * rateLimitFactor))),
  });
  return { service, loader: createDeskFindLoader(look), jobs: deskFindJobs(service) };
}
