import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** An index alone. */
export const additive = true;

/** What moved between two times is looked for when a provider's list is held against the books. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index ledger_transactions_at on ledger_transactions (at)').execute(db);
}
