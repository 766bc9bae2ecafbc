/** What a program leaves that makes the files of a database: in its memory little, and in the data folder nothing for others. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { filledFolder } from '#tests/support/data-folder.ts';
import { openToOthers } from '#tests/support/open-to-others.ts';

// Programs that open a database take their time on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const root = mkdtempSync(join(tmpdir(), 'loftling-made-'));
const made = join(root, 'data');
const found = filledFolder();
let making: ChildProcess;
let finding: ChildProcess;
/** Once it is open, before anything is asked. */
let openAtFirst: readonly string[];

/** A program that is started with a generous umask and opens the database of the folder. */
async function opens(folder: string): Promise<ChildProcess> {
  const script = `umask 000; exec "${process.execPath}" tests/support/holder.ts`;
  const environment = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
  const program = spawn('sh', ['-c', script], { env: environment, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  expect((await once(program, 'message'))[0]).toBe('open');
  return program;
}
async function ends(program: ChildProcess): Promise<void> {
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  await ended;
}

beforeAll(async () => {
  mkdirSync(made);
  [making, finding] = await Promise.all([opens(made), opens(found)]);
  openAtFirst = openToOthers(made);
});
afterAll(async () => {
  await ends(finding);
  for (const folder of [root, found]) rmSync(folder, { recursive: true, force: true });
});

async function memoryOf(program: ChildProcess): Promise<number> {
  const said = once(program, 'message');
  program.send('memory');
  return Number((await said)[0]);
}

test('a process that makes the database goes on with little more memory than one that finds it', async () => {
  let usual = Number.POSITIVE_INFINITY;
  // What is given back goes bit by bit.
  for (let look = 0; look < 5; look++) {
    usual = Math.min(usual, await memoryOf(finding));
    await wait(100);
  }
  // In one thread it was 390 MB more.
  await expect.poll(() => memoryOf(making), { timeout: 60_000, interval: 100 }).toBeLessThan(usual + 250);
});

test('a program started with a generous umask leaves nothing that others can read or write, while it runs and afterwards', async () => {
  expect((statSync(made).mode & 0o777).toString(8)).toBe('700');
  expect(readdirSync(join(made, 'database')).length).toBeGreaterThan(10);
  expect(openAtFirst).toEqual([]);
  await ends(making);
  expect(openToOthers(made)).toEqual([]);
});
