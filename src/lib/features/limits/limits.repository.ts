/** Shared counts in the database, by its clock. One statement counts; nothing is read first and written later. */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import type { CounterStore } from '#lib/api/counters.schema.ts';

const isOver = sql<boolean>`rate_limits.ends_at <= now()`;
const endOfDay = sql<Date>`(date_trunc('day', now() at time zone 'UTC') + interval '1 day') at time zone 'UTC'`;

export function createCounterRepository(db: Db): CounterStore {
  return {
    async add(keys) {
      if (keys.length === 0) return [];
      // In one order everywhere, so that two calls with the same keys never wait for each other in a circle.
      const sorted = [...new Map(keys.map((one) => [one.key, one])).values()].sort((a, b) => (a.key < b.key ? -1 : 1));
      const rows = await db
        .insertInto('rate_limits')
        .values(sorted.map(({ key, seconds }) => ({ key, points: 1n, ends_at: sql<Date>`now() + make_interval(secs => ${seconds})` })))
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            points: sql<bigint>`case when ${isOver} then 1 else rate_limits.points + 1 end`,
            ends_at: sql<Date>`case when ${isOver} then excluded.ends_at else rate_limits.ends_at end`,
          }),
        )
        .returning(['key', 'points', sql<string>`extract(epoch from ends_at - now())`.as('ends_in')])
        .execute();
      return rows.map(({ key, points, ends_in }) => ({ key, points: Number(points), endsIn: Math.max(0, Number(ends_in)) }));
    },

    async addWithin(key, cost, most) {
      if (cost > most) return false;
      const row = await db
        .insertInto('rate_limits')
        .values({ key, points: BigInt(cost), ends_at: endOfDay })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({
              points: sql<bigint>`case when ${isOver} then excluded.points else rate_limits.points + excluded.points end`,
              ends_at: sql<Date>`case when ${isOver} then excluded.ends_at else rate_limits.ends_at end`,
            })
            .where(sql<boolean>`${isOver} or rate_limits.points + excluded.points <= ${BigInt(most)}`),
        )
        .returning('key')
        .executeTakeFirst();
      return row !== undefined;
    },

    async has(key) {
      const row = await db
        .selectFrom('rate_limits')
        .select('key')
        .where('key', '=', key)
        .where('points', '>', 0n)
        .where(sql<boolean>`ends_at > now()`)
        .executeTakeFirst();
      return row !== undefined;
    },

    async move(from, to) {
      await db.updateTable('rate_limits').set({ key: to }).where('key', '=', from).execute();
    },

    async takeBack(key, cost) {
      await db
        .updateTable('rate_limits')
        .set({ points: sql<bigint>`greatest(points - ${BigInt(cost)}, 0)` })
        .where('key', '=', key)
        .where(sql<boolean>`ends_at > now()`)
        .execute();
    },
  };
}

/** Forgets windows that have ended. Returns how many. */
export async function forgetEndedWindows(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('rate_limits').where(isOver).executeTakeFirst();
  return Number(numDeletedRows);
}
