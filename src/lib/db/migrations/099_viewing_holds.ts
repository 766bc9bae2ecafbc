import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A kind more and a column that may be empty: the version before writes neither, and shows and lets go what has them like any other hold. */
export const additive = true;

/**
 * Beds that are kept until somebody has seen the home by video: one of an account at a time, and not one of the two of checkout. The check of
 * slots has no name of its own, so that it is found by what it says.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `do $$ declare named text; begin
      for named in select conname from pg_constraint where conrelid = 'holds'::regclass and contype = 'c'
        and (pg_get_constraintdef(oid) like '%waiting%') loop
        execute format('alter table holds drop constraint %I', named);
      end loop;
    end $$`,
    `alter table holds
      add column viewing_id integer references viewings on delete set null,
      add constraint holds_kind check (kind in ('checkout', 'waiting', 'viewing')),
      add constraint holds_slot_of_checkout check ((slot is null) = (kind <> 'checkout'))`,
    `create unique index holds_viewing on holds (user_id) where kind = 'viewing' and ended_at is null`,
    `create index holds_viewing_id on holds (viewing_id) where viewing_id is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
