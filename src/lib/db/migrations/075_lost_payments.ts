import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Columns that the version before leaves empty. */
export const additive = true;

/** What staff do about money that a bank took back for good: it is asked for again, and a refund that the bank made needless is dropped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `alter table payment_disputes add column asked_again integer references payment_requests`,
    `alter table refunds add column dropped_because text check (length(dropped_because) between 1 and 300),
      add constraint refunds_dropped check (dropped_because is null or state = 'refused')`,
  ])
    await sql.raw(statement).execute(db);
}
