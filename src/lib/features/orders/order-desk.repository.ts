/** The desk's lists of orders. Each reads an index that holds all that it is filtered by, and of the orders those that it shows. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, OrderId, SupplierId } from '#lib/ids/ids.ts';
import { deskLists, mostCounted } from './order-desk.schema.ts';
import type { DeskCursor, DeskFilter, DeskList, ProviderPace } from './order-desk.schema.ts';
import { middleOf } from './order-desk.rules.ts';
import { columns, orderOf } from './order-rows.repository.ts';
import type { StoredOrder } from './order-rows.repository.ts';

/** Cities and providers that a list can be filtered by. */
const mostFacets = 300;
/** Orders of a provider by which their pace is told. */
const mostPaced = 60;

const where = ({ list, states, staff, cityId, supplierId, movedBefore, least, most, ids }: DeskFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`desk_list = ${list}`,
      ...(states ? [sql`state in (${sql.join([...states])})`] : []),
      ...(staff === undefined ? [] : [staff === 'none' ? sql`staff_id is null` : sql`staff_id = ${staff}`]),
      ...(cityId === undefined ? [] : [sql`city_id = ${cityId}`]),
      ...(supplierId === undefined ? [] : [sql`supplier_id = ${supplierId}`]),
      ...(movedBefore ? [sql`moved_at <= ${movedBefore}`] : []),
      ...(least === undefined ? [] : [sql`amount >= ${least}`]),
      ...(most === undefined ? [] : [sql`amount <= ${most}`]),
      ...(ids ? [sql`id = any(${sql.val([...ids])}::integer[])`] : []),
    ],
    sql` and `,
  );

/** The numbers of a page of a list, as `deskPage` asks for them. Its own text, so that a test can have it explained. */
export function deskIds(filter: DeskFilter, after: DeskCursor | undefined, most: number): RawBuilder<{ id: number }> {
  // What ended is looked up: the latest first. All else has waited longest.
  const isLatest = filter.list === 'ended';
  const way = sql.raw(isLatest ? 'desc' : 'asc');
  const beyond = after ? sql`and (moved_at, id) ${sql.raw(isLatest ? '<' : '>')} (${after.at}, ${after.id})` : sql``;
  return sql<{ id: number }>`select id from orders where ${where(filter)} ${beyond} order by moved_at ${way}, id ${way} limit ${most}`;
}

/** How many orders are on a list, counted up to a limit. */
export const deskCount = (filter: DeskFilter): RawBuilder<{ count: number }> =>
  sql<{ count: number }>`select count(*)::int as count from (select 1 from orders where ${where(filter)} limit ${mostCounted}) as counted`;

/** Each value that a column has on a list, found by a look into the index for each and not by reading them all. */
const valuesOn = (column: 'city_id' | 'supplier_id', list: DeskList): RawBuilder<{ id: number }> => {
  const name = sql.ref(column);
  return sql<{ id: number }>`
    with recursive found (id) as (
      (select ${name} from orders where desk_list = ${list} and ${name} is not null order by desk_list, ${name} limit 1)
      union all
      select (select ${name} from orders where desk_list = ${list} and ${name} > found.id order by desk_list, ${name} limit 1) from found where found.id is not null
    )
    select id from found where id is not null limit ${mostFacets}`;
};

export function orderDeskRows(db: Db) {
  return {
    /** Those of a list that wait longest, or, of what has ended, the latest; beyond a place on later pages. */
    async deskPage(filter: DeskFilter, after: DeskCursor | undefined, most: number): Promise<readonly StoredOrder[]> {
      const { rows: ids } = await deskIds(filter, after, most).execute(db);
      if (ids.length === 0) return [];
      const wanted = ids.map(({ id }) => asId<OrderId>(id));
      const rows = await db.selectFrom('orders').select(columns).where('id', 'in', wanted).execute();
      const byId = new Map(rows.map((row) => [row.id, orderOf(row)]));
      return wanted.flatMap((id) => byId.get(id) ?? []);
    },

    /** @param filterOf what is asked of each list. */
    async deskCounts(filterOf: (list: DeskList) => DeskFilter): Promise<Readonly<Record<DeskList, number>>> {
      const counts = await Promise.all(deskLists.map(async (list) => [list, (await deskCount(filterOf(list)).execute(db)).rows[0]?.count ?? 0] as const));
      return Object.fromEntries(counts) as Record<DeskList, number>;
    },

    async deskCities(list: DeskList): Promise<readonly CityId[]> {
      const { rows } = await valuesOn('city_id', list).execute(db);
      return rows.map(({ id }) => asId<CityId>(id));
    },

    async deskProviders(list: DeskList): Promise<readonly { readonly id: SupplierId; readonly name: string }[]> {
      const { rows } = await valuesOn('supplier_id', list).execute(db);
      if (rows.length === 0) return [];
      const named = await db
        .selectFrom('suppliers')
        .select(['id', 'name'])
        .where(
          'id',
          'in',
          rows.map(({ id }) => asId<SupplierId>(id)),
        )
        .orderBy('name')
        .execute();
      return named.map(({ id, name }) => ({ id: asId<SupplierId>(id), name }));
    },

    /**
     * How a provider answered their latest orders: staff note their word as an offer or a refusal, and what nobody answered lapsed. Those that were
     * taken back, or wait still, say nothing of them.
     */
    async providerPace(supplierId: SupplierId): Promise<ProviderPace> {
      const { rows } = await sql<{ seconds: number; lapsed: boolean }>`
        select extract(epoch from said.at - sent.at)::float8 as seconds, said.event = 'lapse' as lapsed
        from (
          select id from orders where desk_list in (${sql.join([...deskLists])}) and supplier_id = ${supplierId} order by id desc limit ${mostPaced}
        ) as latest
        cross join lateral (
          select id, at from order_events where order_id = latest.id and event = 'submit' order by id desc limit 1
        ) as sent
        cross join lateral (
          select event, at from order_events
          where order_id = latest.id and id > sent.id and event in ('offer', 'decline', 'lapse') and from_state in ('submitted', 'reviewing')
          order by id limit 1
        ) as said`.execute(db);
      const answered = rows.filter(({ lapsed }) => !lapsed);
      return { asked: rows.length, inTime: answered.length, hours: middleOf(answered.map(({ seconds }) => seconds / 3_600)) };
    },
  };
}
