/**
 * Carries jobs out: asks the database which queues have something due, at once after a commit that made a job due
 * (on any node) and otherwise now and then; takes as many as it may, and records how they ended.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { Logger } from 'pino';
import { HopelessError, NotYetError } from './job.ts';
import type { KnownJob } from './job.ts';
import { together } from '#lib/together.ts';
import { createJobCounts } from './job-metrics.ts';
import { bury, giveBack, keepDead, waitingQueues } from './job-store.repository.ts';
import type { Attempt, DueQueue } from './job-store.repository.ts';
import { jobIdOf, jobsTag } from './job-store.ts';
import type { JobStore } from './job-store.ts';

export type JobRunner = {
  /** Begins to carry jobs out. */
  start(): Promise<void>;
  /** Takes no more jobs and waits for those under way, for at most so many milliseconds; the rest is aborted and put back. */
  stop(withinMs: number): Promise<void>;
  /** For tests and commands: carries out what is due now and what becomes due meanwhile, one after another. @returns how many attempts. */
  runDue(): Promise<number>;
  /** Adds figures of the jobs to those of the process. */
  measure(registry: Registry): void;
};

export type JobRunnerOptions = {
  readonly store: JobStore;
  readonly jobs: readonly KnownJob[];
  readonly log: Logger;
  /** Plans the schedules and is told to handlers; what is due is decided by the database's clock. */
  readonly now: () => Date;
  /** Attempts under way at once in this process. */
  readonly atOnce?: number;
  /** Milliseconds between looks into the database when nothing calls. */
  readonly lookEvery?: number;
};

/** Milliseconds between looks for jobs whose node died. */
const lookAfterEvery = 60_000;
/** Seconds for which dead jobs are kept. */
const keepDeadFor = 90 * 86_400;
/** Milliseconds an aborted handler has to end. */
const grace = 1_000;
const longestMessage = 500;

type UnderWay = { readonly attempt: Attempt; readonly abort: AbortController; readonly ended: Promise<void> };

/** What failed, in a bounded line for operators. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, longestMessage);

export function createJobRunner({ store, jobs, log, now, ...options }: JobRunnerOptions): JobRunner {
  const { database, boss } = store;
  const isEmbedded = database.engine === 'pglite';
  const { atOnce = isEmbedded ? 2 : 4, lookEvery = isEmbedded ? 5_000 : 2_000 } = options;
  const byName = new Map(jobs.map((one) => [one.name, one]));
  const names = [...byName.keys()];
  const counts = createJobCounts(database.db, names);
  const underWay = new Map<string, UnderWay>();
  /** The slots that are in the queue, and when they were put there: until one has come, there is nothing to reckon out. */
  const planned = new Map<string, { readonly slot: Date; readonly at: Date }>();
  let state: 'new' | 'running' | 'stopped' = 'new';
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isCalledAgain = false;
  let lookedAfter = 0;

  const isRunning = (): boolean => state === 'running';

  /** Puts the next slot of every schedule into the queue. Its id is made of the slot, so that it is there once. */
  async function plan(): Promise<void> {
    const at = now();
    for (const { name, every } of jobs) {
      if (every === undefined) continue;
      const known = planned.get(name);
      // A clock that was set back makes the slots before this one due again.
      if (known && known.at <= at && at < known.slot) continue;
      const [slot] = boss.previewSchedule(every, { from: at, count: 1 });
      if (!slot) continue;
      if (known?.slot.getTime() !== slot.getTime()) await boss.send(name, {}, { id: jobIdOf(name, `slot ${slot.toISOString()}`), startAfter: slot });
      planned.set(name, { slot, at });
    }
  }

  /** Writes down that attempts of a queue are done: those that end while that is under way by one statement. */
  const completing = new Map(
    names.map((name) => [name, together((lot: readonly { readonly id: string; readonly retryCount: number }[]) => boss.complete(name, [...lot]))]),
  );

  /** Jobs whose node died are tried again; old ones are forgotten. */
  async function lookAfter(): Promise<void> {
    await boss.supervise();
    await keepDead(database.db, names, keepDeadFor);
  }

  async function settle(known: KnownJob, attempt: Attempt, work: Promise<void>): Promise<void> {
    const { name, id, retryCount } = attempt;
    const about = { job: name, id, attempt: retryCount + 1 };
    try {
      await work;
      await completing.get(name)?.({ id, retryCount });
      counts.add(name, 'done');
    } catch (error) {
      if (underWay.get(id)?.abort.signal.reason instanceof NodeStops) return;
      const unrecorded = (fault: unknown): void => log.error({ ...about, error: reasonOf(fault) }, 'how a job ended could not be recorded');
      if (error instanceof NotYetError) {
        counts.add(name, 'not-yet');
        return giveBack(database.db, attempt, error.until).catch(unrecorded);
      }
      const message = reasonOf(error);
      const isDead = error instanceof HopelessError || retryCount >= known.retry.times;
      counts.add(name, isDead ? 'dead' : 'failed');
      log[isDead ? 'error' : 'warn'](
        { ...about, error: message, stack: error instanceof Error ? error.stack : undefined },
        isDead ? 'a job is dead' : 'a job failed and is tried again',
      );
      const record = error instanceof HopelessError ? bury(database.db, attempt, { message }) : boss.fail(name, { id, retryCount }, { message });
      // Unrecorded, it counts as under way until its time is over, and is tried again then.
      await record.catch(unrecorded);
    }
  }

  function begin(known: KnownJob, attempt: Attempt, data: unknown): UnderWay {
    const abort = new AbortController();
    const timeout = setTimeout(() => abort.abort(new Error(`took longer than ${known.expireSeconds} s`)), known.expireSeconds * 1_000);
    const aborted = new Promise<never>((_, reject) => abort.signal.addEventListener('abort', () => reject(abort.signal.reason), { once: true }));
    const work = known.take(data, { now: now(), id: attempt.id, attempt: attempt.retryCount + 1, signal: abort.signal });
    const ended = settle(known, attempt, Promise.race([work, aborted])).finally(() => {
      clearTimeout(timeout);
      underWay.delete(attempt.id);
      if (isRunning()) call();
    });
    const one = { attempt, abort, ended };
    underWay.set(attempt.id, one);
    return one;
  }

  /** Takes what is due, as far as there is room. @returns the attempts begun. */
  async function take(due: readonly DueQueue[]): Promise<readonly UnderWay[]> {
    const begun: UnderWay[] = [];
    for (const { name } of due) {
      const known = byName.get(name);
      const room = atOnce - underWay.size;
      if (!known || room <= 0 || state === 'stopped') continue;
      // No queue takes all the room while others wait.
      const batchSize = Math.max(1, Math.ceil(room / due.length));
      for (const { id, retryCount, data } of await boss.fetch<unknown>(name, { batchSize })) begun.push(begin(known, { name, id, retryCount }, data));
    }
    return begun;
  }

  async function look(): Promise<number> {
    await plan();
    if (performance.now() - lookedAfter > lookAfterEvery) {
      await lookAfter();
      lookedAfter = performance.now();
    }
    if (underWay.size >= atOnce) return lookEvery;
    const waiting = await waitingQueues(database.db, names);
    const due = waiting.filter(({ inMs }) => inMs <= 0);
    await take(due);
    // What ends calls again, so only queues for which there was room matter here.
    return Math.min(lookEvery, ...waiting.filter(({ inMs }) => inMs > 0).map(({ inMs }) => Math.ceil(inMs) + 5));
  }

  /** Looks now, or once more after the look under way. */
  function call(): void {
    isCalledAgain = true;
    if (looking || !isRunning()) return;
    clearTimeout(timer);
    looking = (async () => {
      let next = lookEvery;
      while (isCalledAgain && isRunning()) {
        isCalledAgain = false;
        next = await look().catch((error: unknown) => {
          log.error({ error: reasonOf(error) }, 'the job queue could not be asked');
          return lookEvery;
        });
      }
      looking = undefined;
      if (isRunning()) timer = setTimeout(call, next);
    })();
  }

  return {
    async start() {
      await store.prepare(jobs);
      await database.onChange((tags) => {
        if (tags.includes(jobsTag) || tags.includes('*')) call();
      });
      lookedAfter = -Infinity;
      state = 'running';
      call();
    },

    async stop(withinMs) {
      state = 'stopped';
      clearTimeout(timer);
      await looking;
      const all = (): Promise<unknown> => Promise.all([...underWay.values()].map(({ ended }) => ended));
      const waited = new AbortController();
      const wait = (ms: number): Promise<unknown> => Promise.race([all(), pause(ms, undefined, { signal: waited.signal }).catch(() => undefined)]);
      await wait(withinMs);
      const left = [...underWay.values()];
      for (const { abort } of left) abort.abort(new NodeStops('this node stops'));
      if (left.length > 0) {
        await wait(grace);
        for (const { attempt } of left)
          await giveBack(database.db, attempt).catch((error: unknown) =>
            log.error({ job: attempt.name, error: reasonOf(error) }, 'a job could not be put back'),
          );
        log.warn({ jobs: left.length }, 'jobs were interrupted and put back');
      }
      waited.abort();
    },

    async runDue() {
      await store.prepare(jobs);
      await lookAfter();
      for (let runs = 0; ; ) {
        await plan();
        const due = (await waitingQueues(database.db, names)).filter(({ inMs }) => inMs <= 0);
        const begun = await take(due);
        if (begun.length === 0) return runs;
        runs += begun.length;
        await Promise.all(begun.map(({ ended }) => ended));
      }
    },

    measure: counts.measure,
  };
}

/** Why handlers are aborted when the process ends; the attempt then does not count. */
class NodeStops extends Error {
  override name = 'NodeStops';
}
