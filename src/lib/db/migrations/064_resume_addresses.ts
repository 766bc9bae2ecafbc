import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column that the version before leaves empty. */
export const additive = true;

/** By which address an application was sent, as a digest: who proves later that it is theirs finds the application among their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table resumes add column email_digest text`,
    `create index resumes_email on resumes (email_digest) where user_id is null and email_digest is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
