import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New columns of a table that the version before does not look at. */
export const additive = true;

/**
 * Homes kept on an account. A home that was taken off stays as a row that says when, so that a device which has not heard of it
 * does not bring it back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table favourites
      add column removed_at timestamptz check (removed_at >= kept_at),
      add column kept_weekly_minor bigint check (kept_weekly_minor >= 0),
      add column kept_currency text check (kept_currency ~ '^[A-Z]{3}$'),
      add constraint favourites_rent_whole check ((kept_weekly_minor is null) = (kept_currency is null)),
      add constraint favourites_removed_bare check (removed_at is null or note = '')`,
    `create index favourites_removed on favourites (removed_at) where removed_at is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
