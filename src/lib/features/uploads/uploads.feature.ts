import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Scanner } from '#lib/ports/scanner/scanner.ts';
import type { Storage } from '#lib/ports/storage/storage.ts';
import type { Secrets } from '#lib/secrets.ts';
import { uploadsSource } from './personal-data.service.ts';
import { uploadCalls } from './uploads.api.ts';
import { uploadJobs } from './uploads.jobs.ts';
import { createUploadsRepository } from './uploads.repository.ts';
import { createUploadsService } from './uploads.service.ts';
import type { UploadsService } from './uploads.service.ts';

export type Uploads = {
  readonly service: UploadsService;
  readonly joiner: Joiner;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
};

type Parts = { readonly db: Db; readonly storage: Storage; readonly scanner: Scanner; readonly secrets: Secrets };

/** Everything about files that readers bring. */
export function createUploads({ db, storage, scanner, secrets }: Parts): Uploads {
  const repository = createUploadsRepository(db);
  const service = createUploadsService({ repository, storage, scanner, secrets, transact: (work) => transact(db, work) });
  return {
    service,
    joiner: { join: (tx, { from, into }) => repository.move(tx, from, into) },
    calls: uploadCalls(service),
    jobs: uploadJobs(service),
    personal: uploadsSource(service),
  };
}
