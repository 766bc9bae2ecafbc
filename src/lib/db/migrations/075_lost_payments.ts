import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Columns that the version before leaves empty. */
export const additive = true;

/**
 * What staff do about money that a bank took back for good: it is asked for again, and a refund that the bank made needless is dropped. And
 * who says that a refund went by bank, before somebody else confirms it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `alter table payment_disputes add column asked_again integer references payment_requests`,
    `alter table refunds add column dropped_because text check (length(dropped_because) between 1 and 300),
      add constraint refunds_dropped check (dropped_because is null or state = 'refused'),
      add column sent_by integer references staff_members,
      add column sent_at timestamptz,
      add constraint refunds_sent check ((sent_by is null) = (sent_at is null))`,
  ])
    await sql.raw(statement).execute(db);
}
