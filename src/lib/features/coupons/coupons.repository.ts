import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CouponId, OrderId, StaffId, UserId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import type { NewCoupon } from './coupons.rules.ts';
import type { Coupon, CouponUse } from './coupons.schema.ts';
import type { CouponsTables } from './coupons.tables.ts';

const moneyOf = (minor: bigint, currency: string): Money => {
  if (!isCurrency(currency)) throw new TypeError(`a coupon is in ${currency}, which is no currency of ours`);
  return { minor, currency };
};

const couponOf = (row: Selectable<CouponsTables['coupons']>): Coupon => ({
  id: asId<CouponId>(row.id),
  code: row.code,
  percent: row.percent ?? undefined,
  mostOff: moneyOf(row.most_off, row.currency),
  leastTotal: moneyOf(row.least_total, row.currency),
  payer: row.payer,
  holds: row.holds,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  most: row.most,
  mostEach: row.most_each,
  firstOnly: row.first_only,
  taken: row.taken,
  endedAt: row.ended_at ?? undefined,
});

export type CouponsRepository = ReturnType<typeof createCouponsRepository>;

export function createCouponsRepository(db: Db) {
  const uses = (on: Db | DbTransaction) =>
    on
      .selectFrom('coupon_uses')
      .innerJoin('orders', 'orders.id', 'coupon_uses.order_id')
      .innerJoin('coupons', 'coupons.id', 'coupon_uses.coupon_id')
      .select([
        'coupon_uses.order_id',
        'orders.code as order_code',
        'orders.state',
        'coupons.code as coupon_code',
        'coupon_uses.user_id',
        'coupon_uses.minor',
        'coupon_uses.currency',
        'coupon_uses.taken_at',
        'coupon_uses.back_at',
      ]);
  type UseRow = Awaited<ReturnType<ReturnType<typeof uses>['execute']>>[number];
  const useOf = (row: UseRow): CouponUse & { readonly coupon: string } => ({
    coupon: row.coupon_code,
    orderId: asId<OrderId>(row.order_id),
    order: row.order_code,
    state: row.state,
    userId: row.user_id === null ? undefined : asId<UserId>(row.user_id),
    off: moneyOf(row.minor, row.currency),
    takenAt: row.taken_at,
    backAt: row.back_at ?? undefined,
  });

  return {
    /** Undefined where there is one of this code. */
    async add(tx: DbTransaction, code: string, coupon: NewCoupon, by: StaffId, now: Date): Promise<CouponId | undefined> {
      const row = await tx
        .insertInto('coupons')
        .values({
          code,
          kind: coupon.percent === undefined ? 'fixed' : 'percent',
          percent: coupon.percent ?? null,
          currency: coupon.mostOff.currency,
          most_off: coupon.mostOff.minor,
          least_total: coupon.leastTotal.minor,
          payer: coupon.payer,
          holds: JSON.stringify(coupon.holds),
          starts_on: coupon.startsOn,
          ends_on: coupon.endsOn,
          most: coupon.most,
          most_each: coupon.mostEach,
          first_only: coupon.firstOnly,
          made_by: by,
          made_at: now,
          ended_at: null,
        })
        .onConflict((conflict) => conflict.column('code').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row && asId<CouponId>(row.id);
    },

    /** How many of these providers there are. */
    async suppliers(ids: readonly number[]): Promise<number> {
      if (ids.length === 0) return 0;
      const rows = await db
        .selectFrom('suppliers')
        .select('id')
        .where('id', 'in', [...ids])
        .execute();
      return rows.length;
    },

    async find(id: CouponId, on: Db | DbTransaction = db): Promise<Coupon | undefined> {
      const row = await on.selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirst();
      return row && couponOf(row);
    },

    async ofCode(code: string): Promise<Coupon | undefined> {
      const row = await db.selectFrom('coupons').selectAll().where('code', '=', code).executeTakeFirst();
      return row && couponOf(row);
    },

    /** Newest first; `before`: those with a lower number. */
    async list(before: CouponId | undefined, most: number): Promise<readonly Coupon[]> {
      const rows = await db
        .selectFrom('coupons')
        .selectAll()
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.map(couponOf);
    },

    /** Returns whether it had not ended yet. */
    async end(tx: DbTransaction, id: CouponId, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await tx.updateTable('coupons').set({ ended_at: now }).where('id', '=', id).where('ended_at', 'is', null).executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async keep(tx: DbTransaction, userId: UserId, id: CouponId, now: Date): Promise<void> {
      await tx
        .insertInto('kept_coupons')
        .values({ user_id: userId, coupon_id: id, kept_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async keptBy(userId: UserId): Promise<readonly (Coupon & { readonly keptAt: Date })[]> {
      const rows = await db
        .selectFrom('kept_coupons')
        .innerJoin('coupons', 'coupons.id', 'coupon_id')
        .selectAll('coupons')
        .select('kept_at')
        .where('user_id', '=', userId)
        .orderBy('kept_at', 'desc')
        .limit(100)
        .execute();
      return rows.map((row) => ({ ...couponOf(row), keptAt: row.kept_at }));
    },

    usesBy: async (userId: UserId) =>
      (await uses(db).where('coupon_uses.user_id', '=', userId).orderBy('coupon_uses.id', 'desc').limit(200).execute()).map(useOf),
    usesOf: async (id: CouponId, most: number) =>
      (await uses(db).where('coupon_id', '=', id).orderBy('coupon_uses.id', 'desc').limit(most).execute()).map(useOf),

    /** What has come of a coupon: orders that have it now, those of them that were paid, what it took off them, and how often it was given back. */
    async figures(id: CouponId) {
      const { rows } = await sql<{ open: string; booked: string; off: string; back: string }>`
        select count(*) filter (where back_at is null) as open,
          count(*) filter (where back_at is null and state in ('paid', 'confirmed', 'checked_in', 'completed')) as booked,
          coalesce(sum(minor) filter (where back_at is null and state in ('paid', 'confirmed', 'checked_in', 'completed')), 0) as off,
          count(*) filter (where back_at is not null) as back
        from coupon_uses join orders on orders.id = order_id where coupon_id = ${id}`.execute(db);
      const [row] = rows;
      return { open: Number(row?.open ?? 0), booked: Number(row?.booked ?? 0), off: BigInt(row?.off ?? 0), back: Number(row?.back ?? 0) };
    },

    async chosen(orderId: OrderId, on: Db | DbTransaction = db): Promise<Coupon | undefined> {
      const row = await on
        .selectFrom('coupon_choices')
        .innerJoin('coupons', 'coupons.id', 'coupon_id')
        .selectAll('coupons')
        .where('order_id', '=', orderId)
        .executeTakeFirst();
      return row && couponOf(row);
    },

    async choose(tx: DbTransaction, orderId: OrderId, id: CouponId | undefined): Promise<void> {
      if (id === undefined) await tx.deleteFrom('coupon_choices').where('order_id', '=', orderId).execute();
      else
        await tx
          .insertInto('coupon_choices')
          .values({ order_id: orderId, coupon_id: id })
          .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ coupon_id: id }))
          .execute();
    },

    /** Lets what one person does with coupons go one after the other until the transaction ends. */
    inTurn: (tx: DbTransaction, userId: UserId): Promise<void> => lockFor(tx, `coupons of ${userId}`),

    /** The coupon that an order has taken and not given back. */
    async takenBy(orderId: OrderId, on: Db | DbTransaction = db): Promise<CouponId | undefined> {
      const row = await on.selectFrom('coupon_uses').select('coupon_id').where('order_id', '=', orderId).where('back_at', 'is', null).executeTakeFirst();
      return row && asId<CouponId>(row.coupon_id);
    },

    /** The numbers of somebody's uses of a coupon that were not given back. */
    async numbersOf(id: CouponId, userId: UserId, on: Db | DbTransaction = db): Promise<readonly number[]> {
      const rows = await on
        .selectFrom('coupon_uses')
        .select('nth')
        .where('coupon_id', '=', id)
        .where('user_id', '=', userId)
        .where('back_at', 'is', null)
        .execute();
      return rows.map(({ nth }) => nth);
    },

    /** Whether somebody has paid for another order, or uses a coupon for first orders with one. */
    async hasOther(userId: UserId, orderId: OrderId | undefined, on: Db | DbTransaction = db): Promise<boolean> {
      const { rows } = await sql<{ has: boolean }>`
        select exists (
          select 1 from orders join order_events on order_events.order_id = orders.id
          where orders.user_id = ${userId} and orders.id <> ${orderId ?? 0} and order_events.event = 'pay'
        ) or exists (
          select 1 from coupon_uses join coupons on coupons.id = coupon_id
          where coupon_uses.user_id = ${userId} and order_id <> ${orderId ?? 0} and back_at is null and first_only
        ) as has`.execute(on);
      return rows[0]?.has === true;
    },

    /** Takes one of those there are. @param today without it, also of a coupon whose time is over. @returns whether there was one */
    async takeOne(tx: DbTransaction, id: CouponId, today: string | undefined): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('coupons')
        .set(({ eb }) => ({ taken: eb('taken', '+', 1) }))
        .where('id', '=', id)
        .whereRef('taken', '<', 'most')
        .$if(today !== undefined, (query) =>
          query
            .where('ended_at', 'is', null)
            .where('starts_on', '<=', today ?? '')
            .where('ends_on', '>=', today ?? ''),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async addUse(
      tx: DbTransaction,
      use: { readonly couponId: CouponId; readonly orderId: OrderId; readonly userId: UserId; readonly nth: number; readonly off: Money },
      now: Date,
    ): Promise<void> {
      await tx
        .insertInto('coupon_uses')
        .values({
          coupon_id: use.couponId,
          order_id: use.orderId,
          user_id: use.userId,
          nth: use.nth,
          minor: use.off.minor,
          currency: use.off.currency,
          taken_at: now,
          back_at: null,
          back_by: null,
        })
        .execute();
    },

    /** @returns whether the order had one. */
    async giveBack(tx: DbTransaction, orderId: OrderId, by: StaffId | undefined, now: Date): Promise<boolean> {
      const row = await tx
        .updateTable('coupon_uses')
        .set({ back_at: now, back_by: by ?? null })
        .where('order_id', '=', orderId)
        .where('back_at', 'is', null)
        .returning('coupon_id')
        .executeTakeFirst();
      if (!row) return false;
      await tx
        .updateTable('coupons')
        .set(({ eb }) => ({ taken: eb('taken', '-', 1) }))
        .where('id', '=', row.coupon_id)
        .execute();
      return true;
    },

    /** Uses of one account become another's, numbered on behind its own. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await sql`insert into kept_coupons (user_id, coupon_id, kept_at) select ${into}, coupon_id, kept_at from kept_coupons where user_id = ${from}
        on conflict do nothing`.execute(tx);
      await tx.deleteFrom('kept_coupons').where('user_id', '=', from).execute();
      await sql`update coupon_uses set user_id = ${into}, nth = nth + coalesce(
          (select max(own.nth) from coupon_uses own where own.user_id = ${into} and own.coupon_id = coupon_uses.coupon_id), 0)
        where user_id = ${from}`.execute(tx);
    },
  };
}
