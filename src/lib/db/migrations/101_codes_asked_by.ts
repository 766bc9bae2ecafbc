import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column that may be empty: the version before writes it never, and its codes belong to the visit that asked. */
export const additive = true;

/** Digest of what a visit was called when it asked for a code: it gets a new name by that, and is still refused another one within a minute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table login_codes add column asked_by text`).execute(db);
}
