/** The queue of jobs, on a real database of each kind. */
import { sql } from 'kysely';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { HopelessError, NotYetError, job } from '#lib/jobs/job.ts';
import type { JobRun, KnownJob } from '#lib/jobs/job.ts';
import { deadJobs, queueCounts } from '#lib/jobs/job-store.repository.ts';
import { createJobQueue, openJobStore } from '#lib/jobs/job-store.ts';
import type { JobStore } from '#lib/jobs/job-store.ts';
import { reviveJobs } from '#lib/jobs/revive.ts';
import { createJobRunner } from '#lib/jobs/runner.ts';
import type { JobRunnerOptions } from '#lib/jobs/runner.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';

const log = pino({ level: 'silent' });
const now = new Date('2026-11-21T12:00:00Z');
let opened: TestDatabase;
let store: JobStore;

beforeAll(async () => {
  opened = await testDatabase();
  store = await openJobStore(opened.database, log);
});
afterAll(async () => {
  await store.close();
  await opened.close();
});
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(opened.db);
});

const runnerOf = (jobs: readonly KnownJob[], more: Partial<JobRunnerOptions> = {}) => createJobRunner({ store, jobs, log, now: () => now, ...more });
const letterInput = z.object({ letter: z.string().max(10) });

/** A job that keeps what it was given, and fails as often as it is told. */
function letterJob(name: `letters.${string}`, options: { fails?: number; times?: number; expireSeconds?: number; error?: Error } = {}) {
  const seen: { letter: string; run: JobRun }[] = [];
  const { fails = 0, times = 2, expireSeconds = 60, error = new Error('the post office is closed') } = options;
  return {
    seen,
    job: job({
      name,
      input: letterInput,
      retry: { times, delaySeconds: 40 },
      expireSeconds,
      async handle({ letter }, run) {
        seen.push({ letter, run });
        if (seen.length <= fails) throw error;
      },
    }),
  };
}

const enqueue = async (one: ReturnType<typeof letterJob>, letter: string, options?: { after?: Date; once?: string; priority?: number }): Promise<void> => {
  await store.prepare([one.job]);
  await opened.database.transact((tx) => createJobQueue(store).enqueue(tx, one.job, { letter }, options));
};
/** As if the time to the next attempt had passed. */
const letTimePass = () => sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(opened.db);
const statesOf = async (name: string): Promise<readonly string[]> =>
  (await sql<{ state: string }>`select state::text from pgboss.job where name = ${name} order by created_on`.execute(opened.db)).rows.map(({ state }) => state);

test('a transaction that is rolled back leaves no job behind', async () => {
  const letters = letterJob('letters.rolled-back');
  await store.prepare([letters.job]);
  const failing = opened.database.transact(async (tx) => {
    await createJobQueue(store).enqueue(tx, letters.job, { letter: 'a' });
    throw new Error('the order was refused');
  });
  await expect(failing).rejects.toThrow('the order was refused');
  expect(await runnerOf([letters.job]).runDue()).toBe(0);
  expect(letters.seen).toEqual([]);
});

test('a committed job is carried out once, and told when, which and for the how many-th time', async () => {
  const letters = letterJob('letters.committed');
  await enqueue(letters, 'a');
  expect(await runnerOf([letters.job]).runDue()).toBe(1);
  expect(await runnerOf([letters.job]).runDue()).toBe(0);
  expect(letters.seen).toMatchObject([{ letter: 'a', run: { now, attempt: 1, id: expect.stringMatching(/^[\da-f-]{36}$/) } }]);
  expect(await statesOf('letters.committed')).toEqual(['completed']);
});

test('a job that is not to be carried out yet waits for its time in its turn, under its id, and no attempt counts', async () => {
  const until = new Date(Date.now() + 3_600_000);
  const letters = letterJob('letters.not-yet', { fails: 2, times: 0, error: new NotYetError('tomorrow', until) });
  await enqueue(letters, 'a');
  const runner = runnerOf([letters.job]);
  for (let night = 0; night < 2; night++) {
    expect(await runner.runDue()).toBe(1);
    const { rows } = await sql<{
      state: string;
      due: Date;
      tries: number;
    }>`select state::text, start_after as due, retry_count as tries from pgboss.job`.execute(opened.db);
    expect(rows).toEqual([{ state: 'created', due: until, tries: 0 }]);
    await sql`update pgboss.job set start_after = now()`.execute(opened.db);
  }
  await runner.runDue();
  expect(letters.seen.map(({ run }) => run.attempt)).toEqual([1, 1, 1]);
  expect(new Set(letters.seen.map(({ run }) => run.id)).size).toBe(1);
  expect(await statesOf('letters.not-yet')).toEqual(['completed']);
});

test('of what is due the most urgent goes first, then the oldest', async () => {
  const letters = letterJob('letters.urgent');
  for (const [letter, priority] of [
    ['news', 0],
    ['more news', 0],
    ['code', 3],
    ['receipt', 2],
  ] as const)
    await enqueue(letters, letter, { priority });
  await runnerOf([letters.job], { atOnce: 1 }).runDue();
  expect(letters.seen.map(({ letter }) => letter)).toEqual(['code', 'receipt', 'news', 'more news']);
});

test('a running node carries a job out as soon as it is committed, without waiting for its next look', async () => {
  const letters = letterJob('letters.at-once');
  const runner = runnerOf([letters.job], { lookEvery: 3_600_000 });
  await runner.start();
  try {
    await enqueue(letters, 'a');
    await vi.waitFor(() => expect(letters.seen).toHaveLength(1), { timeout: 20_000 });
    await enqueue(letters, 'b');
    await vi.waitFor(() => expect(letters.seen).toHaveLength(2), { timeout: 20_000 });
  } finally {
    await runner.stop(5_000);
  }
});

test('a failed job is tried again, later each time, under the same id; then it is dead until somebody puts it back', async () => {
  const letters = letterJob('letters.failing', { fails: 3 });
  await enqueue(letters, 'a');
  const runner = runnerOf([letters.job]);
  const delays: number[] = [];
  for (const state of ['retry', 'retry', 'failed']) {
    expect(await runner.runDue()).toBe(1);
    expect(await runner.runDue(), 'not due again at once').toBe(0);
    expect(await statesOf('letters.failing')).toEqual([state]);
    const { rows } = await sql<{ delay: number }>`select extract(epoch from start_after - now())::float8 as delay from pgboss.job`.execute(opened.db);
    delays.push(rows[0]?.delay ?? 0);
    await letTimePass();
  }
  // 40 s doubled each time, from a half to the whole of it by chance.
  expect(delays[0]).toBeGreaterThan(30);
  expect(delays[0]).toBeLessThanOrEqual(80);
  expect(delays[1]).toBeGreaterThan(75);
  const [dead] = await deadJobs(opened.db, { name: 'letters.failing' }, 10);
  expect(dead).toMatchObject({ name: 'letters.failing', attempts: 3, error: 'the post office is closed', id: letters.seen[0]?.run.id });

  expect(await reviveJobs(store, { name: 'letters.failing' })).toBe(1);
  expect(await runner.runDue()).toBe(1);
  expect(letters.seen.map(({ run }) => run.attempt)).toEqual([1, 2, 3, 4]);
  expect(new Set(letters.seen.map(({ run }) => run.id)).size).toBe(1);
  expect(await statesOf('letters.failing')).toEqual(['completed']);
});

test('a job that cannot succeed is dead after its first attempt', async () => {
  const letters = letterJob('letters.hopeless', { fails: 1, error: new HopelessError('there is no such address') });
  await enqueue(letters, 'a');
  expect(await runnerOf([letters.job]).runDue()).toBe(1);
  expect(await deadJobs(opened.db, { name: 'letters.hopeless' }, 10)).toMatchObject([{ attempts: 1, error: 'there is no such address' }]);
});

test('an input that a newer version no longer reads makes the job dead and says what is wrong with it', async () => {
  const letters = letterJob('letters.renamed');
  await enqueue(letters, 'a');
  const newer = job({ name: 'letters.renamed', input: z.object({ text: z.string() }), handle: async () => undefined });
  expect(await runnerOf([newer]).runDue()).toBe(1);
  const [dead] = await deadJobs(opened.db, { name: 'letters.renamed' }, 10);
  expect(dead?.error).toMatch(/the input of letters\.renamed cannot be read: .*text/s);
});

test('an input that is not the job’s, or too large for a queue, is refused where it is made due', async () => {
  const letters = letterJob('letters.refused');
  await expect(enqueue(letters, 'far too long a letter')).rejects.toThrow(/letter/);
  const large = job({ name: 'letters.large', input: z.object({ text: z.string() }), handle: async () => undefined });
  await store.prepare([large]);
  const sending = opened.database.transact((tx) => createJobQueue(store).enqueue(tx, large, { text: 'x'.repeat(100_001) }));
  await expect(sending).rejects.toThrow(/at most 100000 go into a job/);
  expect(await statesOf('letters.refused')).toEqual([]);
});

test('a job with a time is not carried out before it', async () => {
  const letters = letterJob('letters.later');
  await enqueue(letters, 'later', { after: new Date(Date.now() + 3_600_000) });
  await enqueue(letters, 'now', { after: new Date(Date.now() - 1_000) });
  await runnerOf([letters.job]).runDue();
  expect(letters.seen.map(({ letter }) => letter)).toEqual(['now']);
});

test('a job with a key is made once, also when the first is done already', async () => {
  const letters = letterJob('letters.once');
  await enqueue(letters, 'first', { once: 'order 12' });
  await enqueue(letters, 'second', { once: 'order 12' });
  await runnerOf([letters.job]).runDue();
  await enqueue(letters, 'third', { once: 'order 12' });
  await enqueue(letters, 'other', { once: 'order 13' });
  await runnerOf([letters.job]).runDue();
  expect(letters.seen.map(({ letter }) => letter)).toEqual(['first', 'other']);
});

test('a schedule is run once in each slot, however many nodes there are', async () => {
  const runs: Date[] = [];
  // Slots in the past are due at once by the database's clock.
  let time = new Date('2026-11-21T12:10:00Z');
  const hourly = job({ name: 'letters.hourly', input: z.object({}), every: '17 * * * *', handle: async (_, run) => void runs.push(run.now) });
  const otherStore = await openJobStore(opened.database, log);
  try {
    const nodes = [store, otherStore].map((one) => createJobRunner({ store: one, jobs: [hourly], log, now: () => time }));
    for (const hour of [12, 13, 14]) {
      time = new Date(`2026-11-21T${hour}:10:00Z`);
      await Promise.all(nodes.map((node) => node.runDue()));
      await Promise.all(nodes.map((node) => node.runDue()));
    }
  } finally {
    await otherStore.close();
  }
  expect(runs.map((at) => at.getUTCHours())).toEqual([12, 13, 14]);
});

test('a schedule that is none, and two jobs of one name, are refused at the start', async () => {
  const wrong = job({ name: 'letters.wrong', input: z.object({}), every: 'now and then', handle: async () => undefined });
  await expect(store.prepare([wrong])).rejects.toThrow('the schedule "now and then" of letters.wrong is no cron expression');
  const twice = letterJob('letters.twice').job;
  await expect(store.prepare([twice, twice])).rejects.toThrow('two jobs of the name letters.twice');
});

test('names that could be something else in SQL or a shell are no names of jobs', () => {
  for (const name of ["a.b'; drop table houses", 'A.b', 'a', 'a..b', 'a.b c', 'a.$(rm)', '.a.b', `a.${'b'.repeat(60)}`])
    expect(() => job({ name: name as `${string}.${string}`, input: z.object({}), handle: async () => undefined }), name).toThrow(TypeError);
  // @ts-expect-error a name without a feature is refused by its type
  expect(() => job({ name: 'cleanup', input: z.object({}), handle: async () => undefined })).toThrow(TypeError);
  // @ts-expect-error the queue takes jobs that job() made, no names
  const byName = () => opened.database.transact((tx) => createJobQueue(store).enqueue(tx, 'letters.hourly', {}));
  return expect(byName()).rejects.toThrow(TypeError);
});

test('a job that its feature forgot to declare is refused instead of lost', async () => {
  const unknown = job({ name: 'letters.unknown', input: z.object({}), handle: async () => undefined });
  const sending = opened.database.transact((tx) => createJobQueue(store).enqueue(tx, unknown, {}));
  await expect(sending).rejects.toThrow('was not opened with the job letters.unknown');
});

test('a job whose node was killed is taken up again when its time is over', async () => {
  const letters = letterJob('letters.orphaned', { expireSeconds: 60 });
  await enqueue(letters, 'a');
  // What a killed node leaves behind: a job under way that nobody works on.
  const taken = await store.boss.fetch('letters.orphaned');
  expect(taken).toHaveLength(1);
  expect(await runnerOf([letters.job]).runDue()).toBe(0);
  await sql`update pgboss.job set started_on = now() - interval '61 seconds'`.execute(opened.db);
  await sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`.execute(opened.db);
  const runner = runnerOf([letters.job]);
  await runner.runDue();
  await letTimePass();
  expect(await runner.runDue()).toBe(1);
  expect(letters.seen.map(({ run }) => run.attempt)).toEqual([2]);
});

test('an attempt that takes too long is aborted and counts as failed', async () => {
  const reasons: unknown[] = [];
  const slow = job({
    name: 'letters.slow',
    input: z.object({}),
    expireSeconds: 1,
    handle: (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(void reasons.push(signal.reason)))),
  });
  await store.prepare([slow]);
  await opened.database.transact((tx) => createJobQueue(store).enqueue(tx, slow, {}));
  await runnerOf([slow]).runDue();
  expect(reasons).toEqual([new Error('took longer than 1 s')]);
  expect(await statesOf('letters.slow')).toEqual(['retry']);
});

test('a node has as many jobs under way as operators are told, so no more mails than that come twice when it dies', async () => {
  const most = opened.database.engine === 'pglite' ? 2 : 4;
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const counts = { underWay: 0, most: 0, done: 0 };
  const slow = job({
    name: 'letters.many',
    input: letterInput,
    async handle() {
      counts.underWay += 1;
      counts.most = Math.max(counts.most, counts.underWay);
      if (counts.underWay === most) reached.resolve();
      await gate.promise;
      counts.underWay -= 1;
      counts.done += 1;
    },
  });
  await store.prepare([slow]);
  await opened.database.transact(async (tx) => {
    for (let at = 0; at < 3 * most; at += 1) await createJobQueue(store).enqueue(tx, slow, { letter: String(at) });
  });
  const runner = runnerOf([slow], { lookEvery: 50 });
  await runner.start();
  try {
    await reached.promise;
    // What a node that dies here leaves behind, and others take up again.
    expect((await statesOf('letters.many')).filter((state) => state === 'active')).toHaveLength(most);
    gate.resolve();
    await vi.waitFor(() => expect(counts.done).toBe(3 * most), { timeout: 20_000 });
    expect(counts.most).toBe(most);
  } finally {
    gate.resolve();
    await runner.stop(5_000);
  }
});

test('a node that stops waits for what is under way and takes nothing more', async () => {
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  const patient = job({
    name: 'letters.patient',
    input: letterInput,
    async handle({ letter }) {
      begun.push(letter);
      await gate.promise;
    },
  });
  await store.prepare([patient]);
  const runner = runnerOf([patient], { atOnce: 1 });
  await runner.start();
  await opened.database.transact((tx) => createJobQueue(store).enqueue(tx, patient, { letter: 'a' }));
  await opened.database.transact((tx) => createJobQueue(store).enqueue(tx, patient, { letter: 'b' }));
  await vi.waitFor(() => expect(begun).toEqual(['a']), { timeout: 20_000 });
  const stopping = runner.stop(20_000);
  gate.resolve();
  await stopping;
  expect(begun).toEqual(['a']);
  expect(await statesOf('letters.patient')).toEqual(['completed', 'created']);
});

test('a node that cannot wait aborts what is under way and puts it back, and the attempt does not count', async () => {
  const attempts: number[] = [];
  const stubborn = job({
    name: 'letters.stubborn',
    input: z.object({}),
    handle: (_, { signal, attempt }) =>
      new Promise((resolve, reject) => {
        attempts.push(attempt);
        if (attempts.length > 1) resolve();
        else signal.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  await store.prepare([stubborn]);
  const runner = runnerOf([stubborn]);
  await runner.start();
  await opened.database.transact((tx) => createJobQueue(store).enqueue(tx, stubborn, {}));
  await vi.waitFor(() => expect(attempts).toHaveLength(1), { timeout: 20_000 });
  await runner.stop(1);
  expect(await statesOf('letters.stubborn')).toEqual(['created']);
  expect(await runnerOf([stubborn]).runDue()).toBe(1);
  expect(attempts).toEqual([1, 1]);
});

test('no more attempts are under way at once than allowed, and no queue keeps the others waiting', async () => {
  let atOnce = 0;
  let most = 0;
  const order: string[] = [];
  const busy = (name: `letters.${string}`) =>
    job({
      name,
      input: z.object({}),
      async handle() {
        most = Math.max(most, ++atOnce);
        order.push(name);
        await new Promise((resolve) => setImmediate(resolve));
        atOnce--;
      },
    });
  const jobs = [busy('letters.busy-one'), busy('letters.busy-two')];
  await store.prepare(jobs);
  const queue = createJobQueue(store);
  await opened.database.transact(async (tx) => {
    for (const one of [...Array(8).fill(jobs[0]), jobs[1]]) await queue.enqueue(tx, one, {});
  });
  expect(await runnerOf(jobs, { atOnce: 2 }).runDue()).toBe(9);
  expect(most).toBe(2);
  expect(order.indexOf('letters.busy-two')).toBeLessThan(2);
});

test('counts of jobs by outcome and by state are among the metrics, and the last error is at hand', async () => {
  const good = letterJob('letters.good');
  const bad = letterJob('letters.bad', { fails: 1, times: 0 });
  const registry = new Registry();
  const runner = runnerOf([good.job, bad.job]);
  runner.measure(registry);
  await enqueue(good, 'a');
  await enqueue(bad, 'b');
  await runner.runDue();
  await enqueue(good, 'c', { after: new Date(Date.now() + 60_000) });
  const text = await registry.metrics();
  expect(text).toContain('loftling_jobs_total{job="letters.good",outcome="done"} 1');
  expect(text).toContain('loftling_jobs_total{job="letters.bad",outcome="dead"} 1');
  expect(text).toContain('loftling_jobs{job="letters.good",state="waiting"} 1');
  expect(text).toContain('loftling_jobs{job="letters.bad",state="dead"} 1');
  expect((await queueCounts(opened.db)).find(({ name }) => name === 'letters.bad')).toMatchObject({ dead: 1, lastError: 'the post office is closed' });
});
