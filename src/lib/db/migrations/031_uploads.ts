import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table, and a column that may be empty: the version before does not look at them. */
export const additive = true;

/** Files that readers brought; what they contain lies in the storage. A file that belongs to nobody any more goes with the next sweep. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table uploads (
      id uuid primary key,
      user_id integer references users on delete set null,
      visit text,
      purpose text not null check (purpose in ('picture', 'screenshot', 'resume')),
      storage_key text not null unique,
      type text not null,
      bytes integer not null check (bytes > 0),
      name text not null,
      created_at timestamptz not null,
      claimed_at timestamptz,
      kept_until timestamptz,
      check (claimed_at is not null or kept_until is not null)
    )`,
    `create index uploads_user on uploads (user_id) where user_id is not null`,
    `create index uploads_visit on uploads (visit) where visit is not null and claimed_at is null`,
    `create index uploads_due on uploads (kept_until)`,
    `create index uploads_left on uploads (id) where user_id is null and visit is null`,
    // Without a reference: files refer to people already, and a copy of all rows needs an order in which to put them back.
    `alter table users add column picture uuid`,
    `create index users_picture on users (picture) where picture is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
