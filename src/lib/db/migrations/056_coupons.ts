import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/**
 * Coupons, who keeps one for later, which application chose one, and which orders used one. How many are taken stands with the coupon, so
 * that no more are taken than there are; a person's uses of one are numbered, so that nobody has one too many.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table coupons (
      id integer generated always as identity primary key,
      code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{6,16}$'),
      kind text not null check (kind in ('fixed', 'percent')),
      percent integer check (percent between 1 and 90),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      most_off bigint not null check (most_off > 0),
      least_total bigint not null default 0 check (least_total >= 0),
      payer text not null check (payer in ('operator', 'supplier')),
      holds jsonb not null check (length(holds::text) <= 8000),
      starts_on date not null,
      ends_on date not null,
      most integer not null check (most between 1 and 1000000),
      most_each integer not null check (most_each between 1 and 20),
      first_only boolean not null,
      taken integer not null default 0,
      made_by integer not null references staff_members,
      made_at timestamptz not null,
      ended_at timestamptz,
      check ((kind = 'percent') = (percent is not null)),
      check (ends_on >= starts_on),
      check (taken between 0 and most)
    )`,
    `create table kept_coupons (
      user_id integer not null references users on delete cascade,
      coupon_id integer not null references coupons,
      kept_at timestamptz not null,
      primary key (user_id, coupon_id)
    )`,
    `create table coupon_choices (
      order_id integer primary key references orders,
      coupon_id integer not null references coupons
    )`,
    `create table coupon_uses (
      id integer generated always as identity primary key,
      coupon_id integer not null references coupons,
      order_id integer not null references orders,
      user_id integer references users on delete set null,
      nth integer not null check (nth >= 1),
      minor bigint not null check (minor > 0),
      currency text not null,
      taken_at timestamptz not null,
      back_at timestamptz,
      back_by integer references staff_members
    )`,
    `create unique index coupon_uses_order on coupon_uses (order_id) where back_at is null`,
    `create unique index coupon_uses_once on coupon_uses (coupon_id, user_id, nth) where back_at is null`,
    `create index coupon_uses_user on coupon_uses (user_id) where user_id is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
