/** The queue's tables (schema `pgboss`, made and migrated by pg-boss) and the one way pg-boss speaks to either database. */
import { CompiledQuery, sql } from 'kysely';
import type { Db as BossDatabase } from 'pg-boss';
import type { Db, DbTransaction } from '#lib/db/database.ts';

/** pg-boss computes with numbers where the drivers give bigint. */
const plain = (row: unknown): unknown =>
  typeof row === 'object' && row !== null
    ? Object.fromEntries(Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]))
    : row;

/** pg-boss over Kysely. Statements without values may be several at once, with a transaction of their own. */
export function bossDatabase(db: Db): BossDatabase {
  return {
    async executeSql(text, values = []) {
      if (values.length > 0) return { rows: (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows.map(plain) };
      return db.connection().execute(async (connection) => {
        try {
          return { rows: (await connection.executeQuery(CompiledQuery.raw(text))).rows.map(plain) };
        } catch (error) {
          // Several statements begin a transaction of their own; a broken one must not be left to the next user of the connection.
          await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
          throw error;
        }
      });
    },
  };
}

/** pg-boss inside a transaction of ours. */
export function bossWithin(tx: DbTransaction): BossDatabase {
  return { executeSql: async (text, values = []) => ({ rows: (await tx.executeQuery(CompiledQuery.raw(text, [...values]))).rows.map(plain) }) };
}

export type DueQueue = {
  readonly name: string;
  /** Milliseconds until its next job is due; 0 or less when one is. */
  readonly inMs: number;
};

/** Queues in which a job waits, and for how long. */
export async function waitingQueues(db: Db, names: readonly string[]): Promise<readonly DueQueue[]> {
  const { rows } = await sql<{ name: string; in_ms: number }>`
    select queue.name, (extract(epoch from due.start_after - now()) * 1000)::float8 as in_ms
    from unnest(${names}::text[]) as queue (name)
    cross join lateral (
      select min(start_after) as start_after from pgboss.job where job.name = queue.name and state < 'active' and not blocked
    ) as due
    where due.start_after is not null`.execute(db);
  return rows.map(({ name, in_ms }) => ({ name, inMs: in_ms }));
}

export type Attempt = { readonly name: string; readonly id: string; readonly retryCount: number };

/** Makes a job dead whatever attempts it has left. */
export async function bury(db: Db, { name, id, retryCount }: Attempt, output: object): Promise<void> {
  await sql`
    update pgboss.job set state = 'failed', completed_on = now(), output = ${JSON.stringify(output)}::jsonb
    where name = ${name} and id = ${id}::uuid and state = 'active' and retry_count = ${retryCount}`.execute(db);
}

/** Puts a job that was taken back as if it had not been: the attempt does not count. @param until when it is due again; at once without. */
export async function giveBack(db: Db, { name, id, retryCount }: Attempt, until?: Date): Promise<void> {
  await sql`
    update pgboss.job set state = 'created', started_on = null, start_after = coalesce(${until ?? null}::timestamptz, now())
    where name = ${name} and id = ${id}::uuid and state = 'active' and retry_count = ${retryCount}`.execute(db);
}

/** Dead jobs are kept longer than done ones: somebody is to look at them. */
export async function keepDead(db: Db, names: readonly string[], seconds: number): Promise<void> {
  await sql`
    update pgboss.job set deletion_seconds = ${seconds}
    where name = any(${names}::text[]) and state = 'failed' and deletion_seconds < ${seconds}`.execute(db);
}

export type QueueCounts = {
  readonly name: string;
  readonly waiting: number;
  readonly active: number;
  /** Failed at least once and to be tried again; among the waiting. */
  readonly retrying: number;
  readonly dead: number;
  readonly lastError: string | undefined;
  readonly lastErrorAt: Date | undefined;
};

/** How each queue stands. */
export async function queueCounts(db: Db): Promise<readonly QueueCounts[]> {
  const { rows } = await sql<Record<'waiting' | 'active' | 'retrying' | 'dead', number> & { name: string; error: string | null; error_at: Date | null }>`
    select queue.name, coalesce(waiting, 0) as waiting, coalesce(active, 0) as active, coalesce(retrying, 0) as retrying, coalesce(dead, 0) as dead,
      last.output ->> 'message' as error, last.at as error_at
    from pgboss.queue
    left join (
      select name, (count(*) filter (where state < 'active'))::int as waiting, (count(*) filter (where state = 'active'))::int as active,
        (count(*) filter (where state = 'retry'))::int as retrying, (count(*) filter (where state = 'failed'))::int as dead
      from pgboss.job where state <> 'completed' group by name
    ) as counted using (name)
    left join lateral (
      select output, coalesce(completed_on, started_on) as at from pgboss.job
      where job.name = queue.name and state in ('retry', 'failed') and output is not null
      order by coalesce(completed_on, started_on) desc nulls last limit 1
    ) as last on true
    where queue.name not like '\\_\\_pgboss%'
    order by queue.name`.execute(db);
  return rows.map(({ name, waiting, active, retrying, dead, error, error_at }) => ({
    name,
    waiting,
    active,
    retrying,
    dead,
    lastError: error ?? undefined,
    lastErrorAt: error_at === null ? undefined : new Date(error_at),
  }));
}

export type DeadJob = {
  readonly id: string;
  readonly name: string;
  readonly created: Date;
  readonly died: Date;
  readonly attempts: number;
  readonly error: string;
};

/** Dead jobs of a queue, or the one of this id, newest first. */
export async function deadJobs(db: Db, which: { readonly name: string } | { readonly id: string }, limit: number): Promise<readonly DeadJob[]> {
  const wanted = 'name' in which ? sql`name = ${which.name}` : sql`id = ${which.id}::uuid`;
  const { rows } = await sql<{ id: string; name: string; created_on: Date; completed_on: Date; attempts: number; error: string | null }>`
    select id, name, created_on, completed_on, retry_count + 1 as attempts, output ->> 'message' as error
    from pgboss.job where ${wanted} and state = 'failed' order by completed_on desc limit ${limit}`.execute(db);
  return rows.map(({ id, name, created_on, completed_on, attempts, error }) => ({
    id,
    name,
    created: new Date(created_on),
    died: new Date(completed_on),
    attempts,
    error: error ?? 'its time was over',
  }));
}
