import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export const additive = true;

/**
 * Whose claim on a key it is, and until when. Both may be empty: a node of the version before writes neither, and counts a
 * minute from `started_at`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency_keys add column claim_id uuid, add column leased_until timestamptz`.execute(db);
}
