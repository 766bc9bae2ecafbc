import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table alone: the version before does not look at it. */
export const additive = true;

/** What readers tell about the site. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table feedback (
      id integer generated always as identity primary key,
      reference text not null unique,
      kind text not null check (kind in ('problem', 'idea', 'praise', 'other')),
      text text not null check (length(text) between 1 and 2000),
      page text not null check (length(page) <= 500),
      screenshot uuid references uploads on delete set null,
      email text check (length(email) <= 254),
      email_consent text,
      locale text not null,
      created_at timestamptz not null,
      visitor text,
      address text,
      check ((email is null) = (email_consent is null))
    )`,
    `create index feedback_visitor on feedback (visitor)`,
    `create index feedback_address on feedback (address)`,
    `create index feedback_age on feedback (created_at)`,
    `create index feedback_screenshot on feedback (screenshot) where screenshot is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
