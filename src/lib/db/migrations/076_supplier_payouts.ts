import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table alone: the version before does not look at it. */
export const additive = true;

/** What was passed on to providers of the money that is held for them; the ledger has the same, posting by posting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table supplier_payouts (
        id integer generated always as identity primary key,
        supplier_id integer not null references suppliers,
        currency text not null check (currency ~ '^[A-Z]{3}$'),
        rent_minor bigint not null check (rent_minor >= 0),
        deposit_minor bigint not null check (deposit_minor >= 0),
        reference text not null check (length(reference) between 1 and 60),
        made_by integer not null references staff_members,
        made_at timestamptz not null,
        unique (supplier_id, reference),
        check (rent_minor + deposit_minor > 0)
      )`,
    )
    .execute(db);
}
