import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column with a value of its own: the version before does not look at it. */
export const additive = true;

/** Which member of staff gave a viewing the time that it has; null where its reader chose it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table viewings add column moved_by integer references staff_members`).execute(db);
}
