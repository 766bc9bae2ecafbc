import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/** Forms that staff make, and what people send with them: encrypted, and gone in time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table custom_forms (
      id integer generated always as identity primary key,
      slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
      state text not null check (state in ('draft', 'open', 'withdrawn')),
      opens_on date,
      closes_on date,
      texts jsonb not null,
      fields jsonb not null,
      version integer not null check (version > 0),
      updated_at timestamptz not null,
      check (opens_on is null or closes_on is null or opens_on <= closes_on)
    )`,
    `create table custom_answers (
      id integer generated always as identity primary key,
      reference text not null unique,
      form_id integer not null references custom_forms,
      user_id integer references users on delete cascade,
      sealed text not null,
      consent text not null,
      locale text not null,
      created_at timestamptz not null,
      settled_at timestamptz,
      settled_by integer references staff_members,
      visitor text,
      address text,
      check ((settled_at is null) = (settled_by is null))
    )`,
    `create index custom_answers_form on custom_answers (form_id, id desc)`,
    `create index custom_answers_user on custom_answers (user_id) where user_id is not null`,
    `create index custom_answers_visitor on custom_answers (visitor) where visitor is not null`,
    `create index custom_answers_address on custom_answers (address) where address is not null`,
    `create index custom_answers_age on custom_answers (created_at)`,
    `create index custom_answers_new on custom_answers (id desc) where settled_at is null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
