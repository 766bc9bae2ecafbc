/** `npm run dev`: every kind of page and call answers as in production, without a build. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';

const folder = mkdtempSync(join(tmpdir(), 'loftling-dev-test-'));
let child: ChildProcess;
let origin = '';
let output = '';

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  child = spawn(process.execPath, ['scripts/dev.ts'], {
    // The setting says where, as for the server.
    env: { PORT: String(port), PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: folder, SAMPLE_CATALOGUE: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const isReady = (): Promise<boolean> =>
    fetch(`${origin}/_api/time`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitFor(
    async () => {
      if (!(await isReady())) throw new Error(output);
    },
    { timeout: 300_000, interval: 500 },
  );
});
afterAll(() => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('shows cached, built, private-to-be and missing pages, and answers calls, files for machines and pictures', async () => {
  for (const [path, status, holds] of [
    ['/', 200, '<html lang="zh-CN"'],
    ['/en/uk/london', 200, '<h1'],
    ['/vn/city', 200, '<html lang="vi"'],
    ['/en/blog', 200, '<h1'],
    ['/en/no-such-page', 404, '<h1'],
    ['/_houseApi/search/suggest?keyword=leeds', 200, '"error_code":0'],
    ['/robots.txt', 200, 'Sitemap:'],
    ['/dev/outbox', 200, '<html'],
    ['/en/staff/parts', 200, 'id="problems"'],
    ['/vn/staff/parts?scheme=dark', 200, '<html lang="vi"'],
  ] as const) {
    const answer = await fetch(`${origin}${path}`);
    expect([path, answer.status]).toEqual([path, status]);
    expect(await answer.text(), path).toContain(holds);
  }
});

test('ends with status 0 when it is told to', async () => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect([await ended, output.slice(-300)]).toEqual([[0, null], expect.any(String)]);
});
