import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The version before writes no note where none may be. */
export const additive = true;

/** A home that was taken off keeps its note for a day, so that it comes back with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table favourites drop constraint favourites_removed_bare`).execute(db);
}
