import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables, and a column that may be empty: the version before does not look at them. */
export const additive = true;

/**
 * Numbered beds of units, and what keeps them. That no bed is kept twice for a day is said by the exclusion constraint alone: it holds
 * whatever the code does. `sold_at`: since when a claim is kept without a clock. `feed_stock`: what the provider said last; empty where
 * nobody has asked for a bed since, so that `stock` still says it.
 *
 * `stock_changes` has no foreign key: an import locks houses, and nobody who books waits for that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table tenancies add column feed_stock integer`,
    `create table beds (
      id integer generated always as identity primary key,
      unit_id integer not null references units,
      ordinal integer not null check (ordinal > 0),
      unique (unit_id, ordinal)
    )`,
    `create table holds (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      tenancy_id integer not null references tenancies,
      kind text not null check (kind in ('checkout', 'waiting')),
      slot smallint check (slot between 1 and 2),
      until timestamptz not null,
      extended boolean not null default false,
      made_at timestamptz not null,
      ended_at timestamptz,
      ended_as text check (ended_as in ('order', 'released', 'expired')),
      check ((ended_at is null) = (ended_as is null)),
      check ((slot is null) = (kind = 'waiting'))
    )`,
    `create unique index holds_slot on holds (user_id, slot) where ended_at is null`,
    `create unique index holds_tenancy on holds (user_id, tenancy_id) where ended_at is null`,
    `create index holds_until on holds (until) where ended_at is null`,
    `create index holds_ended on holds (ended_at) where ended_at is not null`,
    `create table bed_claims (
      id integer generated always as identity primary key,
      bed_id integer not null references beds,
      unit_id integer not null references units,
      tenancy_id integer not null references tenancies,
      period daterange not null check (not isempty(period) and not lower_inf(period)),
      user_id integer references users on delete set null,
      hold_id integer references holds on delete cascade,
      order_id integer,
      expires_at timestamptz,
      sold_at timestamptz,
      made_at timestamptz not null,
      released_at timestamptz,
      check (num_nonnulls(hold_id, order_id) = 1),
      check ((expires_at is null) = (sold_at is not null)),
      check (hold_id is null or expires_at is not null),
      constraint bed_claims_once exclude using gist (int4range(bed_id, bed_id, '[]') with &&, period with &&) where (released_at is null)
    )`,
    `create index bed_claims_unit on bed_claims (unit_id) where released_at is null`,
    `create index bed_claims_user on bed_claims (user_id) where user_id is not null`,
    `create unique index bed_claims_order on bed_claims (order_id) where released_at is null and order_id is not null`,
    `create unique index bed_claims_hold on bed_claims (hold_id) where hold_id is not null`,
    `create index bed_claims_expiry on bed_claims (expires_at) where released_at is null and expires_at is not null`,
    // Beds of a unit that are kept in a span; known: sold before the provider confirmed a count, which therefore counts them as gone.
    `create function beds_taken(of_unit integer, span daterange, confirmed timestamptz, at timestamptz) returns table (bed_id integer, is_known boolean)
      language sql stable as $$
        select c.bed_id, bool_or(coalesce(c.sold_at <= confirmed, false))
        from bed_claims c
        where c.unit_id = of_unit and c.released_at is null and (c.expires_at is null or c.expires_at > at) and c.period && span
        group by c.bed_id
      $$`,
    `create table waiting_list (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      tenancy_id integer not null references tenancies,
      locale text not null,
      joined_at timestamptz not null,
      hold_id integer unique references holds on delete set null,
      offered_until timestamptz,
      ended_at timestamptz,
      ended_as text check (ended_as in ('left', 'taken', 'lapsed', 'gone')),
      check ((ended_at is null) = (ended_as is null))
    )`,
    `create unique index waiting_list_person on waiting_list (user_id, tenancy_id) where ended_at is null`,
    `create index waiting_list_line on waiting_list (tenancy_id, id) where ended_at is null and offered_until is null`,
    `create table stock_changes (
      id bigint generated always as identity primary key,
      house_id integer not null
    )`,
    `create index stock_changes_house on stock_changes (house_id)`,
    `create table stock_cases (
      id integer generated always as identity primary key,
      tenancy_id integer not null references tenancies,
      feed_count integer not null check (feed_count >= 0),
      sold integer not null check (sold > 0),
      opened_at timestamptz not null,
      settled_at timestamptz,
      settled_by integer references staff_members,
      check ((settled_at is null) = (settled_by is null))
    )`,
    `create unique index stock_cases_open on stock_cases (tenancy_id) where settled_at is null`,
    `create index stock_cases_settled on stock_cases (settled_at) where settled_at is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
