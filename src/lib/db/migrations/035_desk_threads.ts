import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/** Answers that staff have ready, in several languages, and threads that somebody was told about because they are late. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table desk_templates (
      id integer generated always as identity primary key,
      name text not null check (length(name) between 1 and 60),
      texts jsonb not null,
      updated_at timestamptz not null
    )`,
    `create table desk_escalations (
      enquiry_id integer primary key references enquiries on delete cascade,
      due_at timestamptz not null
    )`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
