/** The process as an operator meets it: starting, refusing with reasons, ending. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/db/database.ts';
import { migrate } from '#lib/db/migrate.ts';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import { known } from '#tests/support/list-pages.ts';
import { openToOthers } from '#tests/support/open-to-others.ts';
import { startSite } from '#tests/support/site.ts';
import { startCommand } from '#tests/support/start-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'loftling-process-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the server until it ends by itself. */
function refusedStart(environment: Readonly<Record<string, string>>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['server.ts'], {
    env: { ...process.env, PORT: '0', DATA_DIR: folder, SAMPLE_CATALOGUE: 'off', TILES_URL: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => void child.on('close', (code) => resolve({ code, output })));
}

test('a bad setting stops the start and is named with what is expected', async () => {
  const { code, output } = await refusedStart({ PORT: 'eighty', SITE_VARIANT: 'maximal' });
  expect(code).toBe(1);
  expect(output).toContain('PORT="eighty"');
  expect(output).toContain('SITE_VARIANT="maximal"');
  expect(output).toContain('docs/operations.md');
});

test('a database out of reach is said plainly, without its password', async () => {
  const { code, output } = await refusedStart({ DATABASE_URL: 'postgres://somebody:secret@127.0.0.1:1/nothing' });
  expect(code).toBe(1);
  expect(output).toMatch(/127\.0\.0\.1:1\/nothing cannot be reached/);
  expect(output).toContain('DATABASE_URL');
  expect(output).not.toContain('secret');
});

test('a port that is taken is said plainly', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { code, output } = await refusedStart({ PORT: String(port) });
  other.close();
  expect(code).toBe(1);
  expect(output).toContain(`Port ${port}`);
});

test('[quality 8] SIGTERM and SIGINT end the site with status 0, fifty requests under way included', async () => {
  for (const [signal, count] of [
    ['SIGTERM', 50],
    ['SIGINT', 5],
  ] as const) {
    const site = await startSite();
    // Asked for one by one, none of them is in the cache yet.
    const asked = Array.from({ length: count }, (_, index) =>
      fetch(`${site.baseUrl}/en/uk/manchester?supplier_id=${index + 1}`).then((response) => response.status),
    );
    await fetch(`${site.baseUrl}/livez`);
    const ended = site.stop(signal);
    expect(await Promise.all(asked)).toEqual(Array.from({ length: count }, () => 200));
    expect((await ended).code, signal).toBe(0);
  }
});

test('as npm start starts it, the site gives back what its start left in the heap once nobody asks for anything', async () => {
  const site = await startSite({}, undefined, [...startCommand().flags, '--trace-gc']);
  /** Megabytes that the heap held before and after each collection that gives back all it can and that the program asked for: V8 calls that "testing". */
  const held = (): readonly (readonly number[])[] =>
    [...site.output().matchAll(/Mark-Compact \(reduce\) [\d.]+ \(([\d.]+)\) -> [\d.]+ \(([\d.]+)\) MB.* testing;/g)].map(([, ...sizes]) => sizes.map(Number));
  await expect.poll(held, { timeout: 30_000 }).not.toEqual([]);
  const [[before = 0, after = 0] = []] = held();
  expect(after).toBeLessThan(before);
  await site.stop();
});

test('a fault that nobody caught ends the site, and one line of the log says which', async () => {
  const fails = `process.on('SIGUSR2', () => { throw new Error('nobody caught this'); });`;
  const site = await startSite({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(fails)}` });
  process.kill(site.pid, 'SIGUSR2');
  await expect.poll(() => site.output()).toContain('ended by a fault');
  expect((await site.stop()).code).not.toBe(0);
  const line = known(
    site
      .output()
      .split('\n')
      .find((one) => one.includes('ended by a fault')),
  );
  expect(JSON.parse(line)).toMatchObject({ origin: 'uncaughtException', error: 'nobody caught this', stack: expect.stringContaining('nobody caught this') });
});

test('a database that a newer version has changed beyond this one is explained at the start; one that it only added to is served', async () => {
  const newer = mkdtempSync(join(tmpdir(), 'loftling-newer-'));
  const note = async (name: string, additive: boolean): Promise<void> => {
    const database = await openDatabase({ dataDir: newer, databaseUrl: undefined, databasePool: 1 }, 'alone');
    await migrate(database.db);
    await sql`insert into schema_versions (name, additive, by_version) values (${name}, ${additive}, '99.0.0')`.execute(database.db);
    await database.close();
  };
  await note('900_added', true);
  const site = await startSite({}, newer);
  expect((await fetch(`${site.baseUrl}/readyz`)).status).toBe(200);
  await site.stop();
  await note('901_changed', false);
  const { code, output } = await refusedStart({ DATA_DIR: newer });
  expect(code).toBe(1);
  expect(output).toMatch(/newer schema \(901_changed, by Loftling 99\.0\.0\)/);
  expect(output).not.toMatch(/^ +at /m);
  rmSync(newer, { recursive: true, force: true });
});

test('a second process on the same data folder refuses and names the holder', async () => {
  const site = await startSite({}, folder);
  const { code, output } = await refusedStart({});
  await site.stop();
  expect(code).toBe(1);
  expect(output).toMatch(/in use by process \d+/);
});

test('all that a running site has in its data folder is for its own user alone', async () => {
  const site = await startSite();
  expect((await fetch(`${site.baseUrl}/en`)).status).toBe(200);
  expect(openToOthers(site.dataDir)).toEqual([]);
  await site.stop();
});

test('the site answers its health endpoints', async () => {
  const baseUrl = inject('baseUrl');
  for (const path of ['/livez', '/readyz', '/server_status', '/metrics']) expect((await fetch(`${baseUrl}${path}`)).status, path).toBe(200);
});

test('once it says that it is ready, it does what makes a job due: somebody signs in at that moment', async () => {
  const port = await new Promise<number>((resolve) => {
    const free = createServer().listen(0, '127.0.0.1', () => {
      const address = free.address();
      free.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
  const data = mkdtempSync(join(tmpdir(), 'loftling-ready-'));
  const starting = startSite({ PORT: String(port) }, data);
  const base = `http://127.0.0.1:${port}`;
  const isReady = async (): Promise<boolean> => (await fetch(`${base}/readyz`).catch(() => undefined))?.status === 200;
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 5));
  const answers = await Promise.all(
    Array.from({ length: 3 }, (_, at) =>
      fetch(`${base}/_buserApi/login/start`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ canal: '2', email: `ann${at}@example.org`, consent_terms: consentVersion }),
      }),
    ),
  );
  // Whether a code is sent or something is asked first, nothing is broken.
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  await (await starting).stop();
  rmSync(data, { recursive: true, force: true });
});
