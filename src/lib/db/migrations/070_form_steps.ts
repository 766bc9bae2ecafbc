import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/** Files that came with forms of staff, and what is filled in of forms with steps until it is sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table custom_answer_files (
      file uuid primary key references uploads on delete cascade,
      answer_id integer not null references custom_answers on delete cascade
    )`,
    `create index custom_answer_files_answer on custom_answer_files (answer_id)`,
    `create table custom_drafts (
      id integer generated always as identity primary key,
      form_id integer not null references custom_forms on delete cascade,
      owner text not null,
      user_id integer references users on delete cascade,
      address text not null,
      sealed text not null,
      expires_at timestamptz not null,
      unique (form_id, owner)
    )`,
    `create index custom_drafts_user on custom_drafts (user_id) where user_id is not null`,
    `create index custom_drafts_address on custom_drafts (address)`,
    `create index custom_drafts_end on custom_drafts (expires_at)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
