import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables, and a name of accounts that the version before does not use. */
export const additive = true;

/** Rent that is paid to landlords who are not on the site, and what staff note of it. Money under way outlives the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table rents (
      id integer generated always as identity primary key,
      code text not null unique,
      user_id integer references users on delete set null,
      state text not null check (state in ('draft', 'to_pay', 'paid', 'paid_out', 'cancelled', 'refunding', 'refunded', 'expired')),
      kind text not null,
      country text not null,
      locale text not null,
      currency text,
      rent_minor bigint check (rent_minor > 0),
      fee_minor bigint check (fee_minor >= 0),
      from_day date,
      to_day date check (to_day > from_day),
      sealed text,
      bank text,
      lease text,
      voucher text,
      consent text,
      made_at timestamptz not null,
      pay_until timestamptz,
      paid_at timestamptz,
      ended_at timestamptz,
      payout text,
      paid_out_by integer references staff_members,
      remind_day integer check (remind_day between 1 and 28),
      remind_on date,
      check ((remind_day is null) = (remind_on is null)),
      check (state = 'draft' or (currency is not null and rent_minor is not null and fee_minor is not null and from_day is not null
        and to_day is not null and pay_until is not null)),
      check (state not in ('paid', 'paid_out') or paid_at is not null),
      check ((state = 'paid_out') = (payout is not null))
    )`,
    `create index rents_user on rents (user_id, id)`,
    `create index rents_state on rents (state, id)`,
    `create index rents_waiting on rents (pay_until) where state = 'to_pay'`,
    `create index rents_remind on rents (remind_on) where remind_on is not null`,
    `create index rents_lease on rents (lease) where lease is not null`,
    `create index rents_voucher on rents (voucher) where voucher is not null`,
    `create table rent_notes (
      id integer generated always as identity primary key,
      rent_id integer not null references rents on delete cascade,
      made_by integer not null references staff_members,
      sealed text not null,
      made_at timestamptz not null
    )`,
    `create index rent_notes_rent on rent_notes (rent_id, id)`,
    // What is held for a landlord has an account of its own.
    `alter table ledger_accounts drop constraint ledger_accounts_name_check`,
    `alter table ledger_accounts add constraint ledger_accounts_name_check
      check (name ~ '^(provider:[a-z][a-z-]{0,39}|(supplier|deposit|landlord|customer):[1-9][0-9]{0,9}|operator:fees|bank|suspense)$')`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
