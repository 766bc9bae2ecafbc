import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column that may be empty: the version before does not look at it. */
export const additive = true;

/** What a home was before staff hid it, kept up by feeds, so that it is shown again as its provider offers it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table houses add column hidden_from text check (hidden_from in ('open', 'closed'))`).execute(db);
}
