import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A table and a column that the version before knows nothing of: it records payouts as it did, by one person. */
export const additive = true;

export const contract = {
  harmless: 'The version before leaves asked_by empty, and null passes the check.',
};

/** Payouts that a first member of staff has asked for and a second has not yet; and who asked for those that were made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table payout_asks (
      subject text primary key check (subject ~ '^(supplier|rent):[0-9]{1,10}$'),
      said jsonb not null,
      asked_by integer not null references staff_members,
      asked_at timestamptz not null
    )`,
    `alter table supplier_payouts add column asked_by integer references staff_members`,
    `alter table supplier_payouts add constraint supplier_payouts_two check (asked_by <> made_by)`,
    // What one person of staff gave back is looked up at every refund.
    `create index refunds_asked_by on refunds (asked_by, created_at) where asked_by is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
