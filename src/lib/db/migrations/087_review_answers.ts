import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table, and a column that the version before leaves empty. */
export const additive = true;

/** What a provider says to a review by a link of theirs, as it waits for staff; what is shown of it stands with the review. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table review_answers (
      review_id integer primary key references stay_reviews on delete cascade,
      state text not null check (state in ('waiting', 'shown', 'refused')),
      language text not null,
      body text not null check (length(body) between 1 and 2000),
      /* How often it was changed after it was sent. */
      changes integer not null default 0 check (changes between 0 and 1),
      written_at timestamptz not null,
      decided_at timestamptz,
      decided_by integer references staff_members,
      reason text check (reason in ('personal', 'abuse', 'off-topic', 'law')),
      check ((state = 'refused') = (reason is not null)),
      check ((state = 'waiting') = (decided_at is null))
    )`,
    `create index review_answers_waiting on review_answers (review_id) where state = 'waiting'`,
    `alter table reviews add column replied_on date`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
