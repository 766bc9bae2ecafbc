import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column that may be empty: the version before writes it never, and ends such an order at its deadline as it ends any. */
export const additive = true;

/** Until when an order had to be paid before a transfer for it waited for staff: what it waits longer is reckoned from there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table orders add column pay_by timestamptz`).execute(db);
}
