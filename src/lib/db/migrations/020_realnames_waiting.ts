import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** An index alone: the version before does not look at it. */
export const additive = true;

/** The names that a register has not been asked about yet, also those whose number alone was looked at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`drop index user_realnames_waiting`).execute(db);
  await sql.raw(`create index user_realnames_waiting on user_realnames (user_id) where not is_official`).execute(db);
}
