import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New columns with defaults and new tables: the version before does not look at them, and leaves reports new. */
export const additive = true;

/**
 * Reports that staff have seen to, what staff write of homes for each other, and where providers are told what was done to theirs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table reports drop constraint reports_state_check`,
    `alter table reports add constraint reports_state_check check (state in ('new', 'settled'))`,
    `alter table reports add column outcome text check (outcome in ('nothing-wrong', 'corrected', 'told', 'hidden'))`,
    `alter table reports add column settled_at timestamptz`,
    `alter table reports add column settled_by integer references staff_members`,
    `alter table reports add constraint reports_settled check ((state = 'settled') = (settled_at is not null) and (outcome is null) = (settled_at is null))`,
    `create index reports_state on reports (state, id desc)`,
    `create table house_notes (
      id integer generated always as identity primary key,
      house_id integer not null references houses,
      staff_id integer not null references staff_members,
      text text not null check (length(text) between 1 and 2000),
      at timestamptz not null
    )`,
    `create index house_notes_house on house_notes (house_id, id desc)`,
    `create table supplier_contacts (
      supplier_id integer primary key references suppliers on delete cascade,
      email text not null check (length(email) between 3 and 254),
      locale text not null,
      set_at timestamptz not null
    )`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
