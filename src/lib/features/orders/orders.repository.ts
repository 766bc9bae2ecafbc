/** Orders on their way, from the first time they are read to where they end. */
import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { OrderId, StaffId, UserId } from '#lib/ids/ids.ts';
import { soldStates } from './order.process.rules.ts';
import type { OrderActor, OrderEvent, OrderState } from './order.process.rules.ts';
import type { TimelineEntry, TimelineEvent } from './orders.schema.ts';
import { claimRows } from './claims.repository.ts';
import { columns, leaseRow, lockOfOrder, orderOf } from './order-rows.repository.ts';
import type { AgreedLease, StoredOrder } from './order-rows.repository.ts';
import { contractWordRows } from './contract-words.repository.ts';
import { orderDeskRows } from './order-desk.repository.ts';
import { draftRows } from './drafts.repository.ts';
import { paperRows } from './papers.repository.ts';
import { supplierDueRows } from './supplier-dues.repository.ts';

export type { StoredOrder } from './order-rows.repository.ts';

const eventRow = (id: OrderId, entry: TimelineEntry) => ({
  order_id: id,
  event: entry.event,
  from_state: entry.from,
  to_state: entry.to,
  actor: entry.by,
  staff_id: entry.staffId ?? null,
  note: entry.note,
  is_internal: entry.isInternal,
  at: entry.at,
});

export type OrdersRepository = ReturnType<typeof createOrdersRepository>;

export function createOrdersRepository(db: Db) {
  return {
    ...draftRows(db),
    ...paperRows(db),
    ...supplierDueRows(db),
    ...claimRows(db),
    ...contractWordRows(db),
    ...orderDeskRows(db),

    async find(code: string, on: Db | DbTransaction = db): Promise<StoredOrder | undefined> {
      const row = await on.selectFrom('orders').select(columns).where('code', '=', code).executeTakeFirst();
      return row && orderOf(row);
    },

    /** One that is not let change by others until the transaction ends. */
    async lock(tx: DbTransaction, code: string): Promise<StoredOrder | undefined> {
      await lockFor(tx, lockOfOrder(code));
      const row = await tx.selectFrom('orders').select(columns).where('code', '=', code).forUpdate().executeTakeFirst();
      return row && orderOf(row);
    },

    /** Goes along an edge, and writes it down. @param lease what it is of from now on, where that is decided by going. */
    async move(
      tx: DbTransaction,
      id: OrderId,
      entry: TimelineEntry & { readonly event: OrderEvent; readonly by: OrderActor },
      deadline: Date | undefined,
      lease?: AgreedLease,
    ): Promise<void> {
      await tx
        .with('moved', (query) =>
          query
            .updateTable('orders')
            .set({
              state: entry.to,
              moved_event: entry.event,
              moved_by: entry.by,
              deadline: deadline ?? null,
              pay_by: null,
              moved_at: entry.at,
              reminded_at: null,
            })
            .$if(lease !== undefined, (update) => update.set(lease ? leaseRow(lease) : {}))
            .where('id', '=', id)
            .returning('id'),
        )
        .insertInto('order_events')
        .values(eventRow(id, entry))
        .execute();
    },

    async tell(tx: DbTransaction, id: OrderId, entry: TimelineEntry): Promise<void> {
      await tx.insertInto('order_events').values(eventRow(id, entry)).execute();
    },

    async timeline(id: OrderId): Promise<readonly TimelineEntry[]> {
      const rows = await db.selectFrom('order_events').selectAll().where('order_id', '=', id).orderBy('id').limit(500).execute();
      return rows.map((row) => ({
        event: row.event as TimelineEvent,
        from: row.from_state,
        to: row.to_state,
        by: row.actor,
        staffId: row.staff_id === null ? undefined : asId<StaffId>(row.staff_id),
        note: row.note,
        isInternal: row.is_internal,
        at: row.at,
      }));
    },

    /** @param staffId undefined: nobody's from now on. */
    async giveTo(tx: DbTransaction, id: OrderId, staffId: StaffId | undefined): Promise<void> {
      await tx
        .updateTable('orders')
        .set({ staff_id: staffId ?? null })
        .where('id', '=', id)
        .execute();
    },

    /** The offer stands by the provider's word, whatever was changed. @param print what was found */
    async keepTerms(tx: DbTransaction, id: OrderId, print: string): Promise<void> {
      await tx.updateTable('orders').set({ kept_terms: print }).where('id', '=', id).execute();
    },

    async hide(tx: DbTransaction, id: OrderId, now: Date): Promise<void> {
      await tx.updateTable('orders').set({ hidden_at: now }).where('id', '=', id).execute();
    },

    /** Those of somebody that they have not taken off their list, newest first. */
    async ofUser(userId: UserId, states: readonly OrderState[] | undefined, most: number): Promise<readonly StoredOrder[]> {
      const rows = await db
        .selectFrom('orders')
        .select(columns)
        .where('user_id', '=', userId)
        .where('hidden_at', 'is', null)
        .$if(states !== undefined, (query) => query.where('state', 'in', [...(states ?? [])]))
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.map(orderOf);
    },

    /** Those in a state, the ones that wait longest in front; below an id on later pages. */
    async inState(states: readonly OrderState[], after: number, most: number): Promise<readonly StoredOrder[]> {
      const rows = await db
        .selectFrom('orders')
        .select(columns)
        .where('state', 'in', [...states])
        .where('id', '>', asId<OrderId>(after))
        .orderBy('id')
        .limit(most)
        .execute();
      return rows.map(orderOf);
    },

    /** Codes of orders whose time is over. */
    async due(now: Date, most: number): Promise<readonly string[]> {
      const rows = await db.selectFrom('orders').select('code').where('deadline', '<=', now).orderBy('deadline').limit(most).execute();
      return rows.map(({ code }) => code);
    },

    /** Codes of orders that wait for their applicant, and not for long any more. */
    async nearDeadline(states: readonly OrderState[], now: Date, until: Date, most: number): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('orders')
        .select('code')
        .where('state', 'in', [...states])
        .where('deadline', '>', now)
        .where('deadline', '<=', until)
        .where('reminded_at', 'is', null)
        .orderBy('deadline')
        .limit(most)
        .execute();
      return rows.map(({ code }) => code);
    },

    /**
     * Codes of confirmed orders whose applicant has not said that they moved in: from a time of day at the home, in hours, of the first day on,
     * and once more when the last day is over, for so many days.
     */
    async notMovedIn(now: Date, { hour, days }: { readonly hour: number; readonly days: number }, most: number): Promise<readonly string[]> {
      const here = sql<string>`(${now}::timestamptz at time zone (home->>'zone') - make_interval(hours => ${hour}))::date`;
      const { rows } = await sql<{ code: string }>`
        select code from orders where state = 'confirmed' and user_id is not null and period_from <= ${here}
          and (period_to is null or period_to >= ${here} - ${days}::int)
          and (reminded_at is null or (period_to < ${here} and (reminded_at at time zone (home->>'zone'))::date < period_to))
        order by period_from limit ${most}`.execute(db);
      return rows.map(({ code }) => code);
    },

    /** It waits for another time than before, of which somebody is reminded anew. @param payBy until when it had to be paid before. */
    async waitUntil(tx: DbTransaction, id: OrderId, { deadline, payBy }: { readonly deadline: Date; readonly payBy: Date }): Promise<void> {
      await tx.updateTable('orders').set({ deadline, pay_by: payBy, reminded_at: null }).where('id', '=', id).execute();
    },

    async reminded(tx: DbTransaction, id: OrderId, now: Date): Promise<void> {
      await tx.updateTable('orders').set({ reminded_at: now }).where('id', '=', id).execute();
    },

    /** Codes of booked orders of which a part of the price falls due up to a day, and was not asked for. */
    async withDues(until: string, most: number): Promise<readonly string[]> {
      const { rows } = await sql<{ code: string }>`
        select code from orders where state in (${sql.join(soldStates)}) and user_id is not null and quote->'dues'->(asked_dues + 1)->>'on' <= ${until}
        order by id limit ${most}`.execute(db);
      return rows.map(({ code }) => code);
    },

    async askedDue(tx: DbTransaction, id: OrderId): Promise<void> {
      await tx
        .updateTable('orders')
        .set(({ eb }) => ({ asked_dues: eb('asked_dues', '+', 1) }))
        .where('id', '=', id)
        .execute();
    },

    /** Codes of stays whose last day is over where the home is. */
    async ended(now: Date, most: number): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('orders')
        .select('code')
        .where('state', '=', 'checked_in')
        .where('period_to', '<', sql<string>`(${now}::timestamptz at time zone (home->>'zone'))::date`)
        .limit(most)
        .execute();
      return rows.map(({ code }) => code);
    },

    /** Whether somebody has an order, whatever has become of it. */
    async binds(tx: DbTransaction, userId: UserId): Promise<boolean> {
      return (await tx.selectFrom('orders').select('code').where('user_id', '=', userId).limit(1).executeTakeFirst()) !== undefined;
    },

    /** Orders of one account become another's. Of two drafts of the same, the one of the account that stays is kept on the list. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx.updateTable('sponsor_links').set({ user_id: into }).where('user_id', '=', from).execute();
      const own = await tx
        .selectFrom('orders')
        .select(['tenancy_id', 'period_from', 'period_to'])
        .where('user_id', '=', into)
        .where('state', '=', 'draft')
        .execute();
      for (const { tenancy_id, period_from, period_to } of own)
        await tx
          .updateTable('orders')
          .set({ hidden_at: new Date(0) })
          .where('user_id', '=', from)
          .where('state', '=', 'draft')
          .where('tenancy_id', '=', tenancy_id)
          .where('period_from', '=', period_from)
          .where('period_to', 'is not distinct from', period_to)
          .execute();
      await tx.updateTable('orders').set({ user_id: into }).where('user_id', '=', from).execute();
      const has = await tx.selectFrom('application_profiles').select('user_id').where('user_id', '=', into).executeTakeFirst();
      if (!has) await tx.updateTable('application_profiles').set({ user_id: into }).where('user_id', '=', from).execute();
    },
  };
}
