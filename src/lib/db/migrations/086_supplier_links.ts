import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables, and columns that the version before leaves as they are by default. */
export const additive = true;

/**
 * Links by which a provider without an account sees one thing of one order, and what they add to the evidence of a home: entries and
 * remarks in the one chain, and signatures of both parties, which are part of it too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    /* Of the secret in a link only a digest is here, and nothing of the address it was sent to. */
    `create table supplier_links (
      id integer generated always as identity primary key,
      purpose text not null check (purpose in ('condition', 'review')),
      order_id integer not null references orders on delete cascade,
      review_id integer references stay_reviews on delete cascade,
      digest text not null unique,
      locale text not null check (length(locale) between 2 and 8),
      made_by text not null check (made_by in ('student', 'staff', 'review')),
      made_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      used_at timestamptz,
      check ((purpose = 'review') = (review_id is not null)),
      check (expires_at > made_at)
    )`,
    `create index supplier_links_order on supplier_links (order_id)`,
    `create index supplier_links_review on supplier_links (review_id) where review_id is not null`,
    /* One link of a thing opens at a time: making another ends it. */
    `create unique index supplier_links_open on supplier_links (order_id, purpose, coalesce(review_id, 0)) where ended_at is null`,
    `alter table evidence_entries
      add column party text not null default 'student' check (party in ('student', 'provider')),
      add column about integer check (about between 1 and number - 1),
      drop constraint evidence_entries_number_check,
      add constraint evidence_entries_number_check check (number between 1 and 160)`,
    `create table evidence_signatures (
      id integer generated always as identity primary key,
      order_id integer not null references orders,
      user_id integer not null references users on delete cascade,
      number integer not null check (number between 1 and 20),
      party text not null check (party in ('student', 'provider')),
      /* The last entry that is signed, all before it included. */
      entries integer not null check (entries between 1 and 160),
      /* Name and network address of who signed, encrypted. */
      sealed text not null,
      made_at timestamptz not null,
      hash text not null check (hash ~ '^[0-9a-f]{64}$'),
      unique (order_id, number),
      unique (order_id, party, entries)
    )`,
    `create index evidence_signatures_user on evidence_signatures (user_id)`,
    `create or replace function evidence_stays() returns trigger language plpgsql as $$
      begin
        if to_jsonb(new) - 'user_id' is distinct from to_jsonb(old) - 'user_id' then raise exception 'evidence stays as it was written';
        end if;
        return new;
      end $$`,
    `create trigger evidence_signatures_stay before update on evidence_signatures for each row execute function evidence_stays()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
