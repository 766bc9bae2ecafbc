import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables and indexes alone: the version before does not look at them. */
export const additive = true;

/**
 * How a list of the desk is looked at, by name; who is mentioned in a note; what was done to many threads at once, with what each was
 * before, so that it can be put back. Indexes for each filter of the inbox, in the order in which it is read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  /* As people may type it: letters small and without marks. */
  const folded = `replace(regexp_replace(normalize(lower(words), NFKD), '[\\u0300-\\u036f]', '', 'g'), 'đ', 'd')`;
  const statements = [
    `create table desk_views (
      id integer generated always as identity primary key,
      page text not null check (page ~ '^[a-z-]{2,30}$'),
      staff_id integer not null references staff_members,
      name text not null check (length(name) between 1 and 40),
      query text not null check (length(query) <= 600),
      is_shared boolean not null,
      created_at timestamptz not null
    )`,
    `create index desk_views_own on desk_views (staff_id, page, id)`,
    `create index desk_views_shared on desk_views (page, id) where is_shared`,
    `create table desk_mentions (
      message_id integer not null references enquiry_messages on delete cascade,
      staff_id integer not null references staff_members,
      at timestamptz not null,
      read_at timestamptz,
      primary key (message_id, staff_id)
    )`,
    `create index desk_mentions_of on desk_mentions (staff_id, at desc, message_id desc)`,
    `create index desk_mentions_unread on desk_mentions (staff_id) where read_at is null`,
    `create table desk_batches (
      id integer generated always as identity primary key,
      staff_id integer not null references staff_members,
      act text not null check (act ~ '^[a-z-]{2,20}$'),
      at timestamptz not null,
      undone_at timestamptz
    )`,
    `create index desk_batches_at on desk_batches (at)`,
    `create table desk_batch_threads (
      batch_id integer not null references desk_batches on delete cascade,
      enquiry_id integer not null references enquiries on delete cascade,
      /* Why nothing was done to it; empty where it was. */
      skipped text not null default '' check (skipped ~ '^[a-z-]{0,20}$'),
      before jsonb,
      after jsonb,
      put_back boolean,
      primary key (batch_id, enquiry_id)
    )`,
    `create index desk_batch_threads_of on desk_batch_threads (enquiry_id)`,
    `create function desk_text_fold(words text) returns text language sql immutable parallel safe as $$ select ${folded} $$`,
    /* Pieces of three letters, and of two where one is none of ASCII: Chinese words have no more. An index calls it where no other function of ours is seen. */
    `create function desk_text_grams(words text) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(distinct piece), '{}') from (
        select substr(folded, at, 3) as piece from (select ${folded} as folded) one, generate_series(1, length(folded) - 2) at
        union all
        select substr(folded, at, 2) from (select ${folded} as folded) two, generate_series(1, length(folded) - 1) at where substr(folded, at, 2) ~ '[^[:ascii:]]'
      ) pieces $$`,
    `create index enquiry_messages_words on enquiry_messages using gin (desk_text_grams(text)) with (fastupdate = off)`,
    `create index enquiries_due_staff on enquiries (staff_id, due_at, id) where due_at is not null`,
    `create index enquiries_due_city on enquiries (city_id, due_at, id) where due_at is not null`,
    `create index enquiries_due_house on enquiries (house_id, due_at, id) where due_at is not null`,
    `create index enquiries_due_team on enquiries (team, due_at, id) where due_at is not null`,
    `create index enquiries_due_source on enquiries (source, due_at, id) where due_at is not null`,
    `create index enquiries_due_language on enquiries (language, due_at, id) where due_at is not null`,
    `create index enquiries_open_state on enquiries (state, last_at desc, id desc) where merged_into is null`,
    `create index enquiries_team on enquiries (team, state, last_at desc, id desc) where merged_into is null`,
    `create index enquiries_source on enquiries (source, state, last_at desc, id desc) where merged_into is null`,
    `create index enquiries_language on enquiries (language, state, last_at desc, id desc) where merged_into is null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
