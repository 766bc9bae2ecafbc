/**
 * Shows what waits, runs and failed in the queue of jobs, and puts dead jobs back. Works beside a running server.
 * `npm run jobs [-- --dead NAME | --retry ID|NAME]`
 */
import '#lib/private-files.ts';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { pino } from 'pino';
import { readConfig } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import { migrate } from '#lib/db/migrate.ts';
import { deadJobs, queueCounts } from '#lib/jobs/job-store.repository.ts';
import type { DeadJob, QueueCounts } from '#lib/jobs/job-store.repository.ts';
import { openJobStore } from '#lib/jobs/job-store.ts';
import type { JobStore } from '#lib/jobs/job-store.ts';
import { reviveJobs } from '#lib/jobs/revive.ts';

const usage = `npm run jobs                      every queue: jobs waiting, under way and dead, and the last error
npm run jobs -- --dead NAME       the dead jobs of a queue, newest first
npm run jobs -- --retry NAME      puts all of them back, 1,000 at a time
npm run jobs -- --retry ID        puts back one`;

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const shownDead = 50;

/** Errors come from outside; none may write to the terminal as it pleases. */
const oneLine = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, 200);

function queueLines(queues: readonly QueueCounts[]): string[] {
  const width = Math.max(5, ...queues.map(({ name }) => name.length));
  const line = (name: string, ...figures: readonly string[]): string => `${name.padEnd(width)}${figures.map((figure) => figure.padStart(9)).join('')}`;
  return [
    line('queue', 'waiting', 'retrying', 'active', 'dead'),
    ...queues.flatMap(({ name, waiting, retrying, active, dead, lastError, lastErrorAt }) => [
      line(name, ...[waiting, retrying, active, dead].map(String)),
      ...(lastError === undefined ? [] : [`  ${lastErrorAt?.toISOString() ?? ''} ${oneLine(lastError)}`]),
    ]),
  ];
}

const deadLine = ({ id, died, attempts, error }: DeadJob): string =>
  `${id}  ${died.toISOString()}  ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}  ${oneLine(error)}`;

async function carryOut(store: JobStore, { dead, retry }: { readonly dead?: string | undefined; readonly retry?: string | undefined }): Promise<void> {
  const { db } = store.database;
  const name = dead ?? retry;
  const isId = retry !== undefined && idPattern.test(retry);
  if (name !== undefined && !isId) {
    const names = (await queueCounts(db)).map((queue) => queue.name);
    if (!names.includes(name)) throw new UsageError(`There is no queue "${oneLine(name)}". Queues: ${names.join(', ') || 'none yet'}`);
  }
  if (dead !== undefined) {
    const jobs = await deadJobs(db, { name: dead }, shownDead);
    console.log(jobs.length === 0 ? `No job of ${dead} is dead` : jobs.map(deadLine).join('\n'));
  } else if (retry !== undefined) {
    const count = await reviveJobs(store, isId ? { id: retry } : { name: retry });
    if (isId && count === 0) throw new UsageError(`No dead job has the id ${retry}`);
    console.log(`${count} put back`);
  } else {
    const queues = await queueCounts(db);
    console.log(queues.length === 0 ? 'There are no queues yet: the server makes them at its start' : queueLines(queues).join('\n'));
  }
}

class UsageError extends Error {}

try {
  const { values } = parseArgs({ options: { dead: { type: 'string' }, retry: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) console.log(usage);
  else if (values.dead !== undefined && values.retry !== undefined) throw new UsageError(`--dead or --retry, not both\n${usage}`);
  else {
    const database = await openDatabase(readConfig(process.env), 'beside');
    try {
      await migrate(database.db);
      const store = await openJobStore(database, pino({ level: 'error' }, pino.destination(2)));
      try {
        await carryOut(store, values);
      } finally {
        await store.close();
      }
    } finally {
      await database.close();
    }
  }
} catch (error) {
  const isArguments = error instanceof TypeError && 'code' in error;
  console.error(error instanceof Error ? `${error.message}${isArguments ? `\n${usage}` : ''}` : error);
  process.exitCode = 2;
}
