import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/** Video viewings: when staff have time in which city, and who has which of these places. A place is let once at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table viewing_slots (
      id integer generated always as identity primary key,
      city_id integer not null,
      starts_at timestamptz not null,
      minutes integer not null check (minutes between 10 and 120),
      places integer not null check (places between 1 and 20),
      made_by integer not null references staff_members,
      closed_at timestamptz,
      unique (city_id, starts_at)
    )`,
    `create table viewings (
      id integer generated always as identity primary key,
      code text not null unique,
      user_id integer not null references users on delete cascade,
      house_id integer not null references houses,
      slot_id integer not null references viewing_slots,
      place integer not null check (place between 1 and 20),
      state text not null check (state in ('to_pay', 'booked', 'done', 'missed', 'cancelled', 'refunding', 'refunded', 'expired')),
      amount_minor bigint not null check (amount_minor >= 0),
      currency text not null,
      locale text not null,
      sealed text not null,
      consent text not null,
      made_at timestamptz not null,
      pay_until timestamptz not null,
      paid_at timestamptz,
      ended_at timestamptz,
      result text,
      seen_by integer references staff_members
    )`,
    `create unique index viewings_place on viewings (slot_id, place) where state in ('to_pay', 'booked', 'done')`,
    `create index viewings_user on viewings (user_id, id)`,
    `create index viewings_slot on viewings (slot_id)`,
    `create index viewings_waiting on viewings (pay_until) where state = 'to_pay'`,
    `create index viewings_state on viewings (state, id)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
