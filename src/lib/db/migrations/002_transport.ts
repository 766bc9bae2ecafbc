import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export const additive = true;

/** Answers to writes by their Idempotency-Key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table idempotency_keys (
      key text primary key,
      digest text not null,
      status integer,
      body text,
      started_at timestamptz not null,
      check ((status is null) = (body is null))
    )`,
    `create index idempotency_keys_age on idempotency_keys (started_at)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
