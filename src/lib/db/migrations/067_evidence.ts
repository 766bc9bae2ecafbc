import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/**
 * What somebody wrote down of a home when they moved in or out. Each entry has the digest of the one before it in its own, and stays as it
 * was written: only whose it is may change, when two accounts become one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table evidence_entries (
      id integer generated always as identity primary key,
      order_id integer not null references orders,
      user_id integer not null references users on delete cascade,
      number integer not null check (number between 1 and 80),
      occasion text not null check (occasion in ('move-in', 'move-out')),
      place text not null check (place ~ '^[a-z]{2,20}$'),
      item text not null check (length(item) between 1 and 80),
      condition text not null check (condition in ('good', 'worn', 'damaged', 'missing')),
      sealed text not null,
      photos jsonb not null default '[]',
      made_at timestamptz not null,
      hash text not null check (hash ~ '^[0-9a-f]{64}$'),
      unique (order_id, number)
    )`,
    `create index evidence_entries_user on evidence_entries (user_id)`,
    `create function evidence_stays() returns trigger language plpgsql as $$
      begin
        if (new.id, new.order_id, new.number, new.occasion, new.place, new.item, new.condition, new.sealed, new.photos, new.made_at, new.hash)
          is distinct from (old.id, old.order_id, old.number, old.occasion, old.place, old.item, old.condition, old.sealed, old.photos, old.made_at, old.hash)
        then raise exception 'evidence stays as it was written';
        end if;
        return new;
      end $$`,
    `create trigger evidence_stays before update on evidence_entries for each row execute function evidence_stays()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
