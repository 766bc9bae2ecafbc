/** Applications that are begun, and what somebody says of themselves in each. */
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { OrderId, UserId } from '#lib/ids/ids.ts';
import type { OrderState } from './order.process.rules.ts';
import { columns, leaseRow, lockOfOrder, orderOf, stored } from './order-rows.repository.ts';
import type { AgreedLease, NewOrder, StoredOrder } from './order-rows.repository.ts';

/** The name under which what somebody applies for is locked, so that it goes one after the other. */
const lockOfOwn = (userId: UserId): string => `orders of ${userId}`;

export function draftRows(db: Db) {
  return {
    /** Undefined where the same is a draft of this person already. */
    async add(tx: DbTransaction, order: NewOrder, now: Date): Promise<OrderId | undefined> {
      const row = await tx
        .insertInto('orders')
        .values({
          code: order.code,
          user_id: order.userId,
          house_id: order.houseId,
          unit_id: order.unitId,
          tenancy_id: order.tenancyId,
          period_from: order.from,
          period_to: order.to ?? null,
          moved_event: null,
          moved_by: null,
          plan: order.quote.plan,
          quote: stored(order.quote),
          home: JSON.stringify(order.home),
          asked: JSON.stringify(order.asked),
          locale: order.locale,
          template: order.template,
          sealed: order.sealed,
          deadline: order.deadline,
          staff_id: null,
          created_at: now,
          moved_at: now,
          hidden_at: null,
          again_of: order.againOf ?? null,
          reminded_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return row && asId<OrderId>(row.id);
    },

    /** The draft of somebody for a lease and a time. */
    async draftFor(
      tx: DbTransaction,
      { userId, tenancyId, from, to }: Pick<NewOrder, 'userId' | 'tenancyId' | 'from' | 'to'>,
    ): Promise<StoredOrder | undefined> {
      const row = await tx
        .selectFrom('orders')
        .select(columns)
        .where('user_id', '=', userId)
        .where('tenancy_id', '=', tenancyId)
        .where('period_from', '=', from)
        .where('period_to', 'is not distinct from', to ?? null)
        .where('state', '=', 'draft')
        .where('hidden_at', 'is', null)
        .executeTakeFirst();
      return row && orderOf(row);
    },

    /** What a transaction locks that sends an order: the order, and what its applicant sends, which goes one after the other, so that counting it holds. */
    locksToSend: (code: string, userId: UserId): readonly string[] => [lockOfOrder(code), lockOfOwn(userId)],
    lockOfOwn,

    /** An order in a transaction that has these locks, with how many of somebody are in these states. */
    async toSend(
      tx: DbTransaction,
      code: string,
      userId: UserId,
      states: readonly OrderState[],
    ): Promise<{ readonly order: StoredOrder; readonly waiting: number } | undefined> {
      const row = await tx
        .selectFrom('orders')
        .select(columns)
        .select(({ selectFrom }) =>
          selectFrom('orders as other')
            .select(({ fn }) => fn.countAll<string>().as('count'))
            .where('other.user_id', '=', userId)
            .where('other.state', 'in', states)
            .where('other.hidden_at', 'is', null)
            .as('waiting'),
        )
        .where('code', '=', code)
        .where('user_id', '=', userId)
        .forUpdate()
        .executeTakeFirst();
      return row && { order: orderOf(row), waiting: Number(row.waiting) };
    },

    /** How many orders of somebody are in these states. */
    async count(tx: DbTransaction, userId: UserId, states: readonly OrderState[]): Promise<number> {
      const { count } = await tx
        .selectFrom('orders')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('user_id', '=', userId)
        .where('state', 'in', states)
        .where('hidden_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async putSealed(tx: DbTransaction, id: OrderId, sealed: string): Promise<void> {
      await tx.updateTable('orders').set({ sealed }).where('id', '=', id).execute();
    },

    /** Another lease, another time or another price for a draft. */
    async putLease(tx: DbTransaction, id: OrderId, lease: AgreedLease): Promise<void> {
      await tx.updateTable('orders').set(leaseRow(lease)).where('id', '=', id).execute();
    },

    async profile(userId: UserId, on: Db | DbTransaction = db): Promise<string | undefined> {
      return (await on.selectFrom('application_profiles').select('sealed').where('user_id', '=', userId).executeTakeFirst())?.sealed;
    },

    async putProfile(tx: DbTransaction, userId: UserId, sealed: string, now: Date): Promise<void> {
      await tx
        .insertInto('application_profiles')
        .values({ user_id: userId, sealed, saved_at: now })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ sealed, saved_at: now }))
        .execute();
    },
  };
}
