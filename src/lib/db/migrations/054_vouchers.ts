import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The version before knows no proofs, and leaves the column empty. */
export const additive = true;

/** When somebody brought the proof of a transfer that staff have not looked at yet; the file itself has its column since 042. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table payments add column voucher_at timestamptz`,
    `create index payments_voucher_waiting on payments (id) where voucher_at is not null and received_minor = 0`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
