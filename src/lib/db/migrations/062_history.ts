import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/** What somebody looked at and searched for, on their account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table history_entries (
      user_id integer not null references users on delete cascade,
      kind text not null,
      target_id integer not null,
      at timestamptz not null,
      removed boolean not null default false,
      primary key (user_id, kind, target_id)
    )`,
    `create index history_entries_at on history_entries (at)`,
    `create table history_settings (
      user_id integer primary key references users on delete cascade,
      is_on boolean not null default true,
      forgotten_at timestamptz
    )`,
  ])
    await sql.raw(statement).execute(db);
}
