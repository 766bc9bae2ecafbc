import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables, and a column with a default: the version before looks at neither. */
export const additive = true;

/**
 * Staff, who have an entrance of their own. Tokens and tickets stand there as digests alone, addresses and the secrets of one-time
 * codes encrypted; `totp_step` is that of the last code that was taken, so that each counts once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table users add column partner_role text not null default 'owner' check (partner_role in ('owner', 'staff', 'viewer'))`,
    `create table staff_members (
      id integer generated always as identity primary key,
      name text not null check (length(name) between 1 and 60),
      role text not null check (role in ('support', 'finance', 'editor', 'admin')),
      email_digest text not null unique,
      email_sealed text not null,
      password_hash text,
      totp_sealed text not null,
      totp_step bigint not null default 0,
      created_at timestamptz not null,
      enrolled_at timestamptz,
      ended_at timestamptz,
      check ((password_hash is null) = (enrolled_at is null))
    )`,
    `create table staff_tickets (
      staff_id integer primary key references staff_members on delete cascade,
      digest text not null unique,
      expires_at timestamptz not null
    )`,
    `create table staff_sessions (
      id integer generated always as identity primary key,
      digest text not null unique,
      staff_id integer not null references staff_members on delete cascade,
      device text not null,
      country text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      proved_at timestamptz not null
    )`,
    `create index staff_sessions_staff on staff_sessions (staff_id)`,
    `create index audit_log_actor on audit_log (actor, id)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
