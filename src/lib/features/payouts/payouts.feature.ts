import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Ledger } from '#lib/features/ledger/ledger.schema.ts';
import type { PaymentsService } from '#lib/features/payments/payments.service.ts';
import { payoutCalls } from './payouts.api.ts';
import { createPayoutsLoader } from './payouts.loader.ts';
import type { PayoutsLoader } from './payouts.loader.ts';
import { createPayoutsRepository } from './payouts.repository.ts';
import { createPayoutsService } from './payouts.service.ts';
import { createSecondPerson } from './second-person.repository.ts';
import type { SecondPerson } from './payouts.schema.ts';
import type { PayoutsService } from './payouts.service.ts';

export type Payouts = {
  readonly seconds: SecondPerson;
  readonly service: PayoutsService;
  readonly loader: PayoutsLoader;
  readonly calls: readonly BoundCall[];
};

type Parts = {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly payments: Pick<PaymentsService, 'providers'>;
  readonly audit: Pick<Audit, 'append'>;
};

/** Money that is held for providers, and what was passed on to them. */
export function createPayouts({ db, ledger, payments, audit }: Parts): Payouts {
  const seconds = createSecondPerson(db);
  const service = createPayoutsService({
    seconds,
    repository: createPayoutsRepository(db),
    ledger,
    audit,
    isReal: () => payments.providers.some((one) => one.isLive),
    transact: (work, lockOf) => transact(db, work, { lockOf }),
  });
  return { seconds, service, loader: createPayoutsLoader(service), calls: payoutCalls({ payouts: service }) };
}
