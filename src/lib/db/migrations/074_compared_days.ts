import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table alone: the version before does not look at it. */
export const additive = true;

/** Which days of a provider were held against the books, so that those whose list came late are asked for again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table compared_days (
        provider text not null,
        on_day date not null,
        differences integer check (differences >= 0),
        compared_at timestamptz not null,
        primary key (provider, on_day)
      )`,
    )
    .execute(db);
}
