import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table and a new column: the version before looks at neither. */
export const additive = true;

/** Contacts of accounts that others have proved to be theirs by now, and when somebody signed in last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `alter table users add column signed_in_at timestamptz`,
    `update users set signed_in_at = (select max(created_at) from user_sessions where user_sessions.user_id = users.id)`,
    `create table contact_claims (
      id integer generated always as identity primary key,
      holder_id integer not null references users on delete cascade,
      claimant_id integer not null references users on delete cascade,
      kind text not null check (kind in ('email', 'phone')),
      digest text not null,
      sealed text not null,
      state text not null check (state in ('waiting', 'case', 'kept')),
      token text unique,
      asked_at timestamptz not null,
      due_at timestamptz,
      unique (holder_id, kind),
      check (holder_id <> claimant_id),
      check ((state = 'waiting') = (due_at is not null))
    )`,
    `create index contact_claims_due on contact_claims (due_at) where state = 'waiting'`,
    `create index contact_claims_claimant on contact_claims (claimant_id)`,
    `create index contact_claims_cases on contact_claims (asked_at) where state = 'case'`,
  ])
    await sql.raw(statement).execute(db);
}
