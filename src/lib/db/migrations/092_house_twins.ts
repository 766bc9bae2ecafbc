import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A table that the version before does not look at. */
export const additive = true;

/** Homes that another supplier seems to offer too, each pair in both directions: pages of both tell of the other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table house_twins (
      house_id integer not null references houses on delete cascade,
      twin_id integer not null references houses on delete cascade,
      alike text not null check (alike in ('name', 'address', 'both')),
      primary key (house_id, twin_id),
      check (house_id <> twin_id)
    )`,
    `create index house_twins_twin on house_twins (twin_id)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
