import type { BoundCall } from '#lib/api/bind.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Secrets } from '#lib/secrets.ts';
import { supplierChangeMail } from './mail/supplier-change.mail.ts';
import { supplierChangesCalls } from './supplier-changes.api.ts';
import { createSupplierChangesRepository } from './supplier-changes.repository.ts';
import { createSupplierChangesService } from './supplier-changes.service.ts';
import type { SupplierChangesService } from './supplier-changes.service.ts';
import { supplierTermsCalls } from './supplier-terms.api.ts';
import { supplierTermsJobs } from './supplier-terms.jobs.ts';
import { createSupplierTermsLoader } from './supplier-terms.loader.ts';
import type { SupplierTermsLoader } from './supplier-terms.loader.ts';
import { createSupplierTermsRepository } from './supplier-terms.repository.ts';
import { createSupplierTermsService } from './supplier-terms.service.ts';
import type { SupplierTermsService } from './supplier-terms.service.ts';

export type SupplierTermsFeature = {
  readonly service: SupplierTermsService;
  readonly loader: SupplierTermsLoader;
  /** The mailbox that counts for a provider. */
  readonly addressOf: SupplierChangesService['addressOf'];
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
};

type Parts = {
  readonly db: Db;
  readonly audit: Pick<Audit, 'append'>;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  /** Hours for which orders wait where nobody says otherwise. */
  readonly waitingHours: number;
};

/** Who collects for each provider, and how long their orders wait. */
export function createSupplierTerms({ db, audit, secrets, mailer, waitingHours }: Parts): SupplierTermsFeature {
  const repository = createSupplierTermsRepository(db);
  const inTurn = <T>(supplierId: SupplierId, work: (tx: DbTransaction) => Promise<T>): Promise<T> => transact(db, work, { lockOf: `supplier:${supplierId}` });
  const changes = createSupplierChangesService({
    repository: createSupplierChangesRepository(db),
    terms: repository,
    audit,
    secrets,
    transact: inTurn,
    async tell(tx, { to, locale, provider, countsAt, ...mail }) {
      const key = mail.what === 'confirm' ? { key: mail.key } : {};
      const input = { what: mail.what, provider: provider.slice(0, 200), day: countsAt.toISOString().slice(0, 10), ...key };
      await mailer.send(tx, supplierChangeMail, { address: to }, locale, input);
    },
  });
  const service = createSupplierTermsService({ repository, secrets, ask: changes.ask, transact: inTurn });
  return {
    service,
    addressOf: changes.addressOf,
    loader: createSupplierTermsLoader(service, changes, waitingHours),
    calls: [...supplierTermsCalls(service), ...supplierChangesCalls(changes)],
    jobs: supplierTermsJobs(changes),
  };
}
