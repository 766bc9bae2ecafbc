import { sql } from 'kysely';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import { money } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { SeenHome } from './notices.schema.ts';
import { seenColumns } from './seen-homes.repository.ts';
import { favouritesMost } from './shortlist.schema.ts';
import type { Favourite, FavouriteChange, RemovedFavourite } from './shortlist.schema.ts';

export type FavouritesRepository = ReturnType<typeof createFavouritesRepository>;

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);
const seenAt = (rent: Money | undefined): SeenHome => (rent ? { state: 'free', rent } : { state: 'full' });
const instant = (at: number): Date => new Date(at * 1_000);

function favouriteOf(row: { house_id: number; kept_at: Date; note: string; kept_weekly_minor: bigint | null; kept_currency: string | null }): Favourite {
  const { kept_weekly_minor: minor, kept_currency: currency } = row;
  return {
    houseId: asId<HouseId>(row.house_id),
    keptAt: row.kept_at,
    note: row.note,
    rentThen: minor !== null && currency !== null && isCurrency(currency) ? money(BigInt(minor), currency) : undefined,
  };
}

export function createFavouritesRepository(db: Db) {
  return {
    /** The homes of an account, latest kept first. */
    async of(userId: UserId, on: Db | DbTransaction = db): Promise<readonly Favourite[]> {
      const rows = await on
        .selectFrom('favourites')
        .select(['house_id', 'kept_at', 'note', 'kept_weekly_minor', 'kept_currency'])
        .where('user_id', '=', userId)
        .where('removed_at', 'is', null)
        .orderBy('kept_at', 'desc')
        .orderBy('house_id')
        .limit(favouritesMost)
        .execute();
      return rows.map(favouriteOf);
    },

    /** Homes that were taken off, as far as it is remembered; the latest first. */
    async removedOf(userId: UserId): Promise<readonly RemovedFavourite[]> {
      const rows = await db
        .selectFrom('favourites')
        .select(['house_id', 'removed_at', 'note'])
        .where('user_id', '=', userId)
        .where('removed_at', 'is not', null)
        .orderBy('removed_at', 'desc')
        .orderBy('house_id')
        .execute();
      return rows.flatMap(({ house_id, removed_at, note }) => (removed_at ? [{ houseId: asId<HouseId>(house_id), removedAt: removed_at, note }] : []));
    },

    async wasRemoved(userId: UserId, houseId: HouseId): Promise<boolean> {
      const row = await db
        .selectFrom('favourites')
        .select('house_id')
        .where('user_id', '=', userId)
        .where('house_id', '=', houseId)
        .where('removed_at', 'is not', null)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The account's last word of each home. */
    async words(tx: DbTransaction, userId: UserId): Promise<ReadonlyMap<number, FavouriteChange>> {
      const rows = await tx.selectFrom('favourites').select(['house_id', 'kept_at', 'removed_at']).where('user_id', '=', userId).execute();
      return new Map(
        rows.map((row) => [
          row.house_id,
          { houseId: asId<HouseId>(row.house_id), at: seconds(row.removed_at ?? row.kept_at), isKept: row.removed_at === null },
        ]),
      );
    },

    /** Which of these homes there are, offered or not. */
    async existing(ids: readonly HouseId[]): Promise<ReadonlySet<number>> {
      if (ids.length === 0) return new Set();
      const rows = await db.selectFrom('houses').select('id').where('id', 'in', ids).execute();
      return new Set(rows.map(({ id }) => id));
    },

    /** Names of homes, offered or not, in the supplier's words. */
    async names(ids: readonly HouseId[]): Promise<ReadonlyMap<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db.selectFrom('houses').select(['id', 'name']).where('id', 'in', ids).execute();
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    /** @param rents lowest weekly rents of now, by home. */
    async write(tx: DbTransaction, userId: UserId, changes: readonly FavouriteChange[], rents: ReadonlyMap<number, Money>): Promise<void> {
      const kept = changes.filter(({ isKept }) => isKept);
      const removed = changes.filter(({ isKept }) => !isKept);
      if (kept.length > 0)
        await tx
          .insertInto('favourites')
          .values(
            kept.map(({ houseId, at }) => ({
              user_id: userId,
              house_id: houseId,
              kept_at: instant(at),
              removed_at: null,
              kept_weekly_minor: rents.get(houseId)?.minor ?? null,
              kept_currency: rents.get(houseId)?.currency ?? null,
              full_since: rents.has(houseId) ? null : instant(at),
              ...seenColumns(seenAt(rents.get(houseId))),
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'house_id']).doUpdateSet(({ ref, eb }) => {
              // The rent of when it was first kept stays, also of one that was taken off a moment ago, as its note does.
              const isAnew = eb.and([eb('favourites.removed_at', 'is not', null), eb('favourites.kept_weekly_minor', 'is', null)]);
              return {
                kept_at: ref('excluded.kept_at'),
                removed_at: null,
                kept_weekly_minor: eb.case().when(isAnew).then(ref('excluded.kept_weekly_minor')).else(ref('favourites.kept_weekly_minor')).end(),
                full_since: eb.case().when('favourites.removed_at', 'is not', null).then(ref('excluded.full_since')).else(ref('favourites.full_since')).end(),
                // Of what is kept anew, what it is now is known.
                ...Object.fromEntries(
                  (['seen_state', 'seen_weekly_minor', 'seen_currency'] as const).map((column) => [
                    column,
                    eb
                      .case()
                      .when('favourites.removed_at', 'is not', null)
                      .then(ref(`excluded.${column}`))
                      .else(ref(`favourites.${column}`))
                      .end(),
                  ]),
                ),
                told_weekly_minor: eb.case().when(isAnew).then(null).else(ref('favourites.told_weekly_minor')).end(),
                kept_currency: eb.case().when(isAnew).then(ref('excluded.kept_currency')).else(ref('favourites.kept_currency')).end(),
              };
            }),
          )
          .execute();
      if (removed.length > 0)
        await tx
          .insertInto('favourites')
          .values(
            removed.map(({ houseId, at }) => ({
              user_id: userId,
              house_id: houseId,
              kept_at: instant(at),
              removed_at: instant(at),
              note: '',
              kept_weekly_minor: null,
              kept_currency: null,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'house_id']).doUpdateSet(({ ref }) => ({
              kept_at: ref('excluded.kept_at'),
              removed_at: ref('excluded.removed_at'),
            })),
          )
          .execute();
    },

    /** Gives the homes of one account to another: what either keeps is kept, with its note, the rent of when it was kept, and what was told of it. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      for (const id of [from, into].toSorted((a, b) => a - b)) await lockFor(tx, `favourites:${id}`);
      await sql`insert into favourites (user_id, house_id, kept_at, note, removed_at, kept_weekly_minor, kept_currency, told_weekly_minor, full_since,
          seen_state, seen_weekly_minor, seen_currency)
        select ${into}::int, house_id, kept_at, note, removed_at, kept_weekly_minor, kept_currency, told_weekly_minor, full_since,
          seen_state, seen_weekly_minor, seen_currency from favourites where user_id = ${from}
        on conflict (user_id, house_id) do update set
          kept_at = case when favourites.removed_at is null then favourites.kept_at else excluded.kept_at end,
          removed_at = case when favourites.removed_at is null then null else excluded.removed_at end,
          note = case when favourites.note = '' then excluded.note else favourites.note end,
          full_since = case when favourites.removed_at is null then favourites.full_since else excluded.full_since end,
          told_weekly_minor = case
            when favourites.kept_weekly_minor is null then excluded.told_weekly_minor
            when favourites.kept_currency = excluded.kept_currency then least(favourites.told_weekly_minor, excluded.told_weekly_minor)
            else favourites.told_weekly_minor end,
          kept_weekly_minor = coalesce(favourites.kept_weekly_minor, excluded.kept_weekly_minor),
          kept_currency = coalesce(favourites.kept_currency, excluded.kept_currency)`.execute(tx);
    },

    /** @returns whether the home is one of theirs. */
    async setNote(userId: UserId, houseId: HouseId, note: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('favourites')
        .set({ note })
        .where('user_id', '=', userId)
        .where('house_id', '=', houseId)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      return Number(numUpdatedRows) > 0;
    },

    /** Empties the notes and rents of homes that were taken off before. @returns how many. */
    async emptyRemoved(before: Date): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('favourites')
        .set({ note: '', kept_weekly_minor: null, kept_currency: null, told_weekly_minor: null })
        .where('removed_at', '<', before)
        .where(({ or, eb }) => or([eb('note', '<>', ''), eb('kept_weekly_minor', 'is not', null)]))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    /** Forgets what was taken off before. @returns how many. */
    async forgetRemoved(before: Date): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('favourites').where('removed_at', '<', before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
