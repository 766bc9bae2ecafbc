import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The version before this one works on with the schema after it. */
export const additive = true;

/** What somebody compares, on whichever device: up to four homes or units, as the address of the comparison has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table comparisons (
      user_id integer primary key references users on delete cascade,
      homes text not null check (homes ~ '^[1-9][0-9]*(-[1-9][0-9]*)?(,[1-9][0-9]*(-[1-9][0-9]*)?){0,3}$'),
      changed_at timestamptz not null
    )`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
