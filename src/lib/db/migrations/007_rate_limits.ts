import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export const additive = true;

/** Counts that all nodes share. Keys hold digests where they would name a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table rate_limits (
      key text primary key,
      points bigint not null,
      ends_at timestamptz not null
    )`,
    `create index rate_limits_age on rate_limits (ends_at)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
