/** An upgrade in the folder of a running server, and the way back, while readers read and writers write: nobody loses a request. */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtFolder, isUsed, pointTo } from '#server/builds.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import type { Postgres } from '#tests/support/postgres-server.ts';
import { roundRobin } from '#tests/support/round-robin.ts';
import type { RoundRobin } from '#tests/support/round-robin.ts';
import { ensureBuilt, startSite } from '#tests/support/site.ts';
import type { Site } from '#tests/support/site.ts';
import { recordVisit } from './visits.ts';

mkdirSync('.data', { recursive: true });
// Below the project, so that the built pages still find their packages.
const folder = resolve(mkdtempSync(join('.data', 'upgrade-faults-')));
const root = join(folder, 'dist');
const appSecret = randomBytes(32).toString('base64url');
let postgres: Postgres;
let door: RoundRobin;
let former = '';
const nodes = new Set<Site>();

const settings = () => ({ DATABASE_URL: postgres.url, APP_SECRET: appSecret, TRUSTED_PROXIES: '1', DRAIN_SECONDS: '4', LOG_LEVEL: 'silent' });

async function takeIn(buildDir: string): Promise<Site> {
  const node = await startSite({ ...settings(), BUILD_DIR: buildDir }, mkdtempSync(join(folder, 'node-')));
  nodes.add(node);
  door.add(node.baseUrl);
  await door.until([...nodes].map(({ baseUrl }) => baseUrl));
  return node;
}

async function leave(node: Site): Promise<void> {
  nodes.delete(node);
  expect(await node.stop('SIGTERM')).toEqual({ code: 0 });
  door.remove(node.baseUrl);
}

beforeAll(async () => {
  postgres = await startPostgres();
  const seeded = spawnSync(process.execPath, ['scripts/seed.ts', '--houses', '100'], {
    env: { ...process.env, DATABASE_URL: postgres.url, DATA_DIR: folder },
    encoding: 'utf8',
  });
  if (seeded.status !== 0) throw new Error(seeded.stderr);
  const built = ensureBuilt();
  former = join(root, basename(built));
  cpSync(built, former, { recursive: true });
  pointTo(root, former);
  door = await roundRobin([]);
});
afterAll(async () => {
  await door?.close();
  await Promise.all([...nodes].map((node) => node.stop('SIGKILL')));
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const prefixes = ['', '/en', '/hk', '/tw', '/vn'];
const pages = ['/intent/askform', '/house-compare?ids=1,2', '/help', '/uk/leeds', '/users/login', '/blog', '/city', '/uk/london', '/no-such-page', '/map'];

/** Readers and writers who go on until they are told to stop. */
function traffic() {
  const over = new AbortController();
  const seen = new Map<string, number>();
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  const read = async (reader: number): Promise<void> => {
    for (let at = reader; !over.signal.aborted; at += 3) {
      await pause(40);
      const path = `${prefixes[at % prefixes.length]}${pages[at % pages.length]}`;
      // What nobody has asked yet: kept pages would answer whatever became of the build.
      const fresh = path.includes('?') ? `${path}&utm=${at}` : `${path}?page=${at % 7}`;
      const answer = await fetch(`${door.baseUrl}${fresh}`, { redirect: 'manual' }).catch(() => undefined);
      await answer?.arrayBuffer();
      count(answer === undefined || answer.status >= 500 ? `${answer?.status ?? 'lost'} ${path}` : 'answered');
    }
  };
  const write = async (): Promise<void> => {
    for (let at = 0; !over.signal.aborted; at++) {
      await pause(60);
      const done = await recordVisit(door.baseUrl, `upgrade-${at}`, `10.9.${at >> 8}.${at % 256}`).catch(() => undefined);
      count(done?.recorded === 1 ? 'written' : `write ${done?.status ?? 'lost'}`);
    }
  };
  const running = [read(0), read(1), write()];
  return {
    seen,
    async stop(): Promise<void> {
      over.abort();
      await Promise.all(running);
    },
  };
}

/** A command of ours in the folder of the running server. */
const command = (name: string, environment: Readonly<Record<string, string>>) =>
  spawn(process.execPath, ['scripts/run.mjs', name], { env: { ...process.env, BUILD_DIR: root, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });

test('build, second server, upgrade and the way back: every request is answered', { timeout: 900_000 }, async () => {
  const old = await takeIn(root);
  const load = traffic();
  // A build that is killed in the middle, then one that comes to its end, with another name of the site.
  const killed = command('build', { SITE_URL: 'https://homes.example.org' });
  await pause(8_000);
  killed.kill('SIGKILL');
  const built = command('build', { SITE_URL: 'https://homes.example.org' });
  const [code] = await new Promise<[number | null]>((done) => void built.once('close', (status) => done([status])));
  expect(code).toBe(0);
  const latest = builtFolder(root) ?? expect.unreachable('nothing is built');
  expect([latest === former, isUsed(former)]).toEqual([false, true]);

  // A second `npm start` with that name, on data of its own.
  const port = await freePort();
  const second = command('start', {
    PORT: String(port),
    DATA_DIR: mkdtempSync(join(folder, 'second-')),
    DATABASE_URL: '',
    SAMPLE_CATALOGUE: 'off',
    SITE_URL: 'https://homes.example.org',
  });
  let said = '';
  for (const stream of [second.stdout, second.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said, { timeout: 120_000 }).toContain('Loftling is ready');
  expect(said).not.toContain('Building the site');
  second.kill('SIGTERM');
  await new Promise((done) => void second.once('exit', done));

  // The new one beside the old on one database, then alone, then the old one again.
  const next = await takeIn(latest);
  await leave(old);
  await pause(3_000);
  const back = await takeIn(former);
  await leave(next);
  await pause(3_000);
  await load.stop();
  expect(Object.keys(Object.fromEntries(load.seen)).sort()).toEqual(['answered', 'written']);
  expect(load.seen.get('answered')).toBeGreaterThan(200);
  await leave(back);
});
