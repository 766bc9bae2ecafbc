/** The queue as this process has it open: pg-boss over our own connections, and the queues of the jobs it knows. */
import { createHash } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database, DbTransaction } from '#lib/db/database.ts';
import { wakeAfter } from '#lib/db/unit-of-work.ts';
import type { Job, KnownJob } from './job.ts';
import { bossDatabase, bossWithin } from './job-store.repository.ts';

const day = 86_400;
/** How long done jobs are remembered, in seconds; for so long `once` holds. */
const keepDone = 3 * day;
/** How long a job may wait for a node that knows it, in seconds. */
const keepWaiting = 90 * day;
const longestDelay = 6 * 3_600;
/** Bytes of JSON; what is larger belongs into storage, and its key into the job. */
const largestInput = 100_000;
/** What the channel of changes says when jobs are due at once. */
export const jobsTag = 'jobs';

export type JobStore = {
  readonly database: Database;
  readonly boss: PgBoss;
  /** Makes queues for these jobs, or brings them up to date. @throws for a schedule that is none. */
  prepare(jobs: readonly KnownJob[]): Promise<void>;
  knows(name: string): boolean;
  close(): Promise<void>;
};

/** Puts jobs into the queue. */
export type JobQueue = {
  /**
   * Makes a job due as part of the transaction: with its commit, or never.
   * @throws {ZodError} when the input is not the job's. @throws {TypeError} for a job this process was not opened with.
   */
  enqueue<Input extends object>(tx: DbTransaction, job: Job<Input>, input: NoInfer<Input>, options?: EnqueueOptions): Promise<void>;
};

export type EnqueueOptions = {
  /** Not before this time. */
  readonly after?: Date;
  /** A job with the same key is made only once, while the first is remembered: until three days after it is done. */
  readonly once?: string;
  /** Among jobs of a queue that are due the highest goes first, then the oldest; 0 where nothing is said. */
  readonly priority?: number;
};

/** An id made of a key: whoever makes a job of this key again finds it there. */
export function jobIdOf(name: string, key: string): string {
  const hex = createHash('sha256').update(`${name}\0${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Opens the queue on a migrated database. pg-boss makes and migrates its own schema, on Postgres behind an advisory lock.
 * @throws when the database cannot be written.
 */
export async function openJobStore(database: Database, log: Logger): Promise<JobStore> {
  const hour = 3_600;
  const boss = new PgBoss({
    db: bossDatabase(database.db),
    backend: database.engine,
    schema: 'pgboss',
    // The runner asks for jobs, schedules and looks after them; pg-boss's own timers would ask the database all day.
    supervise: false,
    schedule: false,
    queueCacheIntervalSeconds: hour,
    flowIntervalSeconds: hour,
    bamIntervalSeconds: database.engine === 'pglite' ? hour : 60,
    monitorVacuum: database.engine === 'postgres',
    reindex: database.engine === 'postgres',
  });
  boss.on('error', (error) => log.error({ error: error.message }, 'the job queue has a fault'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the job queue warns'));
  await boss.start();
  const known = new Set<string>();

  function checkSchedule(name: string, every: string): void {
    try {
      boss.previewSchedule(every, { count: 1 });
    } catch (error) {
      throw new TypeError(`the schedule "${every}" of ${name} is no cron expression`, { cause: error });
    }
  }

  return {
    database,
    boss,
    async prepare(jobs) {
      const names = jobs.map(({ name }) => name);
      const twice = names.find((name, at) => names.indexOf(name) !== at);
      if (twice) throw new TypeError(`there are two jobs of the name ${twice}`);
      const there = new Map((names.length > 0 ? await boss.getQueues(names) : []).map((queue) => [queue.name, queue]));
      for (const { name, every, retry, expireSeconds } of jobs) {
        if (every !== undefined) checkSchedule(name, every);
        const wanted = {
          retryLimit: retry.times,
          retryDelay: retry.delaySeconds,
          retryBackoff: retry.backoff,
          ...(retry.backoff ? { retryDelayMax: longestDelay } : {}),
          expireInSeconds: expireSeconds,
          retentionSeconds: keepWaiting,
          deleteAfterSeconds: keepDone,
        };
        const queue = there.get(name);
        if (!queue) await boss.createQueue(name, { policy: 'standard', ...wanted });
        else if (Object.entries(wanted).some(([key, value]) => queue[key as keyof typeof wanted] !== value)) await boss.updateQueue(name, wanted);
        // Makes pg-boss remember the queue now: later, inside a transaction, it may ask nothing outside of it.
        if (!known.has(name)) await boss.findJobs(name, { id: jobIdOf(name, 'none') });
        known.add(name);
      }
    },
    knows: (name) => known.has(name),
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

/** The queue for services: all they can do is make a job due. */
export function createJobQueue(store: JobStore): JobQueue {
  return {
    async enqueue(tx, job, input, { after, once, priority } = {}) {
      if (!store.knows(job.name)) throw new TypeError(`the queue was not opened with the job ${job.name}: add it to the jobs of its feature`);
      const data = job.input.parse(input);
      const size = Buffer.byteLength(JSON.stringify(data));
      if (size > largestInput) throw new TypeError(`the input of ${job.name} has ${size} bytes of JSON; at most ${largestInput} go into a job`);
      await store.boss.send(job.name, data, {
        db: bossWithin(tx),
        ...(after === undefined ? {} : { startAfter: after }),
        ...(once === undefined ? {} : { id: jobIdOf(job.name, once) }),
        ...(priority === undefined ? {} : { priority }),
      });
      if (after === undefined) await wakeAfter(tx, jobsTag);
    },
  };
}
