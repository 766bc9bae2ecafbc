import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table, columns that the version before leaves empty, and ways of orders that it does not go. */
export const additive = true;

/**
 * What payers' banks dispute, with what was booked for it: taken once, given back once, whatever is told of it how often and in which
 * order. Beside them what the provider where no money moves was told to do of this kind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table payment_disputes (
      id integer generated always as identity primary key,
      provider text not null check (provider ~ '^[a-z][a-z-]{0,39}$'),
      dispute text not null check (length(dispute) between 1 and 200),
      payment_id integer not null references payments,
      minor bigint not null check (minor >= 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      reason text not null check (length(reason) <= 60),
      state text not null check (state in ('open', 'won', 'lost', 'closed')),
      refund_id integer references refunds,
      respond_by timestamptz,
      opened_at timestamptz not null,
      taken_at timestamptz,
      returned_at timestamptz,
      ended_at timestamptz,
      unique (provider, dispute),
      check (returned_at is null or taken_at is not null),
      check ((state = 'open') = (ended_at is null))
    )`,
    `create index payment_disputes_payment on payment_disputes (payment_id)`,
    `create index payment_disputes_open on payment_disputes (provider, opened_at) where state = 'open'`,
    `alter table sandbox_payments
      add column dispute text check (dispute in ('open', 'won', 'lost')),
      add column disputes_at timestamptz,
      add column dispute_ended_at timestamptz,
      add column dispute_told text`,
    // What a bank took back for good leaves nothing to refund: staff end such an order.
    `insert into order_edges (from_state, event, actor, to_state) values ('paid', 'cancel', 'staff', 'cancelled'), ('confirmed', 'cancel', 'staff', 'cancelled')`,
    `create index sandbox_payments_disputes on sandbox_payments (disputes_at) where disputes_at is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
