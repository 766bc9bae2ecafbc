import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HoldId, HouseId, TenancyId, UserId } from '#lib/ids/ids.ts';
import { mostHolds } from './stock.schema.ts';
import type { Hold } from './stock.schema.ts';

type HoldRow = {
  readonly id: number;
  readonly tenancy_id: number;
  readonly user_id: number;
  readonly until: Date;
  readonly extended: boolean;
  readonly kind: Hold['kind'];
  readonly viewing_id: number | null;
};

const columns = ['id', 'tenancy_id', 'user_id', 'until', 'extended', 'kind', 'viewing_id'] as const;
const holdOf = ({ id, tenancy_id, user_id, until, extended, kind, viewing_id }: HoldRow): Hold => ({
  id: asId<HoldId>(id),
  tenancyId: asId<TenancyId>(tenancy_id),
  userId: asId<UserId>(user_id),
  until,
  extended,
  kind,
  viewingId: viewing_id ?? undefined,
});

type NewHold = {
  readonly userId: UserId;
  readonly tenancyId: TenancyId;
  readonly kind: Hold['kind'];
  readonly until: Date;
  readonly viewingId?: number | undefined;
};

export type HoldsRepository = ReturnType<typeof createHoldsRepository>;

export function createHoldsRepository(db: Db) {
  return {
    /** Makes a hold in a slot of the account that is free; undefined where none is, or somebody was quicker. */
    async add(tx: DbTransaction, { userId, tenancyId, kind, until, viewingId }: NewHold, now: Date): Promise<Hold | undefined> {
      const slots =
        kind !== 'checkout'
          ? sql`select null::int as slot`
          : sql`select slot from generate_series(1, ${sql.lit(mostHolds)}) slot
              where not exists (select from holds h where h.user_id = ${userId} and h.slot = slot.slot and h.ended_at is null) order by slot limit 1`;
      const { rows } = await sql<HoldRow>`
        insert into holds (user_id, tenancy_id, kind, slot, until, made_at, viewing_id)
        select ${userId}::int, ${tenancyId}::int, ${kind}, s.slot, ${until.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz, ${viewingId ?? null}::int from (${slots}) s
        on conflict do nothing returning id, tenancy_id, user_id, until, extended, kind, viewing_id`.execute(tx);
      return rows[0] && holdOf(rows[0]);
    },

    /** Takes a hold away that got no bed. */
    async remove(tx: DbTransaction, id: HoldId): Promise<void> {
      await tx.deleteFrom('holds').where('id', '=', id).execute();
    },

    async ofLease(on: Db | DbTransaction, userId: UserId, tenancyId: TenancyId, now: Date): Promise<Hold | undefined> {
      const row = await on
        .selectFrom('holds')
        .select(columns)
        .where('user_id', '=', userId)
        .where('tenancy_id', '=', tenancyId)
        .where('ended_at', 'is', null)
        .where('until', '>', now)
        .executeTakeFirst();
      return row && holdOf(row);
    },

    /** Those that count now, the first to end first. */
    async ofUser(userId: UserId, now: Date): Promise<readonly Hold[]> {
      const rows = await db
        .selectFrom('holds')
        .select(columns)
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where('until', '>', now)
        .orderBy('until')
        .execute();
      return rows.map(holdOf);
    },

    /** All that is kept of an account's holds. */
    async everyOf(userId: UserId): Promise<readonly (Hold & { readonly madeAt: Date; readonly endedAt: Date | undefined })[]> {
      const rows = await db
        .selectFrom('holds')
        .select([...columns, 'made_at', 'ended_at'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .limit(200)
        .execute();
      return rows.map((row) => ({ ...holdOf(row), madeAt: row.made_at, endedAt: row.ended_at ?? undefined }));
    },

    /** Lengthens a hold of checkout that counts and was not lengthened before. */
    async extend(tx: DbTransaction, userId: UserId, id: HoldId, minutes: number, now: Date): Promise<Hold | undefined> {
      const { rows } = await sql<HoldRow>`
        update holds set extended = true, until = until + make_interval(mins => ${minutes}::int)
        where id = ${id} and user_id = ${userId} and kind = 'checkout' and ended_at is null and not extended and until > ${now.toISOString()}::timestamptz
        returning id, tenancy_id, user_id, until, extended, kind, viewing_id`.execute(tx);
      return rows[0] && holdOf(rows[0]);
    },

    /** A hold in the stead of one that was lengthened. */
    async setExtended(tx: DbTransaction, id: HoldId): Promise<void> {
      await tx.updateTable('holds').set({ extended: true }).where('id', '=', id).execute();
    },

    /** Keeps for a viewing what was kept at checkout. The account must keep nothing else for one. */
    async setViewing(tx: DbTransaction, id: HoldId, viewingId: number, until: Date): Promise<Hold> {
      const row = await tx
        .updateTable('holds')
        .set({ kind: 'viewing', slot: null, extended: false, viewing_id: viewingId, until })
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirstOrThrow();
      return holdOf(row);
    },

    async setUntil(tx: DbTransaction, id: HoldId, until: Date): Promise<void> {
      await tx.updateTable('holds').set({ until }).where('id', '=', id).execute();
    },

    /** What somebody keeps until a viewing now, of whatever home. */
    async untilViewing(tx: DbTransaction, userId: UserId, now: Date): Promise<Hold | undefined> {
      const row = await tx
        .selectFrom('holds')
        .select(columns)
        .where('user_id', '=', userId)
        .where('kind', '=', 'viewing')
        .where('ended_at', 'is', null)
        .where('until', '>', now)
        .executeTakeFirst();
      return row && holdOf(row);
    },

    /** What is kept for a viewing now, and since when anything was. */
    async ofViewing(tx: DbTransaction, viewingId: number, now: Date): Promise<{ readonly since: Date | undefined; readonly live: Hold | undefined }> {
      const rows = await tx
        .selectFrom('holds')
        .select([...columns, 'made_at', 'ended_at'])
        .where('viewing_id', '=', viewingId)
        .orderBy('id')
        .execute();
      const live = rows.find((row) => row.ended_at === null && row.until > now);
      return { since: rows[0]?.made_at, live: live && holdOf(live) };
    },

    /** Whether somebody kept a bed of a home until another viewing, as far as that is remembered. */
    async sawBefore(tx: DbTransaction, userId: UserId, houseId: HouseId, viewingId: number): Promise<boolean> {
      const row = await tx
        .selectFrom('holds')
        .innerJoin('tenancies', 'tenancies.id', 'holds.tenancy_id')
        .select('holds.id')
        .where('user_id', '=', userId)
        .where('kind', '=', 'viewing')
        .where('house_id', '=', houseId)
        .where('viewing_id', 'is distinct from', viewingId)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async find(tx: DbTransaction, userId: UserId, id: HoldId, now: Date): Promise<Hold | undefined> {
      const row = await tx
        .selectFrom('holds')
        .select(columns)
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where('until', '>', now)
        .executeTakeFirst();
      return row && holdOf(row);
    },

    /** Returns those that were still under way. @param userId whose they must be; anybody's without it. */
    async end(tx: DbTransaction, ids: readonly HoldId[], as: 'order' | 'released' | 'expired', now: Date, userId?: UserId): Promise<readonly HoldId[]> {
      if (ids.length === 0) return [];
      const rows = await tx
        .updateTable('holds')
        .set({ ended_at: now, ended_as: as })
        .where('id', 'in', ids)
        .where('ended_at', 'is', null)
        .$if(userId !== undefined, (query) => query.where('user_id', '=', Number(userId)))
        .returning('id')
        .execute();
      return rows.map(({ id }) => asId<HoldId>(id));
    },

    /** Ends holds whose time is over: those of an account, or at most so many of anybody's. Returns which. */
    async expire(tx: DbTransaction, whose: { readonly userId: UserId } | { readonly most: number }, now: Date): Promise<readonly HoldId[]> {
      const { rows } = await sql<{ id: number }>`
        update holds set ended_at = ${now.toISOString()}::timestamptz, ended_as = 'expired' where id in (
          select id from holds where ended_at is null and until <= ${now.toISOString()}::timestamptz
            and ${'userId' in whose ? sql`user_id = ${whose.userId}` : sql`true`}
          order by id limit ${'most' in whose ? whose.most : mostHolds + 20} for update skip locked
        ) returning id`.execute(tx);
      return rows.map(({ id }) => asId<HoldId>(id));
    },

    /** Takes holds that ended before, with their claims. */
    async forget(before: Date, most: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('holds')
        .where('id', 'in', ({ selectFrom }) => selectFrom('holds').select('id').where('ended_at', '<', before).orderBy('ended_at').limit(most))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** Gives the holds of one account to another; what does not fit beside the other's stays, and goes with the account. */
    async join(tx: DbTransaction, from: UserId, into: UserId): Promise<void> {
      await sql`
        update holds set user_id = ${into} where user_id = ${from} and (ended_at is not null or not exists (
          select from holds o where o.user_id = ${into} and o.ended_at is null and (o.slot = holds.slot or o.tenancy_id = holds.tenancy_id or (o.kind = 'viewing' and holds.kind = 'viewing'))
        ))`.execute(tx);
    },
  };
}
