import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/**
 * Accounts. Mail addresses and numbers stand there twice: as a keyed digest, by which they are found, and encrypted, to be written
 * to. Tokens, codes and tickets stand there as digests alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table users (
      id integer generated always as identity primary key,
      identity smallint not null default 0,
      partner_status smallint not null default 0,
      nickname text not null default '' check (length(nickname) <= 40),
      locale text not null,
      currency text check (currency ~ '^[A-Z]{3}$'),
      country_code text check (country_code ~ '^[A-Z]{2}$'),
      age_declared_at timestamptz not null,
      created_at timestamptz not null,
      locked_at timestamptz,
      erase_after timestamptz
    )`,
    `create index users_erase on users (erase_after) where erase_after is not null`,
    `create table user_contacts (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      kind text not null check (kind in ('email', 'phone')),
      digest text not null,
      sealed text not null,
      verified_at timestamptz not null,
      unique (user_id, kind),
      unique (kind, digest)
    )`,
    `create table user_passwords (
      user_id integer primary key references users on delete cascade,
      hash text not null,
      set_at timestamptz not null
    )`,
    `create table user_sessions (
      id integer generated always as identity primary key,
      digest text not null unique,
      user_id integer not null references users on delete cascade,
      created_at timestamptz not null,
      used_at timestamptz not null,
      expires_at timestamptz not null,
      proved_at timestamptz not null,
      device text not null check (length(device) <= 80),
      country text check (country ~ '^[A-Z]{2}$')
    )`,
    `create index user_sessions_user on user_sessions (user_id)`,
    `create index user_sessions_end on user_sessions (expires_at)`,
    `create table user_consents (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      kind text not null check (kind in ('terms', 'transfer', 'marketing')),
      version text not null,
      given_at timestamptz not null,
      withdrawn_at timestamptz check (withdrawn_at >= given_at)
    )`,
    `create index user_consents_user on user_consents (user_id)`,
    `create table login_codes (
      id integer generated always as identity primary key,
      event text not null check (event in ('login', 'verify_code', 'forget', 'active')),
      recipient text not null,
      owner text not null,
      digest text not null,
      tries smallint not null default 0,
      sent_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      ticket text unique,
      ticket_used_at timestamptz
    )`,
    `create index login_codes_sent on login_codes (recipient, event, owner, sent_at)`,
    `create index login_codes_end on login_codes (expires_at)`,
    `create table login_attempts (
      owner text primary key,
      sealed text not null,
      expires_at timestamptz not null
    )`,
    `create index login_attempts_end on login_attempts (expires_at)`,
    `create table favourites (
      user_id integer not null references users on delete cascade,
      house_id integer not null references houses,
      kept_at timestamptz not null,
      note text not null default '' check (length(note) <= 500),
      primary key (user_id, house_id)
    )`,
    `create index favourites_house on favourites (house_id)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
