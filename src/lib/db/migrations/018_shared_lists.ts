import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table alone: the version before does not look at it. */
export const additive = true;

/** Links by which people show the homes they keep to others. The link itself is a signature of the id and stands nowhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table shared_lists (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      name text not null check (length(name) between 1 and 40),
      with_notes boolean not null,
      with_name boolean not null,
      created_at timestamptz not null,
      expires_at timestamptz not null check (expires_at > created_at)
    )`,
    `create index shared_lists_user on shared_lists (user_id)`,
    `create index shared_lists_end on shared_lists (expires_at)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
