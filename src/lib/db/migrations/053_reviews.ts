import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/**
 * What people say of a home that they have an order of, and of our service. What is published of it stands among the reviews of the
 * catalogue, so that every count and mean is made of the same rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table stay_reviews (
      id integer generated always as identity primary key,
      code text not null unique,
      order_id integer not null references orders,
      user_id integer references users on delete set null,
      house_id integer not null references houses,
      kind text not null check (kind in ('check-in', 'stay', 'service')),
      state text not null check (state in ('waiting', 'published', 'noted', 'removed', 'withdrawn')),
      score integer not null check (score between 1 and 5),
      aspects jsonb not null default '{}',
      language text not null,
      body text not null check (length(body) <= 3000),
      files jsonb not null default '[]',
      shown jsonb not null default '[]',
      stayed_from date not null,
      locale text not null,
      consent text not null,
      written_at timestamptz not null,
      decided_at timestamptz,
      decided_by integer references staff_members,
      reason text check (reason in ('personal', 'abuse', 'off-topic', 'not-a-stay', 'law', 'author')),
      reply jsonb,
      unique (order_id, kind),
      check ((state in ('removed', 'withdrawn')) = (reason is not null))
    )`,
    `create index stay_reviews_user on stay_reviews (user_id, id)`,
    `create index stay_reviews_state on stay_reviews (state, id)`,
    `create index stay_reviews_gone on stay_reviews (house_id) where state = 'removed' or state = 'withdrawn'`,
    `create table review_invitations (
      order_id integer not null references orders,
      kind text not null check (kind in ('check-in', 'stay')),
      invited_at timestamptz not null,
      primary key (order_id, kind)
    )`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
