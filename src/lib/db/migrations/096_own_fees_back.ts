import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A word that the version before never writes; it books nothing of such a refund, which then waits for this one. */
export const additive = true;

/** The operator's own fee can go back by itself: such a refund is of nobody else's share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table refunds drop constraint refunds_basis_check`,
    `alter table refunds add constraint refunds_basis_check check (basis in ('excess', 'untaken', 'taken', 'fee'))`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
