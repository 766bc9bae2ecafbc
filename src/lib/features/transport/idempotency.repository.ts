/** Idempotency keys in the database, so that a repeat is known on every node and after a restart. Its clock is the only one. */
import { sql } from 'kysely';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { keptHours } from '#lib/api/idempotency.schema.ts';
import type { Claim, IdempotencyStore, Worked } from '#lib/api/idempotency.schema.ts';

const outdated = sql<boolean>`idempotency_keys.started_at < now() - make_interval(hours => ${keptHours})`;
/** A claim whose process has died. Versions before leases wrote none; theirs ended after a minute. */
const abandoned = sql<boolean>`(idempotency_keys.status is null and coalesce(idempotency_keys.leased_until, idempotency_keys.started_at + interval '60 seconds') < now())`;

const lease = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** Takes a transaction back without being a failure. */
class TakenBack<T> extends Error {
  readonly value: T;
  constructor(value: T) {
    super('The transaction is taken back');
    this.value = value;
  }
}

async function undoable<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TakenBack) return error.value as T;
    throw error;
  }
}

async function claimRow(db: Db | DbTransaction, key: string, digest: string, leaseSeconds: number): Promise<Claim> {
  const claimId = crypto.randomUUID();
  const fresh = { digest, status: null, body: null, started_at: sql<Date>`now()`, claim_id: claimId, leased_until: lease(leaseSeconds) };
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ key, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(fresh)
        .where(({ or }) => or([abandoned, outdated])),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed) return { kind: 'new', claimId };
  const known = await db.selectFrom('idempotency_keys').select(['digest', 'status', 'body']).where('key', '=', key).executeTakeFirst();
  if (!known || known.status === null || known.body === null) return { kind: 'busy' };
  return { kind: 'known', digest: known.digest, answer: { status: known.status, body: known.body } };
}

export function createIdempotencyRepository(db: Db): IdempotencyStore<DbTransaction> {
  const ours = (key: string, claimId: string) =>
    db.updateTable('idempotency_keys').where('key', '=', key).where('claim_id', '=', claimId).where('status', 'is', null);
  return {
    claim: (key, digest, leaseSeconds) => claimRow(db, key, digest, leaseSeconds),

    async renew(key, claimId, leaseSeconds) {
      const { numUpdatedRows } = await ours(key, claimId)
        .set({ leased_until: lease(leaseSeconds) })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async finish(key, claimId, { status, body }) {
      const { numUpdatedRows } = await ours(key, claimId).set({ status, body, leased_until: null }).executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async release(key, claimId) {
      await db.deleteFrom('idempotency_keys').where('key', '=', key).where('claim_id', '=', claimId).where('status', 'is', null).execute();
    },

    within: (key, digest, work) =>
      undoable(() =>
        transact(db, async (tx) => {
          // Whoever comes second is told so at once, instead of waiting on the row with a connection in its hands.
          const lock = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as free`.execute(tx);
          if (!lock.rows[0]?.free) return { kind: 'busy' } as const;
          // The lease is never looked at: until the transaction ends nobody sees the row, and then it has its answer.
          const claim = await claimRow(tx, key, digest, 0);
          if (claim.kind !== 'new') return claim;
          const { value, answer, keep } = await work(tx);
          const done = { kind: 'done', value } as const;
          if (!keep) throw new TakenBack(done);
          await tx.updateTable('idempotency_keys').set({ status: answer.status, body: answer.body, leased_until: null }).where('key', '=', key).execute();
          return done;
        }),
      ),

    transact: <T>(work: (tx: DbTransaction) => Promise<Worked<T>>) =>
      undoable(() =>
        transact(db, async (tx) => {
          const { value, keep } = await work(tx);
          if (!keep) throw new TakenBack(value);
          return value;
        }),
      ),
  };
}

/** Forgets keys past their time. Returns how many. */
export async function forgetOldKeys(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('idempotency_keys').where(outdated).executeTakeFirst();
  return Number(numDeletedRows);
}
