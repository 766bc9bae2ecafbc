import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Columns that may be empty: the version before writes neither, and takes a link without them. */
export const additive = true;

/** When the link of a first visit was taken, and when the key of the device was shown: once each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table staff_tickets add column taken_at timestamptz, add column shown_at timestamptz`).execute(db);
}
