/** Idempotency keys in the database, so that a repeat is known on every node and after a restart. */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import { keptHours } from '#lib/api/idempotency.schema.ts';
import type { IdempotencyStore } from '#lib/api/idempotency.schema.ts';

/** A call that has not finished after this long has died with its server; its key may be claimed again. Milliseconds. */
const abandonedAfter = 60_000;

export function createIdempotencyRepository(db: Db): IdempotencyStore {
  return {
    async claim(key, digest, now) {
      const abandoned = new Date(now.getTime() - abandonedAfter);
      const claimed = await db
        .insertInto('idempotency_keys')
        .values({ key, digest, status: null, body: null, started_at: now })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({ digest, status: null, body: null, started_at: now })
            .where(
              sql<boolean>`(idempotency_keys.status is null and idempotency_keys.started_at < ${abandoned}) or idempotency_keys.started_at < ${new Date(now.getTime() - keptHours * 3_600_000)}`,
            ),
        )
        .returning('key')
        .executeTakeFirst();
      if (claimed) return { kind: 'new' };
      const known = await db.selectFrom('idempotency_keys').select(['digest', 'status', 'body']).where('key', '=', key).executeTakeFirst();
      if (!known || known.status === null || known.body === null) return { kind: 'busy' };
      return { kind: 'known', answer: { digest: known.digest, status: known.status, body: known.body } };
    },

    async finish(key, { status, body }) {
      await db.updateTable('idempotency_keys').set({ status, body }).where('key', '=', key).execute();
    },

    async release(key) {
      await db.deleteFrom('idempotency_keys').where('key', '=', key).where('status', 'is', null).execute();
    },
  };
}

/** Forgets keys past their time. Returns how many. */
export async function forgetOldKeys(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('started_at', '<', new Date(now.getTime() - keptHours * 3_600_000))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
