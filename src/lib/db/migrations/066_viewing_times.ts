import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Columns with a value of their own: the version before does not look at them. */
export const additive = true;

/** How often a viewing was moved to another time and when last, and of which reminders its reader was told since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table viewings
      add column moves integer not null default 0 check (moves >= 0),
      add column moved_at timestamptz,
      add column day_told_at timestamptz,
      add column hour_told_at timestamptz`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
