import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables, one more edge, and a check that lets more pass: the version before does not notice. */
export const additive = true;

/**
 * What people are told of things of theirs, once each, and of which of it they want mails. And guardians, who sign with an applicant that is
 * not of age: an edge of the graph of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table news (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      kind text not null check (kind ~ '^[a-z-]{2,30}$'),
      about text not null check (about ~ '^[a-z-]{2,30}$'),
      code text not null check (length(code) between 1 and 64),
      what text not null check (what ~ '^[a-z_-]{2,30}$'),
      facts jsonb not null default '{}' check (length(facts::text) <= 4000),
      once text not null check (length(once) between 1 and 200),
      told_at timestamptz not null,
      read_at timestamptz,
      unique (user_id, once)
    )`,
    `create index news_user on news (user_id, id desc)`,
    `create index news_unread on news (user_id) where read_at is null`,
    `create index news_age on news (told_at)`,
    `create table news_choices (
      user_id integer not null references users on delete cascade,
      kind text not null check (kind ~ '^[a-z-]{2,30}$'),
      by_mail boolean not null,
      primary key (user_id, kind)
    )`,
    `alter table orders add column reminded_at timestamptz`,
    `insert into order_edges (from_state, event, actor, to_state) values ('signing', 'sign', 'guardian', 'to_pay')`,
    `alter table order_events drop constraint order_events_actor_check`,
    `alter table order_events add constraint order_events_actor_check check (actor in ('applicant', 'staff', 'payment', 'clock', 'guardian'))`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
