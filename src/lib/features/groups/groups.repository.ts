/** Groups and their members. Whoever changes one locks its row first, after that of an order of it. */
import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { locales } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { GroupId, HouseId, OrderId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import type { Group, GroupHome, KeptPlaces, Member } from './groups.schema.ts';

const columns = [
  'id',
  'code',
  'house_id',
  'unit_id',
  'tenancy_id',
  'period_from',
  'period_to',
  'size',
  'home',
  'made_by',
  'link',
  'until',
  'ended_at',
] as const;

type Row = {
  readonly id: number;
  readonly code: string;
  readonly house_id: number;
  readonly unit_id: number;
  readonly tenancy_id: number;
  readonly period_from: string;
  readonly period_to: string;
  readonly size: number;
  readonly home: GroupHome;
  readonly made_by: number | null;
  readonly link: number;
  readonly until: Date;
  readonly ended_at: Date | null;
};

const groupOf = (row: Row): Group => ({
  id: asId<GroupId>(row.id),
  code: row.code,
  houseId: asId<HouseId>(row.house_id),
  unitId: asId<UnitId>(row.unit_id),
  tenancyId: asId<TenancyId>(row.tenancy_id),
  from: row.period_from,
  to: row.period_to,
  size: row.size,
  home: row.home,
  madeBy: row.made_by === null ? undefined : asId<UserId>(row.made_by),
  link: row.link,
  until: row.until,
  endedAt: row.ended_at ?? undefined,
});

/** `called` as it lies: encrypted. */
export type StoredMember = Omit<Member, 'called'> & { readonly sealed: string };
export type NewGroup = Omit<Group, 'id' | 'link' | 'endedAt' | 'madeBy'> & { readonly madeBy: UserId };
export type GroupsRepository = ReturnType<typeof createGroupsRepository>;

/** Groups of somebody that a page shows. */
const mostShown = 20;

export function createGroupsRepository(db: Db) {
  async function locked(tx: DbTransaction, id: GroupId): Promise<Group | undefined> {
    const row = await tx.selectFrom('order_groups').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
    return row && groupOf(row);
  }

  return {
    locked,

    async ofId(id: GroupId): Promise<Group | undefined> {
      const row = await db.selectFrom('order_groups').select(columns).where('id', '=', id).executeTakeFirst();
      return row && groupOf(row);
    },

    /** Lets what one person makes go one after the other until the transaction ends, so that counting it holds. */
    inTurn: (tx: DbTransaction, userId: UserId): Promise<void> => lockFor(tx, `groups of ${userId}`),
    /**
     * Lets groups take beds of units one after the other: of two that take several each could wait for the other. Units come in one order for
     * everybody, so that two who want each other's wait, and do not deadlock.
     */
    async takesBeds(tx: DbTransaction, units: readonly UnitId[]): Promise<void> {
      for (const unitId of [...new Set(units)].toSorted((a, b) => a - b)) await lockFor(tx, `beds of groups in ${unitId}`);
    },

    async add(tx: DbTransaction, group: NewGroup, now: Date): Promise<GroupId> {
      const { id } = await tx
        .insertInto('order_groups')
        .values({
          code: group.code,
          house_id: group.houseId,
          unit_id: group.unitId,
          tenancy_id: group.tenancyId,
          period_from: group.from,
          period_to: group.to,
          size: group.size,
          home: JSON.stringify(group.home),
          made_by: group.madeBy,
          until: group.until,
          created_at: now,
          ended_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return asId<GroupId>(id);
    },

    /** How many somebody has made since a moment, and how many of all are open. */
    async made(tx: DbTransaction, userId: UserId, since: Date, now: Date): Promise<{ readonly lately: number; readonly open: number }> {
      const rows = await tx
        .selectFrom('order_groups')
        .select(['created_at', 'until', 'ended_at'])
        .where('made_by', '=', userId)
        .where('created_at', '>', since)
        .execute();
      return { lately: rows.length, open: rows.filter(({ until, ended_at }) => !ended_at && until > now).length };
    },

    async find(code: string, tx: Db | DbTransaction = db): Promise<Group | undefined> {
      const row = await tx.selectFrom('order_groups').select(columns).where('code', '=', code).executeTakeFirst();
      return row && groupOf(row);
    },

    async members(id: GroupId, on: Db | DbTransaction = db): Promise<readonly StoredMember[]> {
      const rows = await on
        .selectFrom('order_group_members as m')
        .innerJoin('orders', 'orders.id', 'm.order_id')
        .select(['m.user_id', 'm.order_id', 'm.called', 'm.locale', 'm.joined_at', 'm.left_at', 'orders.code', 'orders.state', 'orders.home'])
        .select(['orders.period_from', 'orders.period_to'])
        .where('m.group_id', '=', id)
        .orderBy('m.joined_at')
        .orderBy('m.user_id')
        .execute();
      return rows.map((row) => ({
        userId: asId<UserId>(row.user_id),
        orderId: asId<OrderId>(row.order_id),
        order: row.code,
        state: row.state,
        unit: row.home.unit,
        from: row.period_from,
        to: row.period_to ?? '',
        sealed: row.called,
        locale: locales.find((one) => one === row.locale) ?? 'en-us',
        joinedAt: row.joined_at,
        leftAt: row.left_at ?? undefined,
      }));
    },

    /** Who had left comes back with what they say now. */
    async join(
      tx: DbTransaction,
      groupId: GroupId,
      member: { readonly userId: UserId; readonly orderId: OrderId; readonly sealed: string; readonly locale: Locale },
      now: Date,
    ): Promise<void> {
      const said = { order_id: member.orderId, called: member.sealed, locale: member.locale, joined_at: now, left_at: null };
      await tx
        .insertInto('order_group_members')
        .values({ group_id: groupId, user_id: member.userId, ...said })
        .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doUpdateSet(said))
        .execute();
    },

    async leave(tx: DbTransaction, groupId: GroupId, userId: UserId, now: Date): Promise<void> {
      await tx.updateTable('order_group_members').set({ left_at: now }).where('group_id', '=', groupId).where('user_id', '=', userId).execute();
    },

    /** The group that an application is in; undefined where it is in none, or not any more. */
    async ofOrder(orderId: OrderId, on: Db | DbTransaction = db): Promise<GroupId | undefined> {
      const row = await on.selectFrom('order_group_members').select('group_id').where('order_id', '=', orderId).where('left_at', 'is', null).executeTakeFirst();
      return row && asId<GroupId>(row.group_id);
    },

    /** The group that an application was ever in, the latest. */
    async everOf(code: string): Promise<Group | undefined> {
      const row = await db
        .selectFrom('order_groups as g')
        .innerJoin('order_group_members as m', 'm.group_id', 'g.id')
        .innerJoin('orders', 'orders.id', 'm.order_id')
        .select(columns.map((name) => `g.${name}` as const))
        .where('orders.code', '=', code)
        .orderBy('g.id', 'desc')
        .executeTakeFirst();
      return row && groupOf(row);
    },

    /** Whether somebody is in a group for these days of a home that is not over. */
    async isInOne(tx: DbTransaction, userId: UserId, { houseId, from, to }: Pick<Group, 'houseId' | 'from' | 'to'>, now: Date): Promise<boolean> {
      const row = await tx
        .selectFrom('order_group_members as m')
        .innerJoin('order_groups as g', 'g.id', 'm.group_id')
        .select('g.id')
        .where('m.user_id', '=', userId)
        .where('m.left_at', 'is', null)
        .where('g.house_id', '=', houseId)
        .where('g.period_from', '=', from)
        .where('g.period_to', '=', to)
        .where('g.until', '>', now)
        .where('g.ended_at', 'is', null)
        .executeTakeFirst();
      return row !== undefined;
    },

    async hasBed(userId: UserId, tenancyId: TenancyId, now: Date): Promise<boolean> {
      const { rows } = await sql<{ id: number }>`
        select c.id from order_group_members m join orders o on o.id = m.order_id join bed_claims c on c.group_id = m.group_id and c.tenancy_id = o.tenancy_id
        where m.user_id = ${userId} and m.left_at is null and c.tenancy_id = ${tenancyId} and c.released_at is null and c.expires_at > ${now.toISOString()}::timestamptz
        limit 1`.execute(db);
      return rows.length > 0;
    },

    /**
     * Beds that are kept for a group and that no application of it has taken, by lease; once its time is over, those that nobody took by then.
     * One statement: who sends an application meanwhile counts before it or after it, and never in part.
     */
    async places({ id, until }: Pick<Group, 'id' | 'until'>, on: Db | DbTransaction = db): Promise<readonly KeptPlaces[]> {
      const { rows } = await sql<{ unit_id: number; tenancy_id: number; unit: string; move_in: string; move_out: string; kept: number; drafts: number }>`
        select c.unit_id, c.tenancy_id, u.name as unit, lower(c.period)::text as move_in, upper(c.period)::text as move_out, count(*)::int as kept,
          (select count(*)::int from order_group_members m join orders o on o.id = m.order_id
            where m.group_id = ${id} and m.left_at is null and o.state = 'draft' and o.tenancy_id = c.tenancy_id) as drafts
        from bed_claims c join units u on u.id = c.unit_id
        where c.group_id = ${id} and (c.released_at is null or c.released_at >= ${until.toISOString()}::timestamptz)
        group by c.unit_id, c.tenancy_id, u.name, c.period order by c.unit_id, c.tenancy_id`.execute(on);
      return rows.map((row) => ({
        unitId: asId<UnitId>(row.unit_id),
        tenancyId: asId<TenancyId>(row.tenancy_id),
        unit: row.unit,
        from: row.move_in,
        to: row.move_out,
        kept: row.kept,
        left: Math.max(0, row.kept - row.drafts),
      }));
    },

    async ofUser(userId: UserId): Promise<readonly Group[]> {
      const rows = await db
        .selectFrom('order_groups as g')
        .innerJoin('order_group_members as m', 'm.group_id', 'g.id')
        .select(columns.map((name) => `g.${name}` as const))
        .where('m.user_id', '=', userId)
        .orderBy('g.id', 'desc')
        .limit(mostShown)
        .execute();
      return rows.map(groupOf);
    },

    async nextLink(tx: DbTransaction, id: GroupId): Promise<void> {
      await tx
        .updateTable('order_groups')
        .set(({ eb }) => ({ link: eb('link', '+', 1) }))
        .where('id', '=', id)
        .execute();
    },

    /** Whoever has not sent an application by now is in it no more: theirs goes on by itself. */
    async end(tx: DbTransaction, id: GroupId, now: Date): Promise<void> {
      await tx
        .updateTable('order_group_members')
        .set({ left_at: now })
        .where('group_id', '=', id)
        .where('left_at', 'is', null)
        .where('order_id', 'in', ({ selectFrom }) => selectFrom('orders').select('orders.id').where('orders.state', '=', 'draft'))
        .execute();
      await tx.updateTable('order_groups').set({ ended_at: now }).where('id', '=', id).execute();
    },

    /** Groups whose time is over, and which nobody has ended yet. */
    async due(now: Date, most: number): Promise<readonly GroupId[]> {
      const rows = await db
        .selectFrom('order_groups')
        .select('id')
        .where('ended_at', 'is', null)
        .where('until', '<=', now)
        .orderBy('until')
        .limit(most)
        .execute();
      return rows.map(({ id }) => asId<GroupId>(id));
    },

    /** Groups of one account become another's; where both are in one, the one that stays is. */
    async joinAccounts(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx.updateTable('order_groups').set({ made_by: into }).where('made_by', '=', from).execute();
      await tx
        .updateTable('order_group_members')
        .set({ user_id: into })
        .where('user_id', '=', from)
        .where('group_id', 'not in', ({ selectFrom }) => selectFrom('order_group_members as own').select('own.group_id').where('own.user_id', '=', into))
        .execute();
    },
  };
}
