import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export const additive = true;

/** Events of visits, without who. Bounds here are the last line; what may be recorded is decided before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table track_events (
      key text primary key,
      at timestamptz not null,
      event text not null check (length(event) <= 32),
      device text,
      locale text not null,
      route text,
      client jsonb not null check (length(client::text) <= 500),
      fields jsonb not null check (length(fields::text) <= 2000),
      marketing jsonb not null check (length(marketing::text) <= 1000)
    )`,
    `create index track_events_age on track_events (at)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
