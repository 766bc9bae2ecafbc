import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { quoteSchema } from '#lib/features/quotes/quote.schema.ts';
import type { Quote } from '#lib/features/quotes/quote.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, OrderId, StaffId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import { soldStates } from './order.process.rules.ts';
import type { OrdersTables } from './orders.tables.ts';
import type { OrderActor, OrderEvent, OrderState } from './order.process.rules.ts';
import { endedStates } from './orders.schema.ts';
import type { AskedBooking, Order, OrderHome, SignedContract, TimelineEntry, TimelineEvent } from './orders.schema.ts';

/** An order with what only the service opens. */
export type StoredOrder = Order & {
  readonly sealed: string | undefined;
  /** Parts of the price asked for after the one that books. */
  readonly askedDues: number;
};

export type NewOrder = {
  readonly code: string;
  readonly userId: UserId;
  readonly houseId: HouseId;
  readonly unitId: UnitId;
  readonly tenancyId: TenancyId;
  readonly from: string;
  readonly to: string | undefined;
  readonly quote: Quote;
  readonly home: OrderHome;
  readonly asked: AskedBooking;
  readonly locale: Locale;
  readonly template: string;
  readonly sealed: string;
  readonly deadline: Date;
  readonly againOf: OrderId | undefined;
};

const columns = [
  'id',
  'code',
  'user_id',
  'house_id',
  'unit_id',
  'tenancy_id',
  'period_from',
  'period_to',
  'state',
  'quote',
  'home',
  'asked',
  'asked_dues',
  'locale',
  'template',
  'sealed',
  'deadline',
  'staff_id',
  'created_at',
  'moved_at',
] as const;

type Row = {
  readonly id: number;
  readonly code: string;
  readonly user_id: number | null;
  readonly house_id: number;
  readonly unit_id: number;
  readonly tenancy_id: number;
  readonly period_from: string;
  readonly period_to: string | null;
  readonly state: OrderState;
  readonly quote: unknown;
  readonly home: OrderHome;
  readonly asked: AskedBooking;
  readonly asked_dues: number;
  readonly locale: string;
  readonly template: string;
  readonly sealed: string | null;
  readonly deadline: Date | null;
  readonly staff_id: number | null;
  readonly created_at: Date;
  readonly moved_at: Date;
};

const orderOf = (row: Row): StoredOrder => ({
  askedDues: row.asked_dues,
  id: asId<OrderId>(row.id),
  code: row.code,
  userId: row.user_id === null ? undefined : asId<UserId>(row.user_id),
  houseId: asId<HouseId>(row.house_id),
  unitId: asId<UnitId>(row.unit_id),
  tenancyId: asId<TenancyId>(row.tenancy_id),
  from: row.period_from,
  to: row.period_to ?? undefined,
  state: row.state,
  quote: quoteSchema.parse(row.quote),
  home: row.home,
  asked: row.asked,
  locale: locales.find((one) => one === row.locale) ?? 'en-us',
  template: row.template,
  sealed: row.sealed ?? undefined,
  deadline: row.deadline ?? undefined,
  staffId: row.staff_id === null ? undefined : asId<StaffId>(row.staff_id),
  createdAt: row.created_at,
  movedAt: row.moved_at,
});

/** A quote as the database keeps it: amounts as texts. */
const stored = (quote: Quote): string => JSON.stringify(quote, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

const signature = ['signer', 'document_hash', 'binding_language', 'signed_at'] as const;
const signatureOf = (row: Pick<Selectable<OrdersTables['order_contracts']>, (typeof signature)[number]>): Omit<SignedContract, 'document'> => ({
  signer: row.signer,
  hash: row.document_hash,
  language: row.binding_language,
  signedAt: row.signed_at,
});

export type OrdersRepository = ReturnType<typeof createOrdersRepository>;

export function createOrdersRepository(db: Db) {
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

    /** Lets what one person sends go one after the other until the transaction ends, so that counting it holds. */
    inTurn: (tx: DbTransaction, userId: UserId): Promise<void> => lockFor(tx, `orders of ${userId}`),

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

    async find(code: string, on: Db | DbTransaction = db): Promise<StoredOrder | undefined> {
      const row = await on.selectFrom('orders').select(columns).where('code', '=', code).executeTakeFirst();
      return row && orderOf(row);
    },

    /** One that is not let change by others until the transaction ends. The name is the one payments lock, so that neither waits for the other in a circle. */
    async lock(tx: DbTransaction, code: string): Promise<StoredOrder | undefined> {
      await lockFor(tx, `order:${code}`);
      const row = await tx.selectFrom('orders').select(columns).where('code', '=', code).forUpdate().executeTakeFirst();
      return row && orderOf(row);
    },

    async move(
      tx: DbTransaction,
      id: OrderId,
      { to, event, by, deadline }: { readonly to: OrderState; readonly event: OrderEvent; readonly by: OrderActor; readonly deadline: Date | undefined },
      now: Date,
    ): Promise<void> {
      await tx
        .updateTable('orders')
        .set({ state: to, moved_event: event, moved_by: by, deadline: deadline ?? null, moved_at: now })
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    },

    async tell(tx: DbTransaction, id: OrderId, entry: TimelineEntry): Promise<void> {
      await tx
        .insertInto('order_events')
        .values({
          order_id: id,
          event: entry.event,
          from_state: entry.from,
          to_state: entry.to,
          actor: entry.by,
          staff_id: entry.staffId ?? null,
          note: entry.note,
          is_internal: entry.isInternal,
          at: entry.at,
        })
        .execute();
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

    async putSealed(tx: DbTransaction, id: OrderId, sealed: string): Promise<void> {
      await tx.updateTable('orders').set({ sealed }).where('id', '=', id).execute();
    },

    /** Another lease, another time or another price for a draft. */
    async putLease(tx: DbTransaction, id: OrderId, lease: Pick<NewOrder, 'unitId' | 'tenancyId' | 'from' | 'to' | 'quote' | 'home'>): Promise<void> {
      await tx
        .updateTable('orders')
        .set({
          unit_id: lease.unitId,
          tenancy_id: lease.tenancyId,
          period_from: lease.from,
          period_to: lease.to ?? null,
          plan: lease.quote.plan,
          quote: stored(lease.quote),
          home: JSON.stringify(lease.home),
        })
        .where('id', '=', id)
        .execute();
    },

    async giveTo(tx: DbTransaction, id: OrderId, staffId: StaffId): Promise<void> {
      await tx.updateTable('orders').set({ staff_id: staffId }).where('id', '=', id).execute();
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

    async counts(): Promise<ReadonlyMap<OrderState, number>> {
      const rows = await db
        .selectFrom('orders')
        .select(({ fn }) => ['state', fn.countAll<string>().as('count')])
        .groupBy('state')
        .execute();
      return new Map(rows.map(({ state, count }) => [state, Number(count)]));
    },

    /** Codes of orders whose time is over. */
    async due(now: Date, most: number): Promise<readonly string[]> {
      const rows = await db.selectFrom('orders').select('code').where('deadline', '<=', now).orderBy('deadline').limit(most).execute();
      return rows.map(({ code }) => code);
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

    /** Codes of stays that ended before a day. */
    async ended(before: string, most: number): Promise<readonly string[]> {
      const rows = await db.selectFrom('orders').select('code').where('state', '=', 'checked_in').where('period_to', '<', before).limit(most).execute();
      return rows.map(({ code }) => code);
    },

    async putFile(tx: DbTransaction, id: OrderId, kind: string, file: string, now: Date): Promise<void> {
      await tx
        .insertInto('order_files')
        .values({ order_id: id, kind, file, added_at: now })
        .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doUpdateSet({ file, added_at: now }))
        .execute();
    },

    async dropFile(tx: DbTransaction, id: OrderId, kind: string): Promise<void> {
      await tx.deleteFrom('order_files').where('order_id', '=', id).where('kind', '=', kind).execute();
    },

    async files(id: OrderId, on: Db | DbTransaction = db): Promise<readonly { readonly kind: string; readonly file: string; readonly addedAt: Date }[]> {
      const rows = await on.selectFrom('order_files').selectAll().where('order_id', '=', id).orderBy('kind').execute();
      return rows.map(({ kind, file, added_at }) => ({ kind, file, addedAt: added_at }));
    },

    /** Takes documents off orders that were over before a moment, at most so many. Returns the files. */
    async takeFiles(tx: DbTransaction, before: Date, most: number): Promise<readonly string[]> {
      const rows = await tx
        .deleteFrom('order_files')
        .where('file', 'in', ({ selectFrom }) =>
          selectFrom('order_files')
            .innerJoin('orders', 'orders.id', 'order_files.order_id')
            .select('file')
            .where('orders.state', 'in', endedStates)
            .where('orders.moved_at', '<', before)
            .limit(most),
        )
        .returning('file')
        .execute();
      return rows.map(({ file }) => file);
    },

    /** The order that a file came with. */
    async ofFile(file: string): Promise<OrderId | undefined> {
      const row = await db.selectFrom('order_files').select('order_id').where('file', '=', file).executeTakeFirst();
      return row && asId<OrderId>(row.order_id);
    },

    /** Returns whether it was signed now. */
    async sign(
      tx: DbTransaction,
      id: OrderId,
      { signer, document, hash, language, signedAt, sealed, file }: SignedContract & { readonly sealed: string; readonly file: string },
    ): Promise<void> {
      await tx
        .insertInto('order_contracts')
        .values({ order_id: id, signer, document, document_hash: hash, binding_language: language, signed_at: signedAt, sealed, file })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async signatures(id: OrderId): Promise<readonly Omit<SignedContract, 'document'>[]> {
      const rows = await db.selectFrom('order_contracts').select(signature).where('order_id', '=', id).orderBy('id').execute();
      return rows.map(signatureOf);
    },

    async contracts(id: OrderId): Promise<readonly SignedContract[]> {
      const rows = await db
        .selectFrom('order_contracts')
        .select([...signature, 'document'])
        .where('order_id', '=', id)
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...signatureOf(row), document: row.document }));
    },

    /** The file of a contract that was signed, encrypted as it is kept. */
    async contractFile(id: OrderId, hash: string): Promise<string | undefined> {
      const row = await db.selectFrom('order_contracts').select('file').where('order_id', '=', id).where('document_hash', '=', hash).executeTakeFirst();
      return row?.file ?? undefined;
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

    /** Orders of one account become another's. Of two drafts of the same, the one of the account that stays is kept on the list. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
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
