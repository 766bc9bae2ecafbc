import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The version before opens no link of a card: its links are signatures of the bare id. */
export const additive = true;

/** What a link of somebody shows: the homes they keep, or the card of what they look for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table shared_lists add column shows text not null default 'homes' check (shows in ('homes', 'card'))`).execute(db);
}
