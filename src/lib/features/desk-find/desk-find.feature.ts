import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Secrets } from '#lib/secrets.ts';
import { deskFindJobs } from './desk-find.jobs.ts';
import { createDeskFindRepository } from './desk-find.repository.ts';
import { createDeskFind } from './desk-find.service.ts';
import type { DeskFind } from './desk-find.service.ts';
import { createMarks } from './marks.rules.ts';

export type DeskFinding = { readonly service: DeskFind; readonly jobs: readonly KnownJob[] };

type Parts = { readonly db: Db; readonly secrets: Pick<Secrets, 'digests' | 'decrypt'> };

/** By which staff find orders, people, threads, homes and providers. */
export function createDeskFinding({ db, secrets }: Parts): DeskFinding {
  const service = createDeskFind({
    repository: createDeskFindRepository(db),
    marks: createMarks(secrets),
    secrets,
    inTurn: (work) => transact(db, work, { lockOf: 'desk words' }),
  });
  return { service, jobs: deskFindJobs(service) };
}
