/** What devices picked from searches. Devices are kept as digests only. */
import { sql } from 'kysely';
import { dayMs } from '#lib/dates/dates.ts';
import type { Db } from '#lib/db/database.ts';
import { installationSalt } from '#lib/db/installation-salt.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { SearchGroup } from '#lib/search-text/documents.ts';
import type { SearchPick } from './search.schema.ts';

/** Picks kept for a device. */
export const keptPicks = 20;
/** Days after which picks are forgotten. */
const keptDays = 90;

export type SearchLogRepository = ReturnType<typeof createSearchLogRepository>;

export function createSearchLogRepository(db: Db) {
  return {
    /** The salt of this installation's digests: the first one proposed; undefined while there is none. */
    salt: (proposed?: string): Promise<string | undefined> => installationSalt(db, 'search_log_salt', proposed),

    /** Puts a pick on top of the device's history and drops what is beyond its length. */
    async record(device: string, { kind, id, at }: SearchPick): Promise<void> {
      await transact(db, async (transaction) => {
        await transaction
          .insertInto('search_log')
          .values({ device, kind, target_id: id, picked_at: at })
          .onConflict((conflict) => conflict.columns(['device', 'kind', 'target_id']).doUpdateSet({ picked_at: at }))
          .execute();
        await sql`
          delete from search_log where device = ${device} and (kind, target_id) in (
            select kind, target_id from search_log where device = ${device} order by picked_at desc, kind, target_id offset ${keptPicks})`.execute(transaction);
      });
    },

    /** Forgets one pick of the device, those of a kind, or all. Returns how many. */
    async forget(device: string, kind: SearchGroup | undefined, id: number | undefined): Promise<number> {
      let statement = db.deleteFrom('search_log').where('device', '=', device);
      if (kind !== undefined) statement = statement.where('kind', '=', kind);
      if (id !== undefined) statement = statement.where('target_id', '=', id);
      return Number((await statement.executeTakeFirst()).numDeletedRows);
    },

    /** The device's picks, newest first. */
    async last(device: string): Promise<readonly SearchPick[]> {
      const rows = await db
        .selectFrom('search_log')
        .select(['kind', 'target_id', 'picked_at'])
        .where('device', '=', device)
        .orderBy('picked_at', 'desc')
        .orderBy('kind')
        .limit(keptPicks)
        .execute();
      return rows.map(({ kind, target_id, picked_at }) => ({ kind, id: target_id, at: picked_at }));
    },
  };
}

/** Forgets picks past their time. Returns how many. */
export async function forgetOldSearches(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptDays * dayMs);
  return Number((await db.deleteFrom('search_log').where('picked_at', '<', before).executeTakeFirst()).numDeletedRows);
}
