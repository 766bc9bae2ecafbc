import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table. */
export const additive = true;

/**
 * Who a provider is in law, as contracts name them: each change is a row of its own. Landlords are persons, so that all of it is encrypted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table supplier_parties (
      id integer generated always as identity primary key,
      supplier_id integer not null references suppliers,
      sealed text not null check (length(sealed) <= 16000),
      set_by integer not null references staff_members,
      set_at timestamptz not null
    )`,
    `create index supplier_parties_supplier on supplier_parties (supplier_id, id desc)`,
    `create function refuse_supplier_parties_change() returns trigger language plpgsql as $$
      begin raise exception 'supplier_parties only takes new rows' using errcode = 'restrict_violation'; end $$`,
    `create trigger supplier_parties_stay before update or delete on supplier_parties for each row execute function refuse_supplier_parties_change()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
