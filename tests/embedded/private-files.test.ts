/** What programs leave in the data folder is for their own user alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openToOthers } from '#tests/support/open-to-others.ts';

// Programs that open a database take their time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

test('a program started with a generous umask leaves nothing that others can read or write, while it runs and afterwards', async () => {
  const root = mkdtempSync(join(tmpdir(), 'loftling-private-'));
  const folder = join(root, 'data');
  mkdirSync(folder);
  const script = `umask 000; exec "${process.execPath}" tests/support/holder.ts`;
  const environment = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
  const program = spawn('sh', ['-c', script], { env: environment, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  expect((await once(program, 'message'))[0]).toBe('open');
  expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
  expect(readdirSync(join(folder, 'database')).length).toBeGreaterThan(10);
  expect(openToOthers(folder)).toEqual([]);
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  await ended;
  expect(openToOthers(folder)).toEqual([]);
  rmSync(root, { recursive: true, force: true });
});
