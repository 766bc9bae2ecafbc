import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Secrets } from '#lib/secrets.ts';
import { supplierPartyCalls } from './supplier-parties.api.ts';
import { createSupplierPartiesLoader } from './supplier-parties.loader.ts';
import type { SupplierPartiesLoader } from './supplier-parties.loader.ts';
import { createSupplierPartiesRepository } from './supplier-parties.repository.ts';
import { createSupplierPartiesService } from './supplier-parties.service.ts';
import type { SupplierPartiesService } from './supplier-parties.service.ts';

type Feature = { readonly service: SupplierPartiesService; readonly loader: SupplierPartiesLoader; readonly calls: readonly BoundCall[] };

type Parts = { readonly db: Db; readonly audit: Pick<Audit, 'append'>; readonly secrets: Secrets };

/** Who each provider is in law, which contracts name. */
export function createSupplierParties({ db, audit, secrets }: Parts): Feature {
  const service = createSupplierPartiesService({ repository: createSupplierPartiesRepository(db), audit, secrets, transact: (work) => transact(db, work) });
  return { service, loader: createSupplierPartiesLoader(service), calls: supplierPartyCalls(service) };
}
