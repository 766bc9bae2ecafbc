import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { formatCompareIds, parseCompareIds } from '#lib/features/catalogue/compare.rules.ts';
import type { CompareId } from '#lib/features/catalogue/compare.rules.ts';
import type { UserId } from '#lib/ids/ids.ts';

export type ComparisonsRepository = ReturnType<typeof createComparisonsRepository>;

export function createComparisonsRepository(db: Db) {
  return {
    /** In the order of its columns. */
    async of(userId: UserId, on: Db | DbTransaction = db): Promise<readonly CompareId[]> {
      const row = await on.selectFrom('comparisons').select('homes').where('user_id', '=', userId).executeTakeFirst();
      return parseCompareIds(row?.homes ?? null);
    },

    async put(tx: DbTransaction, userId: UserId, homes: readonly CompareId[], now: Date): Promise<void> {
      if (homes.length === 0) {
        await tx.deleteFrom('comparisons').where('user_id', '=', userId).execute();
        return;
      }
      const row = { homes: formatCompareIds(homes), changed_at: now };
      await tx
        .insertInto('comparisons')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
    },

    /** The account that stays keeps its own; without one it gets the other's. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx
        .updateTable('comparisons')
        .set({ user_id: into })
        .where('user_id', '=', from)
        .where(({ not, exists, selectFrom }) => not(exists(selectFrom('comparisons as own').select('own.user_id').where('own.user_id', '=', into))))
        .execute();
    },
  };
}
