import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column with a default: the version before fills it in for new sessions and ends none of them by it. */
export const additive = true;

/** When a session of staff was last used: it ends some minutes after that. Those that are open begin to count now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table staff_sessions add column seen_at timestamptz not null default now()`).execute(db);
}
