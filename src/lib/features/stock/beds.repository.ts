/** Beds and claims. That a bed is kept once is the work of the constraint `bed_claims_once`; nothing here locks for it. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { announceChange } from '#lib/db/database.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { GroupId, HoldId, HouseId, OrderId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import { stockTag } from './stock.schema.ts';
import type { Period } from './stock.schema.ts';

/** Whose a claim is. */
export type ClaimOwner = { readonly holdId: HoldId } | { readonly orderId: OrderId } | { readonly groupId: GroupId };

const ownedBy = (owner: ClaimOwner): RawBuilder<unknown> =>
  'holdId' in owner ? sql`c.hold_id = ${owner.holdId}` : 'orderId' in owner ? sql`c.order_id = ${owner.orderId}` : sql`c.group_id = ${owner.groupId}`;

/** A lease as those see it who want a bed. */
export type Lease = { readonly houseId: HouseId; readonly unitId: UnitId; readonly period: Period; readonly isLet: boolean; readonly today: string };

export type LiveClaim = { readonly id: number; readonly tenancyId: TenancyId; readonly period: Period; readonly houseId: HouseId };

/** What is free of a lease for a period: at most so many beds, and which of those there are may be taken. */
export type FreeBeds = {
  /** Beds of the unit there have to be, so that all that is free has one. */
  readonly needed: number;
  readonly made: number;
  /** The first of the unit's beds that are free, as many as can be had. */
  readonly beds: readonly number[];
  /** Whether a claim whose time is over still stands in the way of one of them. */
  readonly hasExpired: boolean;
};

/** Beds that are looked at for one claim. */
const mostLookedAt = 256;

const at = (now: Date): RawBuilder<Date> => sql`${now.toISOString()}::timestamptz`;
const spanOf = ({ from, to }: Period): RawBuilder<string> => sql`daterange(${from}::date, ${to ?? null}::date)`;
const periodOf = (from: string, to: string | null): Period => ({ from, to: to ?? undefined });

export type BedsRepository = ReturnType<typeof createBedsRepository>;

export function createBedsRepository(db: Db) {
  return {
    async lease(tx: DbTransaction, tenancyId: TenancyId, now: Date): Promise<Lease | undefined> {
      const { rows } = await sql<{ house_id: number; unit_id: number; move_in: string; move_out: string; is_open: boolean; today: string }>`
        select t.house_id, t.unit_id, t.move_in, t.move_out, t.status = 'open' and u.status = 'open' and h.status = 'open' and h.category = 'rent' as is_open,
          (${at(now)} at time zone (city.facts->>'timeZone'))::date as today
        from tenancies t join units u on u.id = t.unit_id join houses h on h.id = t.house_id join places city on city.id = h.city_id
        where t.id = ${tenancyId}`.execute(tx);
      const [row] = rows;
      return (
        row && {
          houseId: asId<HouseId>(row.house_id),
          unitId: asId<UnitId>(row.unit_id),
          period: { from: row.move_in, to: row.move_out },
          isLet: row.is_open && row.move_out > row.today,
          today: row.today,
        }
      );
    },

    /**
     * What can be had of a lease for a period. The provider's count is of beds beside those that they know to be gone: so many of the
     * first beds of the unit make it up, less those that we keep. Of what is free, those who wait in line come first.
     */
    async free(tx: DbTransaction, tenancyId: TenancyId, period: Period, isInLine: boolean, now: Date): Promise<FreeBeds> {
      const { rows } = await sql<{ taken: number; room: number; made: number; beds: number[]; has_expired: boolean }>`
        with t as materialized (select id, unit_id, coalesce(feed_stock, stock) as feed, last_confirmed_at from tenancies where id = ${tenancyId}),
        taken as materialized (select b.* from t cross join lateral beds_taken(t.unit_id, ${spanOf(period)}, t.last_confirmed_at, ${at(now)}) b),
        room as materialized (
          select (select count(*) from taken)::int as taken, least(${sql.lit(mostLookedAt)}, greatest(0, t.feed
            - (select count(*) from taken where not is_known)
            - ${isInLine ? sql`0` : sql`(select count(*) from waiting_list w where w.tenancy_id = t.id and w.ended_at is null and w.offered_until is null)`}
          ))::int as room from t
        )
        select room.taken, room.room, (select count(*) from beds b where b.unit_id = t.unit_id)::int as made,
          array(select b.id from beds b where b.unit_id = t.unit_id and b.id not in (select bed_id from taken) order by b.ordinal limit room.room) as beds,
          exists (select from bed_claims c where c.unit_id = t.unit_id and c.released_at is null and c.expires_at <= ${at(now)}) as has_expired
        from t, room`.execute(tx);
      const [row] = rows;
      if (!row) return { needed: 0, made: 0, beds: [], hasExpired: false };
      return { needed: row.room === 0 ? 0 : row.taken + row.room, made: row.made, beds: row.beds, hasExpired: row.has_expired };
    },

    /** Makes the beds 1 to `count` of a unit, those that are not there. */
    async makeBeds(tx: DbTransaction, unitId: UnitId, count: number): Promise<void> {
      await sql`insert into beds (unit_id, ordinal) select ${unitId}::int, n from generate_series(1, ${count}::int) n on conflict do nothing`.execute(tx);
    },

    /** Lets go what stands in the way on a bed though its time is over. */
    async releaseExpired(tx: DbTransaction, bedId: number, period: Period, now: Date): Promise<void> {
      await sql`
        update bed_claims set released_at = ${at(now)}
        where bed_id = ${bedId} and released_at is null and expires_at <= ${at(now)} and period && ${spanOf(period)}`.execute(tx);
    },

    /** Returns false when the bed is somebody else's by now, or is being taken by one who then gets it. */
    async claim(
      tx: DbTransaction,
      bedId: number,
      wanted: ClaimOwner & {
        readonly unitId: UnitId;
        readonly tenancyId: TenancyId;
        readonly period: Period;
        readonly userId: UserId;
        readonly until: Date | undefined;
      },
      now: Date,
    ): Promise<boolean> {
      const until = wanted.until ? sql`${wanted.until.toISOString()}::timestamptz` : sql`null::timestamptz`;
      // No target: a conflict with the constraint is one too, and two who want the same bed do not deadlock.
      const { rows } = await sql<{ id: number }>`
        insert into bed_claims (bed_id, unit_id, tenancy_id, period, user_id, hold_id, order_id, group_id, expires_at, sold_at, made_at)
        values (${bedId}, ${wanted.unitId}, ${wanted.tenancyId}, ${spanOf(wanted.period)}, ${wanted.userId},
          ${'holdId' in wanted ? wanted.holdId : null}, ${'orderId' in wanted ? wanted.orderId : null}, ${'groupId' in wanted ? wanted.groupId : null},
          ${until}, case when ${until} is null then ${at(now)} end, ${at(now)})
        on conflict do nothing returning id`.execute(tx);
      return rows.length > 0;
    },

    async ofOrder(tx: DbTransaction, orderId: OrderId): Promise<LiveClaim | undefined> {
      const { rows } = await sql<{ id: number; tenancy_id: number; house_id: number; from: string; to: string | null }>`
        select c.id, c.tenancy_id, t.house_id, lower(c.period) as "from", upper(c.period) as "to"
        from bed_claims c join tenancies t on t.id = c.tenancy_id where c.order_id = ${orderId} and c.released_at is null`.execute(tx);
      const [row] = rows;
      return row && { id: row.id, tenancyId: asId<TenancyId>(row.tenancy_id), houseId: asId<HouseId>(row.house_id), period: periodOf(row.from, row.to) };
    },

    /** The claim of a hold that counts now. */
    async ofHold(tx: DbTransaction, holdId: HoldId, now: Date): Promise<{ readonly id: number; readonly period: Period } | undefined> {
      const { rows } = await sql<{ id: number; from: string; to: string | null }>`
        select id, lower(period) as "from", upper(period) as "to" from bed_claims
        where hold_id = ${holdId} and released_at is null and expires_at > ${at(now)}`.execute(tx);
      const [row] = rows;
      return row && { id: row.id, period: periodOf(row.from, row.to) };
    },

    /** Gives the claim of a hold to an order. Returns false when it was let go meanwhile. */
    async handOver(tx: DbTransaction, claimId: number, orderId: OrderId, until: Date | undefined, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('bed_claims')
        .set({ hold_id: null, order_id: orderId, expires_at: until ?? null, sold_at: until ? null : now })
        .where('id', '=', claimId)
        .where('released_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Gives an order one of the beds that its group keeps for these days. Returns its house; undefined where none is left. */
    async takeOfGroup(
      tx: DbTransaction,
      groupId: GroupId,
      { orderId, tenancyId, period, userId, until }: { orderId: OrderId; tenancyId: TenancyId; period: Period; userId: UserId; until: Date | undefined },
      now: Date,
    ): Promise<HouseId | undefined> {
      const ends = until?.toISOString() ?? null;
      const { rows } = await sql<{ house_id: number }>`
        update bed_claims c set group_id = null, order_id = ${orderId}, user_id = ${userId}, expires_at = ${ends}::timestamptz,
          sold_at = case when ${ends}::timestamptz is null then ${at(now)} end
        from tenancies t where t.id = c.tenancy_id and c.id = (
          select id from bed_claims where group_id = ${groupId} and tenancy_id = ${tenancyId} and period = ${spanOf(period)} and released_at is null
            and expires_at > ${at(now)} order by id limit 1 for update skip locked
        ) returning t.house_id`.execute(tx);
      return rows[0] && asId<HouseId>(rows[0].house_id);
    },

    /** Gives the bed of an order to a group, where its time is not over. Returns its houses. */
    async giveToGroup(tx: DbTransaction, orderId: OrderId, groupId: GroupId, until: Date, now: Date): Promise<readonly HouseId[]> {
      const { rows } = await sql<{ house_id: number }>`
        update bed_claims c set order_id = null, group_id = ${groupId}, user_id = null, expires_at = ${until.toISOString()}::timestamptz, sold_at = null
        from tenancies t where t.id = c.tenancy_id and c.order_id = ${orderId} and c.released_at is null and (c.expires_at is null or c.expires_at > ${at(now)})
        returning t.house_id`.execute(tx);
      return rows.map(({ house_id }) => asId<HouseId>(house_id));
    },

    /** Returns the houses of what was kept; none where it was let go. */
    async keepUntil(tx: DbTransaction, owner: ClaimOwner, until: Date | undefined, now: Date): Promise<readonly HouseId[]> {
      const { rows } = await sql<{ house_id: number }>`
        update bed_claims c set expires_at = ${until?.toISOString() ?? null}::timestamptz,
          sold_at = case when ${until?.toISOString() ?? null}::timestamptz is null then coalesce(c.sold_at, ${at(now)}) end
        from tenancies t
        where t.id = c.tenancy_id and c.released_at is null and ${ownedBy(owner)}
        returning t.house_id`.execute(tx);
      return rows.map(({ house_id }) => asId<HouseId>(house_id));
    },

    /** Lets go what is kept. Returns its houses. */
    async release(tx: DbTransaction, which: ClaimOwner | { readonly claimId: number }, now: Date): Promise<readonly HouseId[]> {
      const own = 'claimId' in which ? sql`c.id = ${which.claimId}` : ownedBy(which);
      const { rows } = await sql<{ house_id: number }>`
        update bed_claims c set released_at = ${at(now)} from tenancies t
        where t.id = c.tenancy_id and c.released_at is null and ${own} returning t.house_id`.execute(tx);
      return rows.map(({ house_id }) => asId<HouseId>(house_id));
    },

    /** Takes back a release of the same transaction: until it ends nobody can have had the bed. */
    async restore(tx: DbTransaction, claimId: number): Promise<void> {
      await tx.updateTable('bed_claims').set({ released_at: null }).where('id', '=', claimId).execute();
    },

    /** Lets go claims whose time is over, at most so many; those that somebody else is busy with are theirs. Returns how many. */
    async expire(tx: DbTransaction, most: number, now: Date): Promise<{ readonly houses: readonly HouseId[]; readonly count: number }> {
      const { rows } = await sql<{ house_id: number }>`
        update bed_claims c set released_at = ${at(now)} from tenancies t
        where t.id = c.tenancy_id and c.id in (
          select id from bed_claims where released_at is null and expires_at <= ${at(now)} order by expires_at limit ${most} for update skip locked
        ) returning t.house_id`.execute(tx);
      return { houses: [...new Set(rows.map(({ house_id }) => asId<HouseId>(house_id)))], count: rows.length };
    },

    /** Has the shown stock of these houses counted again as soon as the transaction is kept. */
    async changed(tx: DbTransaction, houses: readonly HouseId[]): Promise<void> {
      if (houses.length === 0) return;
      await tx
        .insertInto('stock_changes')
        .values(houses.map((house_id) => ({ house_id })))
        .execute();
      await announceChange(tx, [stockTag]);
    },

    /** Takes the next house that is to be counted again, with all that called for it. */
    async nextChanged(tx: DbTransaction): Promise<HouseId | undefined> {
      const { rows } = await sql<{ house_id: number }>`
        delete from stock_changes where id in (
          select id from stock_changes where house_id = (select house_id from stock_changes order by id limit 1 for update skip locked) for update skip locked
        ) returning house_id`.execute(tx);
      return rows[0] && asId<HouseId>(rows[0].house_id);
    },

    /** Whether anything waits to be counted. */
    async hasChanged(): Promise<boolean> {
      return (await db.selectFrom('stock_changes').select('id').limit(1).executeTakeFirst()) !== undefined;
    },

    /** Gives what is kept for one account to another. */
    async join(tx: DbTransaction, from: UserId, into: UserId): Promise<void> {
      await tx.updateTable('bed_claims').set({ user_id: into }).where('user_id', '=', from).execute();
    },
  };
}
