import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column with a default: the version before does not look at it. */
export const additive = true;

/** What browsers keep of who signed in with them is good for one number; who signs out everywhere gets the next one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table users add column browsers_epoch integer not null default 0 check (browsers_epoch >= 0)').execute(db);
}
