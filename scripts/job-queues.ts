/** The queue of jobs as `npm run jobs` shows and mends it. */
import { deadJobs, queueCounts } from '#lib/jobs/job-store.repository.ts';
import type { DeadJob, QueueCounts } from '#lib/jobs/job-store.repository.ts';
import type { JobStore } from '#lib/jobs/job-store.ts';
import { reviveJobs } from '#lib/jobs/revive.ts';
import { MisuseError } from './command.ts';
import { oneLine } from './terminal.ts';

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const shownDead = 50;

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

/** Shows the queues, or the dead jobs of one, or puts dead ones back. @throws {MisuseError} when there is no such queue or job. */
export async function carryOut(store: JobStore, { dead, retry }: { readonly dead?: string | undefined; readonly retry?: string | undefined }): Promise<void> {
  const { db } = store.database;
  const name = dead ?? retry;
  const isId = retry !== undefined && idPattern.test(retry);
  if (name !== undefined && !isId) {
    const names = (await queueCounts(db)).map((queue) => queue.name);
    if (!names.includes(name)) throw new MisuseError(`There is no queue "${oneLine(name)}". Queues: ${names.join(', ') || 'none yet'}`);
  }
  if (dead !== undefined) {
    const jobs = await deadJobs(db, { name: dead }, shownDead);
    console.log(jobs.length === 0 ? `No job of ${dead} is dead` : jobs.map(deadLine).join('\n'));
  } else if (retry !== undefined) {
    const count = await reviveJobs(store, isId ? { id: retry } : { name: retry });
    if (isId && count === 0) throw new MisuseError(`No dead job has the id ${retry}`);
    console.log(`${count} put back`);
  } else {
    const queues = await queueCounts(db);
    console.log(queues.length === 0 ? 'There are no queues yet: the server makes them at its start' : queueLines(queues).join('\n'));
  }
}
