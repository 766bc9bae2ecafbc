/** Suppliers' photographs, from their addresses to our storage. */
import type { Db } from '#lib/db/database.ts';
import type { Catalogue } from '#lib/features/catalogue/catalogue.service.ts';
import type { PublicWeb } from '#lib/ports/public-web/public-web.ts';
import type { Storage } from '#lib/ports/storage/storage.ts';
import { photographJobs } from './photographs.jobs.ts';
import { createPhotographRepository } from './photographs.repository.ts';
import { createPhotographs } from './photographs.service.ts';

type Parts = { readonly db: Db; readonly catalogue: Pick<Catalogue, 'photographsChanged'>; readonly storage: Storage; readonly web: PublicWeb };

export function createPhotographsFeature({ db, catalogue, storage, web }: Parts) {
  const service = createPhotographs({ db, repository: createPhotographRepository(db), catalogue, storage, web });
  return { service, jobs: photographJobs(service) };
}
