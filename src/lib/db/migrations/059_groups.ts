import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables, and a column that the version before leaves empty. */
export const additive = true;

/**
 * Groups that book beds of one lease together. Their beds are claims of the group until one of them sends an application, whose the
 * claim is from then on. Nobody is twice in a group, and an application is in one group alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table order_groups (
      id integer generated always as identity primary key,
      code text not null unique,
      house_id integer not null references houses,
      unit_id integer not null references units,
      tenancy_id integer not null references tenancies,
      period_from date not null,
      period_to date not null check (period_to > period_from),
      size integer not null check (size between 2 and 6),
      home jsonb not null,
      made_by integer references users on delete set null,
      link integer not null default 1 check (link >= 1),
      until timestamptz not null,
      created_at timestamptz not null,
      ended_at timestamptz
    )`,
    `create index order_groups_maker on order_groups (made_by) where made_by is not null`,
    `create index order_groups_open on order_groups (until) where ended_at is null`,
    `create table order_group_members (
      group_id integer not null references order_groups,
      user_id integer not null references users on delete cascade,
      order_id integer not null references orders,
      called text not null,
      locale text not null,
      joined_at timestamptz not null,
      left_at timestamptz,
      primary key (group_id, user_id)
    )`,
    `create unique index order_group_members_order on order_group_members (order_id) where left_at is null`,
    `create index order_group_members_user on order_group_members (user_id)`,
    `alter table bed_claims add column group_id integer references order_groups`,
    `alter table bed_claims drop constraint bed_claims_check`,
    `alter table bed_claims add constraint bed_claims_owner check (num_nonnulls(hold_id, order_id, group_id) = 1)`,
    `alter table bed_claims add constraint bed_claims_group check (group_id is null or expires_at is not null)`,
    `create index bed_claims_of_group on bed_claims (group_id) where group_id is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
