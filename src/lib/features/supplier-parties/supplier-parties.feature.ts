import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Secrets } from '#lib/secrets.ts';
import { supplierPartyMail } from './mail/supplier-party.mail.ts';
import { supplierPartyCalls } from './supplier-parties.api.ts';
import { createSupplierPartiesLoader } from './supplier-parties.loader.ts';
import type { SupplierPartiesLoader } from './supplier-parties.loader.ts';
import { createSupplierPartiesRepository } from './supplier-parties.repository.ts';
import { createSupplierPartiesService } from './supplier-parties.service.ts';
import type { SupplierPartiesService } from './supplier-parties.service.ts';

type Feature = { readonly service: SupplierPartiesService; readonly loader: SupplierPartiesLoader; readonly calls: readonly BoundCall[] };

type Parts = {
  readonly db: Db;
  readonly audit: Pick<Audit, 'append'>;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly addressOf: Parameters<typeof createSupplierPartiesService>[0]['addressOf'];
};

/** Who each provider is in law, which contracts name. */
export function createSupplierParties({ db, audit, secrets, mailer, addressOf }: Parts): Feature {
  const service = createSupplierPartiesService({
    repository: createSupplierPartiesRepository(db),
    audit,
    secrets,
    addressOf,
    async tell(tx, { email, locale }, { provider, changed }) {
      await mailer.send(tx, supplierPartyMail, { address: email }, locale, { provider: provider.slice(0, 200), changed: [...changed] });
    },
    transact: (work) => transact(db, work),
  });
  return { service, loader: createSupplierPartiesLoader(service), calls: supplierPartyCalls(service) };
}
