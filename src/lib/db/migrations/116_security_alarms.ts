import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table alone: the version before does not look at it. */
export const additive = true;

/** Hours in which far more was turned away than people cause, by event: numbers alone, of nobody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table security_alarms (event text not null check (length(event) <= 40), hour timestamptz not null, count integer not null, primary key (event, hour))`,
    )
    .execute(db);
}
