import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table alone: the version before does not look at it. */
export const additive = true;

/** Contacts that will take the place of others in three days, unless the former one stops it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table contact_changes (
      user_id integer not null references users on delete cascade,
      kind text not null check (kind in ('email', 'phone')),
      sealed text not null,
      token text not null unique,
      asked_at timestamptz not null,
      due_at timestamptz not null,
      primary key (user_id, kind)
    )`,
    `create index contact_changes_due on contact_changes (due_at)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
