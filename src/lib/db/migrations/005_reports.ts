import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/** What readers said is wrong with homes. What was said stays as it was: only its state moves on, and its sender is forgotten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table reports (
      id integer generated always as identity primary key,
      reference text not null unique,
      house_id integer not null references houses,
      unit_id integer references units,
      reason text not null check (reason in ('wrong-price', 'gone', 'scam', 'other')),
      details text not null check (length(details) <= 2000),
      email text check (length(email) <= 254),
      email_consent text,
      locale text not null,
      state text not null default 'new' check (state in ('new')),
      created_at timestamptz not null,
      visitor text,
      address text,
      check ((email is null) = (email_consent is null))
    )`,
    `create index reports_house on reports (house_id)`,
    `create index reports_visitor on reports (visitor)`,
    `create index reports_address on reports (address)`,
    `create index reports_age on reports (created_at)`,
    `create function reports_stay() returns trigger language plpgsql as $$
      begin
        if (new.id, new.reference, new.house_id, new.unit_id, new.reason, new.details, new.locale, new.created_at)
          is distinct from (old.id, old.reference, old.house_id, old.unit_id, old.reason, old.details, old.locale, old.created_at)
          or (new.email is not null and new.email is distinct from old.email)
        then raise exception 'a report is not rewritten'; end if;
        return new;
      end $$`,
    `create trigger reports_stay before update on reports for each row execute function reports_stay()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
