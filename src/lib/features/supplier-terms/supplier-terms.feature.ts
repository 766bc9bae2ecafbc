import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Secrets } from '#lib/secrets.ts';
import { supplierTermsCalls } from './supplier-terms.api.ts';
import { createSupplierTermsLoader } from './supplier-terms.loader.ts';
import type { SupplierTermsLoader } from './supplier-terms.loader.ts';
import { createSupplierTermsRepository } from './supplier-terms.repository.ts';
import { createSupplierTermsService } from './supplier-terms.service.ts';
import type { SupplierTermsService } from './supplier-terms.service.ts';

export type SupplierTermsFeature = { readonly service: SupplierTermsService; readonly loader: SupplierTermsLoader; readonly calls: readonly BoundCall[] };

type Parts = {
  readonly db: Db;
  readonly audit: Pick<Audit, 'append'>;
  readonly secrets: Secrets;
  /** Hours for which orders wait where nobody says otherwise. */
  readonly waitingHours: number;
};

/** Who collects for each provider, and how long their orders wait. */
export function createSupplierTerms({ db, audit, secrets, waitingHours }: Parts): SupplierTermsFeature {
  const service = createSupplierTermsService({ repository: createSupplierTermsRepository(db), audit, secrets, transact: (work) => transact(db, work) });
  return { service, loader: createSupplierTermsLoader(service, waitingHours), calls: supplierTermsCalls(service) };
}
