import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Wishes } from './wishes.schema.ts';

/** A card with the number of its place. */
export type StoredWishes = Omit<Wishes, 'place'> & { readonly kind: 'city' | 'school'; readonly placeId: number; readonly updatedAt: Date };

export type WishesRepository = ReturnType<typeof createWishesRepository>;

export function createWishesRepository(db: Db) {
  return {
    async of(userId: UserId): Promise<StoredWishes | undefined> {
      const row = await db.selectFrom('wishes').selectAll().where('user_id', '=', userId).executeTakeFirst();
      return (
        row && {
          kind: row.place_kind,
          placeId: row.place_id,
          moveIn: row.move_in ?? undefined,
          weeks: row.weeks ?? undefined,
          rent: row.rent ?? undefined,
          types: unitTypes.filter((type) => row.types.includes(type)),
          updatedAt: row.updated_at,
        }
      );
    },

    async save(userId: UserId, { place, moveIn, weeks, rent, types }: Wishes, now: Date): Promise<void> {
      const row = {
        place_kind: place.kind,
        place_id: place.id,
        move_in: moveIn ?? null,
        weeks: weeks ?? null,
        rent: rent ?? null,
        types: [...types],
        updated_at: now,
      };
      await db
        .insertInto('wishes')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
    },

    async remove(tx: DbTransaction, userId: UserId): Promise<void> {
      await tx.deleteFrom('wishes').where('user_id', '=', userId).execute();
    },

    /** The account that stays keeps its own card; without one it gets the other's. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx
        .updateTable('wishes')
        .set({ user_id: into })
        .where('user_id', '=', from)
        .where(({ not, exists, selectFrom }) => not(exists(selectFrom('wishes as own').select('own.user_id').where('own.user_id', '=', into))))
        .execute();
    },
  };
}
