import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Registry } from '#lib/ports/registry/registry.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { realnameSource } from './personal-data.service.ts';
import { realnameCalls } from './realname.api.ts';
import { realnameJobs } from './realname.jobs.ts';
import { createRealnameLoader } from './realname.loader.ts';
import type { RealnameLoader } from './realname.loader.ts';
import { createRealnameRepository } from './realname.repository.ts';
import { createRealnameService } from './realname.service.ts';
import type { RealnameService } from './realname.service.ts';

export type Realname = {
  readonly service: RealnameService;
  readonly loader: RealnameLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
};

type Parts = {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly registry: Registry;
  /** Whether names are checked on this site. */
  readonly realNameCheck: boolean;
};

/** Everything about names as identity cards have them. */
export function createRealname({ db, secrets, registry, realNameCheck }: Parts): Realname {
  const service = createRealnameService({
    repository: createRealnameRepository(db),
    registry,
    secrets,
    transact: (work) => transact(db, work),
    isOn: realNameCheck,
  });
  return { service, loader: createRealnameLoader(service), calls: realnameCalls(service), jobs: realnameJobs(service), personal: realnameSource(service) };
}
