import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column that may be empty, and a check that lets more pass: the version before does not notice. */
export const additive = true;

/** The file of a signed contract as it was made when it was signed, encrypted; its text is encrypted too, which makes it longer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table order_contracts add column file text check (length(file) <= 8000000)`,
    `alter table order_contracts drop constraint order_contracts_document_check`,
    `alter table order_contracts add constraint order_contracts_document_check check (length(document) between 1 and 400000)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
