/** Which days of a provider were held against the books. */
import type { Db } from '#lib/db/database.ts';
import type { ProviderName } from '#lib/money/payment-methods.ts';

export function createComparedDaysRepository(db: Db) {
  return {
    /** The latest day; undefined where none ever was. */
    async lastCompared(provider: ProviderName): Promise<string | undefined> {
      const row = await db.selectFrom('compared_days').select('on_day').where('provider', '=', provider).orderBy('on_day', 'desc').limit(1).executeTakeFirst();
      return row?.on_day;
    },

    /** @param differences undefined where there was too much to compare. */
    async noteCompared(provider: ProviderName, day: string, differences: number | undefined, now: Date): Promise<void> {
      const row = { provider, on_day: day, differences: differences ?? null, compared_at: now };
      await db
        .insertInto('compared_days')
        .values(row)
        .onConflict((conflict) => conflict.columns(['provider', 'on_day']).doUpdateSet(row))
        .execute();
    },
  };
}
