/** `npm run jobs` beside the process that holds the database. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '#lib/db/database.ts';
import type { Database } from '#lib/db/database.ts';
import { HopelessError, job } from '#lib/jobs/job.ts';
import { createJobQueue, openJobStore } from '#lib/jobs/job-store.ts';
import type { JobStore } from '#lib/jobs/job-store.ts';
import { createJobRunner } from '#lib/jobs/runner.ts';
import { commandHere } from '#tests/support/command-here.ts';
import { filledFolder } from '#tests/support/data-folder.ts';
import { MisuseError } from '../../../scripts/command.ts';
import { carryOut } from '../../../scripts/job-queues.ts';

const dataDir = filledFolder();
const config = { dataDir, databaseUrl: undefined, databasePool: 1 };
const log = pino({ level: 'silent' });
let database: Database;
let store: JobStore;
let isMended = false;
const done: string[] = [];
const parcels = job({
  name: 'parcels.carry',
  input: z.object({ parcel: z.string() }),
  async handle({ parcel }) {
    if (!isMended) throw new HopelessError('the road is \u001b[31mclosed\u0007\nfor now');
    done.push(parcel);
  },
});

beforeAll(async () => {
  database = await openDatabase(config, 'alone');
  store = await openJobStore(database, log);
});
afterAll(async () => {
  await store.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Does the work of the command through the socket, as it does, and gives what it says. */
async function jobsHere(options: Parameters<typeof carryOut>[1] = {}): Promise<string> {
  const beside = await openDatabase(config, 'beside');
  const borrowed = await openJobStore(beside, log);
  const { said } = await commandHere(dataDir, () => carryOut(borrowed, options)).finally(async () => {
    await borrowed.close();
    await beside.close();
  });
  return said;
}

/** Runs the command and gives what it says. */
function jobs(...parameters: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['scripts/jobs.ts', ...parameters], { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => void child.on('close', (code) => resolve({ code, output })));
}

test('the queue is shown, its dead listed and put back, and the running process takes them up at once', async () => {
  const runner = createJobRunner({ store, jobs: [parcels], log, now: () => new Date(), lookEvery: 3_600_000 });
  await runner.start();
  try {
    for (const parcel of ['a', 'b']) await database.transact((tx) => createJobQueue(store).enqueue(tx, parcels, { parcel }));
    await vi.waitFor(async () => expect(await jobsHere()).toMatch(/^parcels\.carry +0 +0 +0 +2$/m), { timeout: 40_000 });
    expect((await jobs()).output).toContain('the road is closed for now');

    const dead = await jobsHere({ dead: 'parcels.carry' });
    const ids = [...dead.matchAll(/^([\da-f-]{36}) .* 1 attempt {2}the road is closed for now$/gm)].map(([, id = '']) => id);
    expect(ids).toHaveLength(2);

    isMended = true;
    expect(await jobs('--retry', ids[0] ?? '')).toEqual({ code: 0, output: '1 put back\n' });
    await vi.waitFor(() => expect(done).toHaveLength(1), { timeout: 20_000 });
    expect(await jobsHere({ retry: 'parcels.carry' })).toBe('1 put back\n');
    await vi.waitFor(() => expect([...done].sort()).toEqual(['a', 'b']), { timeout: 20_000 });
    expect(await jobsHere({ dead: 'parcels.carry' })).toBe('No job of parcels.carry is dead\n');
  } finally {
    await runner.stop(5_000);
  }
});

test('what the command cannot do is said with what it can', async () => {
  expect(await jobs('--dead', 'nothing.known')).toMatchObject({
    code: 2,
    output: expect.stringMatching(/^There is no queue "nothing\.known"\. Queues: parcels\.carry\n/),
  });
  const unknown: unknown = await jobsHere({ retry: '00000000-0000-0000-0000-000000000000' }).catch((error: unknown) => error);
  expect(unknown).toBeInstanceOf(MisuseError);
  expect(String(unknown)).toContain('No dead job has the id');
  expect(await jobs('--wrong')).toMatchObject({ code: 2, output: expect.stringContaining('There is no option --wrong.') });
  expect(await jobs('--help')).toMatchObject({ code: 0, output: expect.stringContaining('--dead NAME') });
});
