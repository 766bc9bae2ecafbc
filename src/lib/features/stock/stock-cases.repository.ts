/** Leases of which a provider says that fewer are left than we sold: staff see to each. */
import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, StaffId, StockCaseId, TenancyId } from '#lib/ids/ids.ts';
import type { StockCase } from './stock.schema.ts';

export type Overdrawn = { readonly tenancyId: TenancyId; readonly feed: number; readonly sold: number };

export type StockCasesRepository = ReturnType<typeof createStockCasesRepository>;

export function createStockCasesRepository(db: Db) {
  return {
    /** Leases of houses of which we sold more than the provider has left; what they closed counts as none. Holds sell nothing. */
    async overdrawn(tx: DbTransaction, houses: readonly HouseId[], now: Date): Promise<readonly Overdrawn[]> {
      const at = sql`${now.toISOString()}::timestamptz`;
      const { rows } = await sql<{ id: number; feed: number; sold: number }>`
        select * from (
          select t.id, case when t.status = 'open' and h.status <> 'closed' then coalesce(t.feed_stock, t.stock) else 0 end as feed, (
            select count(distinct c.bed_id) from bed_claims c
            where c.unit_id = t.unit_id and c.tenancy_id = t.id and c.order_id is not null and c.released_at is null
              and (c.expires_at is null or c.expires_at > ${at}) and not coalesce(c.sold_at <= t.last_confirmed_at, false)
          )::int as sold
          from tenancies t join houses h on h.id = t.house_id where h.id = any(${houses}::int[])
        ) counted where sold > feed`.execute(tx);
      return rows.map(({ id, feed, sold }) => ({ tenancyId: asId<TenancyId>(id), feed, sold }));
    },

    /** Opens a case for staff, unless one of this lease is open. Undefined when one was. */
    async openCase(tx: DbTransaction, { tenancyId, feed, sold }: Overdrawn, now: Date): Promise<StockCaseId | undefined> {
      const { rows } = await sql<{ id: number }>`
        insert into stock_cases (tenancy_id, feed_count, sold, opened_at) values (${tenancyId}, ${feed}, ${sold}, ${now.toISOString()}::timestamptz)
        on conflict do nothing returning id`.execute(tx);
      return rows[0] && asId<StockCaseId>(rows[0].id);
    },

    /** Open cases, the oldest first. */
    async openCases(most: number): Promise<readonly StockCase[]> {
      const { rows } = await sql<{
        id: number;
        tenancy_id: number;
        feed_count: number;
        sold: number;
        opened_at: Date;
        house_id: number;
        house: string;
        unit: string;
        move_in: string;
        move_out: string;
        orders: string[];
      }>`
        select c.id, c.tenancy_id, c.feed_count, c.sold, c.opened_at, h.id as house_id, h.name as house, u.name as unit, t.move_in, t.move_out,
          array(select o.code from bed_claims b join orders o on o.id = b.order_id
            where b.tenancy_id = t.id and b.released_at is null order by o.id limit 50) as orders
        from stock_cases c join tenancies t on t.id = c.tenancy_id join units u on u.id = t.unit_id join houses h on h.id = t.house_id
        where c.settled_at is null order by c.id limit ${most}`.execute(db);
      return rows.map((row) => ({
        id: asId<StockCaseId>(row.id),
        houseId: asId<HouseId>(row.house_id),
        house: row.house,
        unit: row.unit,
        period: { from: row.move_in, to: row.move_out },
        feed: row.feed_count,
        sold: row.sold,
        openedAt: row.opened_at,
        orders: row.orders,
      }));
    },

    async settleCase(tx: DbTransaction, id: StockCaseId, staffId: StaffId, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('stock_cases')
        .set({ settled_at: now, settled_by: staffId })
        .where('id', '=', id)
        .where('settled_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
