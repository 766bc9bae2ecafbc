/** Beds and claims. That a bed is kept once is the work of the constraint `bed_claims_once`; no lock here is for that. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DbTransaction } from '#lib/db/database.ts';
import { wakeAfter } from '#lib/db/unit-of-work.ts';
import { asId } from '#lib/ids/ids.ts';
import type { GroupId, HoldId, HouseId, OrderId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { stockTag } from './stock.schema.ts';
import type { NoBed, Period } from './stock.schema.ts';

/** Whose a claim is. */
export type ClaimOwner = { readonly holdId: HoldId } | { readonly orderId: OrderId } | { readonly groupId: GroupId };

const ownedBy = (owner: ClaimOwner): RawBuilder<unknown> =>
  'holdId' in owner ? sql`c.hold_id = ${owner.holdId}` : 'orderId' in owner ? sql`c.order_id = ${owner.orderId}` : sql`c.group_id = ${owner.groupId}`;

/** A lease as those see it who want a bed. */
export type Lease = { readonly houseId: HouseId; readonly unitId: UnitId; readonly period: Period; readonly isLet: boolean; readonly today: string };

export type LiveClaim = { readonly id: number; readonly tenancyId: TenancyId; readonly period: Period; readonly houseId: HouseId };

/** What there is already when somebody wants a bed of a lease for an order. */
export type Before = {
  /** The bed that the order has. */
  readonly own: LiveClaim | undefined;
  /** The reader's hold of the lease that counts now, with its bed; none where that was let go. */
  readonly hold: { readonly id: HoldId; readonly claim: { readonly id: number; readonly period: Period } | undefined } | undefined;
  /** Whether the reader stands in the line of the lease. */
  readonly waits: boolean;
};

type Wanted = ClaimOwner & { readonly tenancyId: TenancyId; readonly period: Period; readonly userId: UserId; readonly until: Date | undefined };

const at = (now: Date): RawBuilder<Date> => sql`${now.toISOString()}::timestamptz`;
const spanOf = ({ from, to }: Period): RawBuilder<string> => sql`daterange(${from}::date, ${to ?? null}::date)`;
const periodOf = (from: string, to: string | null): Period => ({ from, to: to ?? undefined });

export type BedsRepository = ReturnType<typeof createBedsRepository>;

export function createBedsRepository() {
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

    /** Whether a bed of a lease can be had for a period by somebody who does not stand in its line. */
    async isFree(tx: DbTransaction, tenancyId: TenancyId, period: Period, now: Date): Promise<boolean> {
      const { rows } = await sql<{ needed: number }>`select needed from beds_free(${tenancyId}::int, ${spanOf(period)}, false, ${at(now)})`.execute(tx);
      return (rows[0]?.needed ?? 0) > 0;
    },

    /**
     * Keeps a bed that is free. Who wants one at the same moment takes another; where somebody is taking each that is left, they are waited for.
     * @param isInLine whether it is the turn of who asks: others do not get what those in line wait for.
     * @returns the house; or why there is no bed.
     */
    async keep(tx: DbTransaction, wanted: Wanted, isInLine: boolean, now: Date): Promise<Outcome<HouseId, NoBed>> {
      const { rows } = await sql<{ became: 'kept' | NoBed; house: number | null }>`
        select became, house from keep_bed(${wanted.tenancyId}::int, ${wanted.period.from}::date, ${wanted.period.to ?? null}::date, ${wanted.userId}::int,
          ${'holdId' in wanted ? wanted.holdId : null}::int, ${'orderId' in wanted ? wanted.orderId : null}::int,
          ${'groupId' in wanted ? wanted.groupId : null}::int, ${wanted.until?.toISOString() ?? null}::timestamptz, ${isInLine}::boolean, ${at(now)})`.execute(
        tx,
      );
      const [row] = rows;
      if (row?.became === 'kept' && row.house !== null) return done(asId<HouseId>(row.house));
      return refused(row?.became === 'sold-out' ? 'sold-out' : 'gone');
    },

    async before(
      tx: DbTransaction,
      { orderId, tenancyId, userId }: { readonly orderId: OrderId; readonly tenancyId: TenancyId; readonly userId: UserId },
      now: Date,
    ): Promise<Before> {
      type Spanned = { readonly id: number; readonly from: string; readonly to: string | null };
      const { rows } = await sql<{
        own: (Spanned & { readonly tenancy_id: number; readonly house_id: number }) | null;
        hold: { readonly id: number; readonly claim: Spanned | null } | null;
        waits: boolean;
      }>`
        select (
          select json_build_object('id', c.id, 'tenancy_id', c.tenancy_id, 'house_id', t.house_id, 'from', lower(c.period), 'to', upper(c.period))
          from bed_claims c join tenancies t on t.id = c.tenancy_id where c.order_id = ${orderId} and c.released_at is null
        ) as own, (
          select json_build_object('id', h.id, 'claim', (
            select json_build_object('id', c.id, 'from', lower(c.period), 'to', upper(c.period))
            from bed_claims c where c.hold_id = h.id and c.released_at is null and c.expires_at > ${at(now)}
          )) from holds h where h.user_id = ${userId} and h.tenancy_id = ${tenancyId} and h.ended_at is null and h.until > ${at(now)}
        ) as hold,
        exists (select from waiting_list w where w.user_id = ${userId} and w.tenancy_id = ${tenancyId} and w.ended_at is null) as waits`.execute(tx);
      const { own, hold, waits } = rows[0] ?? { own: null, hold: null, waits: false };
      return {
        own: own === null ? undefined : { id: own.id, tenancyId: asId(own.tenancy_id), houseId: asId(own.house_id), period: periodOf(own.from, own.to) },
        hold:
          hold === null
            ? undefined
            : { id: asId(hold.id), claim: hold.claim === null ? undefined : { id: hold.claim.id, period: periodOf(hold.claim.from, hold.claim.to) } },
        waits,
      };
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

    /** Lets one bed of a lease go that a group keeps; what an order is taking at this moment is its own. Returns its house. */
    async releaseOne(tx: DbTransaction, groupId: GroupId, tenancyId: TenancyId, now: Date): Promise<readonly HouseId[]> {
      const { rows } = await sql<{ house_id: number }>`
        update bed_claims c set released_at = ${at(now)} from tenancies t
        where t.id = c.tenancy_id and c.id = (
          select id from bed_claims where group_id = ${groupId} and tenancy_id = ${tenancyId} and released_at is null
          order by id desc limit 1 for update skip locked
        ) returning t.house_id`.execute(tx);
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
      await wakeAfter(tx, stockTag);
    },

    /** Takes houses that are to be counted again, with all that called for it: those that called first, but none that others are writing. */
    async takeChanged(tx: DbTransaction, most: number): Promise<readonly HouseId[]> {
      const { rows } = await sql<{ house_id: number }>`
        with due as materialized (
          select h.id from houses h where h.id in (select house_id from stock_changes group by house_id order by min(id) limit ${most})
          order by h.id for no key update skip locked
        )
        delete from stock_changes where id in (select s.id from stock_changes s where s.house_id in (select id from due) for update skip locked)
        returning house_id`.execute(tx);
      return [...new Set(rows.map(({ house_id }) => asId<HouseId>(house_id)))];
    },

    /** Takes the next house that is to be counted again, whoever is writing it. */
    async nextChanged(tx: DbTransaction): Promise<HouseId | undefined> {
      const { rows } = await sql<{ house_id: number }>`
        delete from stock_changes where id in (
          select id from stock_changes where house_id = (select house_id from stock_changes order by id limit 1 for update skip locked) for update skip locked
        ) returning house_id`.execute(tx);
      return rows[0] && asId<HouseId>(rows[0].house_id);
    },

    /** Gives what is kept for one account to another. */
    async join(tx: DbTransaction, from: UserId, into: UserId): Promise<void> {
      await tx.updateTable('bed_claims').set({ user_id: into }).where('user_id', '=', from).execute();
    },
  };
}
