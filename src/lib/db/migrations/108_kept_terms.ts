import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column that may be empty, and an edge: the version before writes and goes neither. */
export const additive = true;

/**
 * What a provider changed of a home after it was offered, as staff found it when the provider said that the offer stands: it stops nothing. And
 * who has paid for a home that was changed since leaves without cost.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table orders add column kept_terms text constraint orders_kept_terms check (length(kept_terms) <= 200)`,
    `insert into order_edges (from_state, event, actor, to_state) values ('paid', 'give-all-back', 'applicant', 'refunding')`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
