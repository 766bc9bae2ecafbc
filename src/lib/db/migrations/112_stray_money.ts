import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table: the version before holds such payments as it did. */
export const additive = true;

/** Money that came for a payment and is not what it asked for: of another currency, or by another session than the one that was begun. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table stray_money (
      id integer generated always as identity primary key,
      reference text not null unique,
      payment_id integer not null references payments,
      provider text not null check (provider ~ '^[a-z][a-z-]{0,39}$'),
      provider_ref text not null check (length(provider_ref) between 1 and 200),
      charge_ref text check (length(charge_ref) <= 200),
      minor bigint not null check (minor > 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      /* 'here': it waits for staff; 'returning': its provider is to send it back. */
      state text not null check (state in ('here', 'returning', 'returned', 'booked')),
      decided_by integer references staff_members,
      created_at timestamptz not null,
      ended_at timestamptz,
      unique (provider, provider_ref),
      check ((state in ('returned', 'booked')) = (ended_at is not null))
    )`,
    `create index stray_money_payment on stray_money (payment_id)`,
    `create index stray_money_charge on stray_money (provider, charge_ref) where charge_ref is not null`,
    `create index stray_money_returning on stray_money (id) where state = 'returning'`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
