import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column that the version before leaves empty. */
export const additive = true;

/** Which order a question is about: its student and staff find the conversation there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table enquiries add column order_code text references orders (code) on update cascade on delete set null`,
    `create index enquiries_order on enquiries (order_code) where order_code is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
