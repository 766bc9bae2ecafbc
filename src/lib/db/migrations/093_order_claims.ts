import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table, and a way of orders that the version before does not go. */
export const additive = true;

/**
 * Why orders were cancelled, where it was not a change of mind, and what comes back for it beyond what came back at once: decided once, by
 * somebody of the staff who has seen the proof.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table order_claims (
      order_id integer primary key references orders,
      event text not null check (event ~ '^[a-z][a-z-]{0,39}$'),
      /* What the page said comes back once it is proven. */
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      minor bigint not null check (minor >= 0),
      /* Kinds of proof with commas between them; empty where none is asked for. */
      proof text not null check (length(proof) <= 200),
      proof_until date,
      told_at timestamptz not null,
      state text not null check (state in ('settled', 'open', 'given', 'refused')),
      decided_at timestamptz,
      decided_by integer references staff_members,
      check ((state = 'settled') = (minor = 0)),
      check ((state = 'settled') = (proof_until is null)),
      check ((state in ('given', 'refused')) = (decided_at is not null)),
      check ((decided_at is null) = (decided_by is null))
    )`,
    `create index order_claims_open on order_claims (order_id) where state = 'open'`,
    // What is proven after the first part has gone back makes money go once more.
    `insert into order_edges (from_state, event, actor, to_state) values ('refunded', 'refund', 'payment', 'refunding')`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
