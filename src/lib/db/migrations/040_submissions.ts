import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Columns that may be empty: the version before does not look at them. */
export const additive = true;

/** Feedback that staff have seen to, and from which network a file came that waits for its form. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table feedback add column settled_at timestamptz`,
    `alter table feedback add column settled_by integer references staff_members`,
    `alter table feedback add constraint feedback_settled check ((settled_at is null) = (settled_by is null))`,
    `create index feedback_new on feedback (id desc) where settled_at is null`,
    `alter table uploads add column address text`,
    `create index uploads_waiting on uploads (address, kept_until) include (bytes) where claimed_at is null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
