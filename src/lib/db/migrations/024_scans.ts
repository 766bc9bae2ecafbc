import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table alone: the version before does not look at it. */
export const additive = true;

/**
 * Codes that a desk shows and a phone scans to sign the desk in. What the code holds and what the browser keeps stand there as digests;
 * who confirmed it stands encrypted, for two minutes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table login_scans (
      browser text primary key,
      code text not null unique,
      asked text not null,
      device text not null check (length(device) <= 80),
      country text,
      asked_at timestamptz not null,
      person text,
      expires_at timestamptz not null
    )`,
    `create index login_scans_end on login_scans (expires_at)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
