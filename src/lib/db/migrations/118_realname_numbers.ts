import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column that may be empty: the version before writes it never, and asks nobody whether a number has another person. */
export const additive = true;

/** By which a card's number is found without being read: it serves one person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table user_realnames add column number_digest text`).execute(db);
  await sql.raw(`create unique index user_realnames_number on user_realnames (number_digest) where number_digest is not null`).execute(db);
}
