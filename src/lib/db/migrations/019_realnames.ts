import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table alone: the version before does not look at it. */
export const additive = true;

/** Names as identity cards have them. Name and number stand there encrypted, and go with the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table user_realnames (
      user_id integer primary key references users on delete cascade,
      sealed text not null,
      consent_version text not null,
      given_at timestamptz not null,
      checked_at timestamptz,
      is_official boolean not null
    )`,
    `create index user_realnames_waiting on user_realnames (given_at) where checked_at is null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
