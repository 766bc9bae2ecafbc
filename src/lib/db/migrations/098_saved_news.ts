import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Columns that may be empty: the version before leaves them so, and what it keeps is first looked at by this one. */
export const additive = true;

/** What somebody was told last of a home they saved, and which of that they want by mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table favourites
      add column seen_state text check (seen_state in ('free', 'full', 'gone')),
      add column seen_weekly_minor bigint,
      add column seen_currency text check (seen_currency ~ '^[A-Z]{3}$')`,
    `alter table favourites add constraint favourites_seen_rent check (seen_state is distinct from 'free' or (seen_weekly_minor is not null and seen_currency is not null))`,
    `alter table notice_settings add column price_rises boolean, add column ends boolean, add column noted_on date`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
