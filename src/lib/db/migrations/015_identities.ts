import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/**
 * Third parties that vouch for people, passkeys, and what a browser has begun with either. Who somebody is at a third party stands
 * there as a keyed digest alone; what was begun stands encrypted under the digest of a secret that the browser has.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table user_identities (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      provider text not null check (provider in ('google', 'apple', 'facebook', 'wechat')),
      label text not null,
      linked_at timestamptz not null,
      used_at timestamptz not null,
      unique (user_id, provider)
    )`,
    `create table identity_subjects (
      provider text not null,
      digest text not null,
      identity_id integer not null references user_identities on delete cascade,
      primary key (provider, digest)
    )`,
    `create index identity_subjects_identity on identity_subjects (identity_id)`,
    `create table user_passkeys (
      id text primary key check (length(id) <= 1364),
      user_id integer not null references users on delete cascade,
      handle text not null,
      domain text not null,
      public_key text not null,
      counter double precision not null check (counter >= 0),
      transports text not null,
      is_synced boolean not null,
      device text not null check (length(device) <= 80),
      made_at timestamptz not null,
      used_at timestamptz
    )`,
    `create index user_passkeys_user on user_passkeys (user_id)`,
    `create table login_challenges (
      id text primary key,
      sealed text not null,
      expires_at timestamptz not null
    )`,
    `create index login_challenges_end on login_challenges (expires_at)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
