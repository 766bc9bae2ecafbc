import { createSharedLimits } from '#lib/api/shared-limits.ts';
import type { CounterStore } from '#lib/api/counters.schema.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Secrets } from '#lib/secrets.ts';
import { createPersonalDataService } from './personal-data.service.ts';
import type { PersonalDataService } from './personal-data.service.ts';
import type { PersonalSource } from './personal-data.schema.ts';

type Parts = {
  readonly db: Db;
  readonly secrets: Pick<Secrets, 'sign'>;
  readonly counters: CounterStore;
  /** Multiplies every limit; 0 lifts all. */
  readonly rateLimitFactor: number;
  readonly audit: Audit;
  /** In the order in which people read them. */
  readonly sources: readonly PersonalSource[];
};

/** Everything that is kept of a person, for themselves. */
export function createPersonalData({ db, secrets, counters, rateLimitFactor, audit, sources }: Parts): { readonly service: PersonalDataService } {
  const limits = createSharedLimits({ store: counters, digest: (text) => secrets.sign('limits', text), factor: rateLimitFactor });
  const service = createPersonalDataService({
    sources,
    audit,
    transact: (work) => transact(db, work),
    spend: (limit, spender) => limits.spend(limit, spender),
  });
  return { service };
}
