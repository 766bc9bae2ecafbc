import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/**
 * What people ask, and what is answered. Who asks stands there encrypted, and is found by keyed digests; `secret` is what their link
 * is signed over, so that a new one ends all links. `sameness` is a keyed digest of person, home and text: what is told twice
 * within ten minutes is one enquiry. `due_at` is set while somebody waits for us.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table enquiries (
      id integer generated always as identity primary key,
      reference text not null unique check (reference ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
      secret text not null,
      topic text not null check (topic ~ '^[a-z-]{2,30}$'),
      source text not null check (source ~ '^[a-z-]{2,30}$'),
      user_id integer references users on delete cascade,
      contact_sealed text not null,
      email_digest text not null,
      phone_digest text,
      page text not null check (length(page) <= 500),
      locale text not null,
      language text not null check (length(language) between 2 and 12),
      house_id integer references houses,
      unit_id integer references units,
      city_id integer,
      school_id integer,
      place_words text not null default '' check (length(place_words) <= 120),
      tenancy_id integer,
      move_in date,
      move_out date,
      total_minor bigint,
      currency text check (currency ~ '^[A-Z]{3}$'),
      consents jsonb not null,
      utm jsonb not null default '{}',
      state text not null default 'new' check (state in ('new', 'open', 'waiting', 'closed', 'spam')),
      team text not null check (team ~ '^[a-z-]{2,30}$'),
      staff_id integer references staff_members,
      sameness text not null,
      opened_at timestamptz not null,
      last_at timestamptz not null,
      first_answered_at timestamptz,
      due_at timestamptz,
      closed_at timestamptz,
      merged_into integer references enquiries on delete cascade,
      check ((total_minor is null) = (currency is null)),
      check ((due_at is null) or state in ('new', 'open')),
      check (merged_into is null or state = 'closed')
    )`,
    `create index enquiries_sameness on enquiries (sameness, opened_at)`,
    `create index enquiries_email on enquiries (email_digest, id)`,
    `create index enquiries_phone on enquiries (phone_digest) where phone_digest is not null`,
    `create index enquiries_user on enquiries (user_id, last_at desc, id desc) where user_id is not null`,
    `create index enquiries_due on enquiries (due_at, id) where due_at is not null`,
    `create index enquiries_last on enquiries (last_at desc, id desc)`,
    `create index enquiries_state on enquiries (state, last_at desc, id desc)`,
    `create index enquiries_staff on enquiries (staff_id, last_at desc, id desc) where staff_id is not null`,
    `create index enquiries_city on enquiries (city_id, last_at desc, id desc)`,
    `create index enquiries_house on enquiries (house_id)`,
    `create index enquiries_merged on enquiries (merged_into) where merged_into is not null`,
    `create index enquiries_answered on enquiries (opened_at) where first_answered_at is not null`,
    `create table enquiry_messages (
      id integer generated always as identity primary key,
      enquiry_id integer not null references enquiries on delete cascade,
      sender text not null check (sender in ('student', 'staff', 'system', 'note')),
      text text not null check (length(text) between 1 and 5000),
      language text not null check (length(language) between 2 and 12),
      at timestamptz not null,
      staff_id integer references staff_members,
      check ((sender in ('staff', 'note')) = (staff_id is not null))
    )`,
    `create index enquiry_messages_thread on enquiry_messages (enquiry_id, id)`,
    `create table enquiry_events (
      id integer generated always as identity primary key,
      enquiry_id integer not null references enquiries on delete cascade,
      kind text not null check (kind ~ '^[a-z-]{2,30}$'),
      at timestamptz not null,
      staff_id integer references staff_members,
      about text not null default '' check (length(about) <= 120)
    )`,
    `create index enquiry_events_thread on enquiry_events (enquiry_id, id)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
