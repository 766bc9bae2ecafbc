import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, UserId } from '#lib/ids/ids.ts';
import { savedSearchesMost } from './saved-searches.schema.ts';
import type { Pace, PlaceRef, StoredSearch } from './saved-searches.schema.ts';

export type SavedSearchesRepository = ReturnType<typeof createSavedSearchesRepository>;

export type NewSearch = Omit<StoredSearch, 'id' | 'createdAt'> & { readonly cityId: CityId };

export function createSavedSearchesRepository(db: Db) {
  return {
    /** Those of a person, newest first. Two accounts that became one may have more than one may save. */
    async of(userId: UserId, on: Db | DbTransaction = db): Promise<readonly StoredSearch[]> {
      const rows = await on
        .selectFrom('saved_searches')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(savedSearchesMost * 2)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        ref: { kind: row.place_kind, id: row.place_id },
        ask: row.ask,
        pace: row.pace,
        known: row.known,
        isWide: row.is_wide,
        lookedAt: row.looked_at,
        createdAt: row.created_at,
      }));
    },

    async add(tx: DbTransaction, userId: UserId, { ref, cityId, ask, pace, known, isWide, lookedAt }: NewSearch): Promise<void> {
      await tx
        .insertInto('saved_searches')
        .values({
          user_id: userId,
          place_kind: ref.kind,
          place_id: ref.id,
          city_id: cityId,
          ask,
          pace,
          known: [...known],
          is_wide: isWide,
          looked_at: lookedAt,
          created_at: lookedAt,
        })
        .execute();
    },

    /** @returns whether it is one of theirs. */
    async setPace(tx: DbTransaction, userId: UserId, id: number, pace: Pace): Promise<boolean> {
      const { numUpdatedRows } = await tx.updateTable('saved_searches').set({ pace }).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
      return Number(numUpdatedRows) > 0;
    },

    /** @returns whether it was one of theirs. */
    async remove(userId: UserId, id: number): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('saved_searches').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
      return Number(numDeletedRows) > 0;
    },

    async noteLook(tx: DbTransaction, id: number, { known, isWide }: Pick<StoredSearch, 'known' | 'isWide'>, now: Date): Promise<void> {
      await tx
        .updateTable('saved_searches')
        .set({ known: [...known], is_wide: isWide, looked_at: now })
        .where('id', '=', id)
        .execute();
    },

    /** The search of a person that asks the same, if they saved one. */
    async same(tx: DbTransaction, userId: UserId, { kind, id }: PlaceRef, ask: string): Promise<Pick<StoredSearch, 'id' | 'pace'> | undefined> {
      return tx
        .selectFrom('saved_searches')
        .select(['id', 'pace'])
        .where('user_id', '=', userId)
        .where('place_kind', '=', kind)
        .where('place_id', '=', id)
        .where('ask', '=', ask)
        .executeTakeFirst();
    },

    async count(tx: DbTransaction, userId: UserId): Promise<number> {
      const row = await tx
        .selectFrom('saved_searches')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },

    /** Gives the searches of one account to another; of one that both have, its own stays. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await sql`update saved_searches set user_id = ${into}::int where user_id = ${from} and not exists (
        select from saved_searches same where same.user_id = ${into} and same.place_kind = saved_searches.place_kind
          and same.place_id = saved_searches.place_id and same.ask = saved_searches.ask)`.execute(tx);
    },

    /** Those who hear at once of searches of a city. */
    async waitingIn(cityId: CityId): Promise<readonly UserId[]> {
      const rows = await db.selectFrom('saved_searches').select('user_id').distinct().where('city_id', '=', cityId).where('pace', '=', 'at-once').execute();
      return rows.map(({ user_id }) => asId<UserId>(user_id));
    },

    /** Those who hear of searches at all. */
    async waiting(): Promise<readonly UserId[]> {
      const rows = await db.selectFrom('saved_searches').select('user_id').distinct().where('pace', '<>', 'never').execute();
      return rows.map(({ user_id }) => asId<UserId>(user_id));
    },
  };
}
