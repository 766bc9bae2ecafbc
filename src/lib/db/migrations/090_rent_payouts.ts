import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table, and a state that nothing comes to before a provider of payouts is set up. */
export const additive = true;

/** What a licensed provider brings to landlords: every try, so that one that came back can be followed by another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table rent_payouts (
      id integer generated always as identity primary key,
      rent_id integer not null references rents on delete cascade,
      /* Ours; under it the provider sends once. */
      reference uuid not null unique,
      provider text not null,
      provider_ref text,
      is_company boolean not null,
      state text not null check (state in ('asked', 'waiting', 'under-way', 'sent', 'returned', 'refused', 'wrong-name')),
      begun_by integer not null references staff_members,
      begun_at timestamptz not null,
      seen_at timestamptz not null,
      unique (provider, provider_ref),
      check (provider_ref is not null or state in ('asked', 'refused', 'wrong-name'))
    )`,
    `create index rent_payouts_rent on rent_payouts (rent_id, id)`,
    // One at a time: what came back or was refused is over.
    `create unique index rent_payouts_open on rent_payouts (rent_id) where state in ('asked', 'waiting', 'under-way', 'sent')`,
    `create index rent_payouts_seen on rent_payouts (seen_at) where state in ('asked', 'waiting', 'under-way', 'sent')`,
    `alter table rents drop constraint rents_state_check`,
    `alter table rents add constraint rents_state_check
      check (state in ('draft', 'to_pay', 'paid', 'paying_out', 'paid_out', 'cancelled', 'refunding', 'refunded', 'expired'))`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
