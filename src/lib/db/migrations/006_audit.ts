import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export const additive = true;

/** What was done by whom, for good: rows come in and stay as they are. Each carries a digest of itself and of the one before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table audit_log (
      id bigint primary key,
      at timestamptz not null,
      actor text not null check (length(actor) <= 100),
      action text not null check (length(action) <= 60),
      subject text not null check (length(subject) <= 100),
      data jsonb not null check (length(data::text) <= 2000),
      prev_hash text not null,
      hash text not null
    )`,
    `create index audit_log_subject on audit_log (subject, id)`,
    `create function refuse_audit_change() returns trigger language plpgsql as $$
      begin raise exception 'audit_log only takes new rows' using errcode = 'restrict_violation'; end $$`,
    `create trigger audit_log_stays before update or delete on audit_log for each row execute function refuse_audit_change()`,
    `create trigger audit_log_is_kept before truncate on audit_log for each statement execute function refuse_audit_change()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
