import type { Db } from '#lib/db/database.ts';
import { createLedgerRepository } from './ledger.repository.ts';
import { createLedgerService } from './ledger.service.ts';

/** The books: what was moved between which accounts. */
export function createLedger({ db }: { readonly db: Db }) {
  const { joiner, ...service } = createLedgerService(createLedgerRepository(db));
  return { service, joiner };
}
