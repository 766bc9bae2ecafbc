import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A table that the version before knows nothing of: what counts goes on standing where it reads it. */
export const additive = true;

/** What is to count of a provider and does not yet: their address, and their terms with where they are paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table supplier_changes (
      id integer generated always as identity primary key,
      supplier_id integer not null references suppliers on delete cascade,
      kind text not null check (kind in ('address', 'terms')),
      /* What it is to be, encrypted. */
      sealed text not null check (length(sealed) <= 12000),
      needs text not null check (needs in ('click', 'second', 'time')),
      digest text unique,
      set_by integer not null references staff_members,
      set_at timestamptz not null,
      met_at timestamptz,
      met_by integer references staff_members,
      withdrawn_at timestamptz,
      withdrawn_by integer references staff_members,
      counted_at timestamptz,
      check ((needs = 'click') = (digest is not null)),
      check ((needs = 'second' and met_at is not null) = (met_by is not null)),
      check (met_by <> set_by),
      check (withdrawn_at is null or counted_at is null),
      check (counted_at is null or counted_at >= set_at + interval '72 hours'),
      check (counted_at is null or needs = 'time' or met_at is not null)
    )`,
    `create unique index supplier_changes_open on supplier_changes (supplier_id, kind) where counted_at is null and withdrawn_at is null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
