import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables and columns alone: the version before does not look at them. */
export const additive = true;

/**
 * What people want to hear of by mail: searches they saved, homes they wait for, and what becomes of their favourites. `known`: the
 * homes that fitted when a search was looked at last, so that others are new.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table saved_searches (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      place_kind text not null check (place_kind in ('city', 'school', 'place')),
      place_id integer not null,
      city_id integer not null,
      ask text not null check (length(ask) <= 500),
      pace text not null check (pace in ('at-once', 'daily', 'weekly', 'never')),
      known integer[] not null,
      is_wide boolean not null,
      looked_at timestamptz not null,
      created_at timestamptz not null,
      unique (user_id, place_kind, place_id, ask)
    )`,
    `create index saved_searches_city on saved_searches (city_id)`,
    `create table awaited_homes (
      user_id integer not null references users on delete cascade,
      house_id integer not null references houses,
      asked_at timestamptz not null,
      primary key (user_id, house_id)
    )`,
    `create index awaited_homes_house on awaited_homes (house_id)`,
    `create table notice_settings (
      user_id integer primary key references users on delete cascade,
      asked boolean not null default true,
      price_drops boolean not null default false,
      back_in_stock boolean not null default false,
      mailed_on date
    )`,
    `alter table favourites
      add column told_weekly_minor bigint check (told_weekly_minor >= 0),
      add column full_since timestamptz`,
    `update favourites set full_since = kept_at where kept_weekly_minor is null and removed_at is null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
