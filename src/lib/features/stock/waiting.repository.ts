import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HoldId, HouseId, TenancyId, UserId, WaitingId } from '#lib/ids/ids.ts';
import type { WaitingPlace } from './stock.schema.ts';

const localeOf = (text: string): Locale => locales.find((one) => one === text) ?? 'en-us';

export type NextInLine = { readonly id: WaitingId; readonly userId: UserId; readonly tenancyId: TenancyId; readonly locale: Locale };
export type WaitingRepository = ReturnType<typeof createWaitingRepository>;

export function createWaitingRepository(db: Db) {
  return {
    /** Puts somebody at the end of the line; undefined where they stand in it. */
    async join(tx: DbTransaction, userId: UserId, tenancyId: TenancyId, locale: Locale, now: Date): Promise<WaitingId | undefined> {
      const { rows } = await sql<{ id: number }>`
        insert into waiting_list (user_id, tenancy_id, locale, joined_at) values (${userId}, ${tenancyId}, ${locale}, ${now.toISOString()}::timestamptz)
        on conflict do nothing returning id`.execute(tx);
      return rows[0] && asId<WaitingId>(rows[0].id);
    },

    async count(tx: DbTransaction, userId: UserId): Promise<number> {
      const { count } = await tx
        .selectFrom('waiting_list')
        .select(sql<string>`count(*)`.as('count'))
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async isIn(tx: DbTransaction, userId: UserId, tenancyId: TenancyId): Promise<boolean> {
      const row = await tx
        .selectFrom('waiting_list')
        .select('id')
        .where('user_id', '=', userId)
        .where('tenancy_id', '=', tenancyId)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Takes somebody out of the line. Returns the hold they were offered, if any; undefined where they did not stand in it. */
    async leave(tx: DbTransaction, userId: UserId, tenancyId: TenancyId, now: Date): Promise<{ readonly holdId: HoldId | undefined } | undefined> {
      const row = await tx
        .updateTable('waiting_list')
        .set({ ended_at: now, ended_as: 'left' })
        .where('user_id', '=', userId)
        .where('tenancy_id', '=', tenancyId)
        .where('ended_at', 'is', null)
        .returning('hold_id')
        .executeTakeFirst();
      return row && { holdId: row.hold_id === null ? undefined : asId<HoldId>(row.hold_id) };
    },

    /** Ends the places whose offered hold has ended. */
    async endOfHolds(tx: DbTransaction, holds: readonly HoldId[], as: 'left' | 'taken' | 'lapsed', now: Date): Promise<void> {
      if (holds.length === 0) return;
      await tx.updateTable('waiting_list').set({ ended_at: now, ended_as: as }).where('hold_id', 'in', holds).where('ended_at', 'is', null).execute();
    },

    /** Ends somebody's place in line for a lease that they have got. */
    async endTaken(tx: DbTransaction, userId: UserId, tenancyId: TenancyId, now: Date): Promise<void> {
      await tx
        .updateTable('waiting_list')
        .set({ ended_at: now, ended_as: 'taken' })
        .where('user_id', '=', userId)
        .where('tenancy_id', '=', tenancyId)
        .where('ended_at', 'is', null)
        .execute();
    },

    /** Of the leases of houses that can be had: who is next in each line. Somebody else's transaction that serves one keeps it for itself. */
    async next(
      tx: DbTransaction,
      houses: readonly HouseId[],
      but: { readonly leases: readonly TenancyId[]; readonly places: readonly WaitingId[] },
    ): Promise<NextInLine | undefined> {
      const { rows } = await sql<{ id: number; user_id: number; tenancy_id: number; locale: string }>`
        select w.id, w.user_id, w.tenancy_id, w.locale from waiting_list w join tenancies t on t.id = w.tenancy_id
        where t.house_id = any(${houses}::int[]) and t.status = 'open' and t.stock > 0 and w.ended_at is null and w.offered_until is null
          and w.tenancy_id <> all(${but.leases}::int[]) and w.id <> all(${but.places}::int[])
        order by w.id limit 1 for update of w skip locked`.execute(tx);
      const [row] = rows;
      return (
        row && { id: asId<WaitingId>(row.id), userId: asId<UserId>(row.user_id), tenancyId: asId<TenancyId>(row.tenancy_id), locale: localeOf(row.locale) }
      );
    },

    async offered(tx: DbTransaction, id: WaitingId, holdId: HoldId, until: Date): Promise<void> {
      await tx.updateTable('waiting_list').set({ hold_id: holdId, offered_until: until }).where('id', '=', id).execute();
    },

    /** Ends the places in line for leases that are not let any more. */
    async endGone(tx: DbTransaction, houses: readonly HouseId[], now: Date): Promise<void> {
      await sql`
        update waiting_list w set ended_at = ${now.toISOString()}::timestamptz, ended_as = 'gone' from tenancies t, houses h
        where t.id = w.tenancy_id and h.id = t.house_id and h.id = any(${houses}::int[]) and w.ended_at is null and w.offered_until is null
          and (t.status <> 'open' or h.status = 'closed')`.execute(tx);
    },

    /** Where somebody stands, the longest waiting first. */
    async ofUser(userId: UserId): Promise<readonly WaitingPlace[]> {
      const { rows } = await sql<{ tenancy_id: number; joined_at: Date; offered_until: Date | null; position: number }>`
        select w.tenancy_id, w.joined_at, w.offered_until, (
          select count(*) from waiting_list o where o.tenancy_id = w.tenancy_id and o.ended_at is null and o.offered_until is null and o.id <= w.id
        )::int as position
        from waiting_list w where w.user_id = ${userId} and w.ended_at is null order by w.id limit 50`.execute(db);
      return rows.map(({ tenancy_id, joined_at, offered_until, position }) => ({
        tenancyId: asId<TenancyId>(tenancy_id),
        joinedAt: joined_at,
        offeredUntil: offered_until ?? undefined,
        position: Math.max(1, position),
      }));
    },

    /** All that is kept of an account's waiting. */
    async everyOf(
      userId: UserId,
    ): Promise<readonly { readonly tenancyId: TenancyId; readonly joinedAt: Date; readonly endedAt: Date | undefined; readonly locale: string }[]> {
      const rows = await db
        .selectFrom('waiting_list')
        .select(['tenancy_id', 'joined_at', 'ended_at', 'locale'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .limit(200)
        .execute();
      return rows.map((row) => ({
        tenancyId: asId<TenancyId>(row.tenancy_id),
        joinedAt: row.joined_at,
        endedAt: row.ended_at ?? undefined,
        locale: row.locale,
      }));
    },

    async move(tx: DbTransaction, from: UserId, into: UserId): Promise<void> {
      await sql`
        update waiting_list set user_id = ${into} where user_id = ${from} and (ended_at is not null or not exists (
          select from waiting_list o where o.user_id = ${into} and o.tenancy_id = waiting_list.tenancy_id and o.ended_at is null
        ))`.execute(tx);
    },

    async forget(before: Date, most: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('waiting_list')
        .where('id', 'in', ({ selectFrom }) => selectFrom('waiting_list').select('id').where('ended_at', '<', before).limit(most))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
