import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables, and columns and words that the version before never writes. */
export const additive = true;

/**
 * What a provider says that it sent back, whoever asked for it, by its own name: booked once and taken back once, in whatever order it is
 * told. What was told before the payment itself waits for it. Beside it warnings of card schemes, and why a provider did not send a refund.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table provider_refunds (
      provider text not null check (provider ~ '^[a-z][a-z-]{0,39}$'),
      refund text not null check (refund ~ '^[A-Za-z0-9_-]{1,100}$'),
      charge_ref text not null check (length(charge_ref) <= 200),
      /* Ours, where we asked for it. */
      reference text not null check (length(reference) <= 100),
      minor bigint not null check (minor >= 0),
      currency text not null check (length(currency) <= 3),
      state text not null check (state in ('sent', 'failed')),
      payment_id integer references payments,
      booked_at timestamptz,
      returned_at timestamptz,
      told_at timestamptz not null,
      primary key (provider, refund),
      check (returned_at is null or booked_at is not null)
    )`,
    `create index provider_refunds_charge on provider_refunds (provider, charge_ref) where booked_at is null`,
    `create index provider_refunds_payment on provider_refunds (payment_id)`,
    `create table payment_warnings (
      provider text not null check (provider ~ '^[a-z][a-z-]{0,39}$'),
      warning text not null check (length(warning) between 1 and 200),
      charge_ref text not null check (length(charge_ref) <= 200),
      reason text not null check (length(reason) <= 60),
      payment_id integer references payments,
      told_at timestamptz not null,
      primary key (provider, warning)
    )`,
    `create index payment_warnings_charge on payment_warnings (provider, charge_ref)`,
    `create index payment_warnings_payment on payment_warnings (payment_id)`,
    `alter table refunds
      add column refusal text check (refusal in ('already', 'no-balance', 'invalid')),
      add column refused_at timestamptz,
      add constraint refunds_refusal_when check ((refusal is null) = (refused_at is null))`,
    `create index refunds_provider_ref on refunds (provider_ref) where provider_ref is not null`,
    `alter table payments drop constraint payments_held_check`,
    `alter table payments add constraint payments_held_check
      check (held in ('amount', 'currency', 'reference', 'no-payable', 'dispute', 'refund', 'sent-back-there', 'warning'))`,
    // Sessions at a provider that are to be closed, as what they were begun for is not asked for any more.
    `alter table payments add column closed_at timestamptz`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
