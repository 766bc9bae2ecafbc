import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Columns that fill themselves: the version before neither writes nor reads them. */
export const additive = true;

export const contract = { harmless: 'The trigger fills in the city of the home, a column that the version before neither reads nor writes.' };

/** How many minor units make one of a currency, as it was when this was written. */
const minorIn = `case when quote #>> '{contractTotal,currency}' in ('JPY', 'KRW', 'VND') then 1
          when quote #>> '{contractTotal,currency}' in ('BHD', 'JOD', 'OMR') then 1000 else 100 end`;

const amountOf = (path: string): string => `(quote #>> '{${path},minor}')::numeric`;

/**
 * By what staff look for orders: on which of the desk's lists an order is, its provider, its city and its sum. The lists are in the order of how
 * long their orders wait, and an index holds all that they are filtered by, so that none reads the rows it does not show.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table orders
      add column desk_list text generated always as (case
        when state in ('submitted', 'reviewing', 'paid', 'refunding') then 'todo'
        when state in ('offered', 'signing', 'to_pay') then 'waiting'
        when state in ('confirmed', 'checked_in') then 'confirmed'
        when state in ('completed', 'cancelled', 'refunded', 'expired') then 'ended'
      end) stored,
      add column supplier_id integer generated always as ((home ->> 'supplierId')::integer) stored,
      add column amount numeric generated always as (
        (${amountOf('contractTotal')} + ${amountOf('deposit')})
          / ${minorIn}
      ) stored,
      add column city_id integer`,
    `update orders set city_id = houses.city_id from houses where houses.id = orders.house_id`,
    `create function place_order() returns trigger language plpgsql as $$
      begin
        new.city_id := (select city_id from houses where id = new.house_id);
        return new;
      end $$`,
    `create trigger orders_place before insert or update of house_id on orders for each row execute function place_order()`,
    `create index orders_desk on orders (desk_list, moved_at, id) include (state, supplier_id, city_id, staff_id, amount)`,
    `create index orders_desk_supplier on orders (desk_list, supplier_id, moved_at, id)`,
    `create index orders_desk_city on orders (desk_list, city_id, moved_at, id)`,
    `create index orders_desk_staff on orders (desk_list, staff_id, moved_at, id)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
