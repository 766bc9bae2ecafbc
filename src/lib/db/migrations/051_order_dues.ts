import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column with a default: the version before does not notice. */
export const additive = true;

/** How many parts of the price were asked for after the one that books. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column asked_dues integer not null default 0 check (asked_dues >= 0)`.execute(db);
}
