import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table alone: the version before does not look at it. */
export const additive = true;

/** What somebody looks for: one card of each account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table wishes (
        user_id integer primary key references users on delete cascade,
        place_kind text not null check (place_kind in ('city', 'school')),
        place_id integer not null,
        move_in date,
        weeks integer check (weeks between 1 and 104),
        rent integer check (rent between 1 and 99999),
        types text[] not null,
        updated_at timestamptz not null
      )`,
    )
    .execute(db);
}
