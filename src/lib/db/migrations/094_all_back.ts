import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Ways of orders that the version before does not go. */
export const additive = true;

/** A home that cannot be given: staff give back all that was paid for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const states = ['paid', 'confirmed', 'checked_in'];
  const rows = states.map((state) => `('${state}', 'give-all-back', 'staff', 'refunding')`).join(', ');
  await sql.raw(`insert into order_edges (from_state, event, actor, to_state) values ${rows}`).execute(db);
}
