/** Several nodes over one Postgres, behind a proxy, are one site: whatever happens to one of them. */
import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { apiErrors } from '#lib/api/envelope.ts';
import { sharedLimits } from '#lib/api/shared-limits.ts';
import { announceChange, openDatabase } from '#lib/db/database.ts';
import type { Database } from '#lib/db/database.ts';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import { placesFolder } from '#lib/features/geo/geo.feature.ts';
import { readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { dailyReports } from '#lib/features/reports/reports.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import { createPaths } from '#lib/paths.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import type { Postgres } from '#tests/support/postgres-server.ts';
import { roundRobin } from '#tests/support/round-robin.ts';
import type { RoundRobin } from '#tests/support/round-robin.ts';
import { solvedCaptcha } from '#tests/support/captcha.ts';
import { startSite } from '#tests/support/site.ts';
import type { Site } from '#tests/support/site.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import type { StandIn } from '#tests/support/stand-in.ts';
import { recordVisit } from './visits.ts';

type Home = { readonly id: number; readonly path: string; readonly name: string };

let postgres: Postgres;
let backend: StandIn;
let database: Database;
let door: RoundRobin;
let homes: readonly Home[];
const nodes: Site[] = [];
const folder = mkdtempSync(join(tmpdir(), 'loftling-nodes-'));
const appSecret = randomBytes(32).toString('base64url');

/** A node as the others: one database, one secret, one proxy in front. */
async function startNode(more: Readonly<Record<string, string>> = {}): Promise<Site> {
  const settings = {
    DATABASE_URL: postgres.url,
    APP_SECRET: appSecret,
    TRUSTED_PROXIES: '1',
    API_UPSTREAM_buserApi: backend.origin,
    // Longer than the proxy takes to notice, also on a busy machine.
    DRAIN_SECONDS: '4',
    LOG_LEVEL: 'silent',
  };
  return startSite({ ...settings, ...more }, mkdtempSync(join(folder, 'node-')));
}

/** A node of the version to come. */
const startNext = (which: 'adds' | 'changes'): Promise<Site> => startNode({ NODE_OPTIONS: '--import ./tests/support/next-version.ts', NEXT_VERSION: which });

/** Starts a node and lets the proxy send readers to it. */
async function takeIn(node: Site | Promise<Site>): Promise<Site> {
  const started = await node;
  nodes.push(started);
  door.add(started.baseUrl);
  await door.until(nodes.map(({ baseUrl }) => baseUrl));
  return started;
}

async function leave(node: Site, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  nodes.splice(nodes.indexOf(node), 1);
  const { code } = await node.stop(signal);
  door.remove(node.baseUrl);
  return code;
}

beforeAll(async () => {
  // What it acknowledges is to be there after its restart.
  postgres = await startPostgres({ synchronous_commit: 'on', full_page_writes: 'on' });
  const seeded = spawnSync(process.execPath, ['scripts/seed.ts', '--houses', '250'], {
    env: { ...process.env, DATABASE_URL: postgres.url, DATA_DIR: folder },
    encoding: 'utf8',
  });
  if (seeded.status !== 0) throw new Error(seeded.stderr);
  database = await openDatabase({ dataDir: folder, databaseUrl: postgres.url, databasePool: 4 }, 'beside');
  const geo = createGeoIndex(readPlaceFiles(placesFolder));
  const paths = createPaths('en-us', false);
  const rows = await database.db
    .selectFrom('houses')
    .select(['id', 'name', 'city_id', 'house_type'])
    .where('status', '=', 'open')
    .orderBy('id')
    .limit(40)
    .execute();
  homes = rows.map(({ id, name, city_id, house_type }) => {
    const city = geo.cityById(city_id) ?? expect.unreachable(`no city ${city_id}`);
    return { id, name, path: paths.house({ id: asId(id), city, houseType: house_type }) };
  });
  backend = await standIn((_asked, response) => answerJson(response, { error_code: 0, message: 'ok', data: {} }));
  door = await roundRobin([]);
  // Started together and taken in one after the other: the proxy is waited for until it sees just those that are in.
  for (const node of await Promise.all([startNode(), startNode()])) await takeIn(node);
});
afterAll(async () => {
  await door?.close();
  await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
  await backend?.close();
  await database?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const countOf = async (table: 'track_events' | 'reports'): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(database.db);
  return rows[0]?.count ?? 0;
};

/** Writes a home's name as any process of the installation does, and tells of it. */
const rename = (id: number, name: string): Promise<void> =>
  database.transact(async (tx) => {
    await tx.updateTable('houses').set({ name, updated_at: new Date() }).where('id', '=', id).execute();
    await announceChange(tx, [`house:${id}`]);
  });

const textOf = async (node: Pick<Site, 'baseUrl'>, path: string): Promise<string> => (await fetch(`${node.baseUrl}${path}`)).text();

/** Milliseconds: what starts meanwhile needs the machine as well. */
const betweenRequests = 20;

/** Readers and writers who go on until they are told to stop. What they saw is judged by the test. */
function traffic(name: string) {
  const over = new AbortController();
  const pages = new Map<string, number>();
  const writes = new Map<string, number>();
  const wrong: string[] = [];
  const count = (of: Map<string, number>, what: string | number): void => void of.set(String(what), (of.get(String(what)) ?? 0) + 1);
  async function read(reader: number): Promise<void> {
    for (let at = reader; !over.signal.aborted; at += 7) {
      await pause(betweenRequests);
      const home = homes[at % homes.length] ?? expect.unreachable('no homes');
      const answer = await fetch(`${door.baseUrl}${home.path}`).catch(() => undefined);
      count(pages, answer?.status ?? 'lost');
      if (!answer) continue;
      const text = await answer.text();
      if (answer.status === 200 && !text.includes(`detail-`)) wrong.push(`${home.path}: no page of a home`);
      if (answer.status === 200 && !/rel="canonical" href="http:\/\/localhost:\d+([^"]*)"/.exec(text)?.[1]?.startsWith(home.path))
        wrong.push(`${home.path}: another page`);
    }
  }
  async function write(writer: number): Promise<void> {
    for (let at = 0; !over.signal.aborted; at++) {
      await pause(betweenRequests);
      const done = await recordVisit(door.baseUrl, `${name}-${writer}-${at}`, `10.${writer}.${at >> 8}.${at % 256}`).catch(() => undefined);
      count(writes, done?.recorded === 1 ? 'acknowledged' : (done?.status ?? 'lost'));
    }
  }
  const running = [...[0, 1, 2].map(read), ...[0, 1].map(write)];
  return {
    pages,
    writes,
    wrong,
    acknowledged: (): number => writes.get('acknowledged') ?? 0,
    async until(acknowledged: number): Promise<void> {
      const wanted = (writes.get('acknowledged') ?? 0) + acknowledged;
      await expect.poll(() => writes.get('acknowledged') ?? 0, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(wanted);
    },
    async stop(): Promise<void> {
      over.abort();
      await Promise.all(running);
    },
  };
}

const statuses = (seen: ReadonlyMap<string, number>): string[] => [...seen.keys()].sort();

test('a change is on the pages of every node within a second after it is committed, and on no page before', async () => {
  const took: number[] = [];
  for (const [round, home] of homes.slice(0, 6).entries()) {
    for (const node of nodes) expect(await textOf(node, home.path)).toContain(home.name.replaceAll('&', '&amp;').replaceAll("'", '&#39;'));
    // A page that nobody has seen: what a page takes on this machine just now.
    const asked = performance.now();
    await textOf(nodes[0] ?? expect.unreachable('no node'), `${home.path}?currency=EUR`);
    const page = performance.now() - asked;
    const name = `Renamed House ${round}`;
    await rename(home.id, name);
    const committed = performance.now();
    for (const node of nodes) {
      await expect.poll(async () => (await textOf(node, home.path)).includes(name), { timeout: 15_000, interval: 10 }).toBe(true);
      took.push(performance.now() - committed - 2 * page);
    }
  }
  // Beyond the time for the pages themselves; one of them may meet a machine that does something else just then.
  expect(took.sort((a, b) => a - b)[Math.floor(took.length / 2)]).toBeLessThan(1_000);
});

test('what one node was told, the other knows', async () => {
  const [first, second] = nodes;
  const device = { 'device-id': randomUUID().replaceAll('-', '') };
  const told = await fetch(`${first?.baseUrl}/_houseApi/search/log/record`, {
    method: 'POST',
    headers: { ...device, origin: first?.baseUrl ?? '' },
    body: new URLSearchParams({ type: 'house', id: String(homes[7]?.id) }),
  });
  expect([told.status, await told.json()]).toMatchObject([200, { error_code: 0, data: { recorded: true } }]);
  const known = await fetch(`${second?.baseUrl}/_houseApi/search/log/last`, { headers: device });
  expect(await known.json()).toMatchObject({ data: [{ type: 'house', house_id: homes[7]?.id }] });
});

const reported = z.object({ error_code: z.number(), data: z.object({ reference: z.string(), repeated: z.boolean() }).nullable() });

/** Reports a home through the proxy. */
async function report(device: string, home: Home, key?: string) {
  const answer = await fetch(`${door.baseUrl}/_api/report/listing`, {
    method: 'POST',
    headers: { 'device-id': device, origin: door.baseUrl, ...(key ? { 'idempotency-key': key } : {}) },
    body: new URLSearchParams({ house_id: String(home.id), reason: 'gone', ...(await solvedCaptcha(door.baseUrl, 'report-listing')) }),
  });
  return reported.parse(await answer.json());
}

test('limits and repeats are counted by all nodes together', async () => {
  const { address: most } = sharedLimits.login;
  const tries = await Promise.all(
    Array.from({ length: most + 20 }, () => fetch(`${door.baseUrl}/_buserApi/login`, { method: 'POST', body: new URLSearchParams({ name: 'a' }) })),
  );
  expect(Map.groupBy(tries, ({ status }) => status).get(200)?.length).toBe(most);
  expect(Map.groupBy(tries, ({ status }) => status).get(429)?.length).toBe(20);
  expect(backend.asked.length).toBe(most);
  // The next from there is refused by whichever node is asked.
  for (const { baseUrl } of nodes) {
    const again = await fetch(`${baseUrl}/_buserApi/login`, { method: 'POST', headers: { 'x-forwarded-for': '127.0.0.1' }, body: 'name=a' });
    expect(again.status).toBe(429);
  }

  const before = await countOf('reports');
  const device = randomUUID().replaceAll('-', '');
  const all = await Promise.all(homes.slice(10, 22).map((home) => report(device, home)));
  expect(all.filter(({ error_code }) => error_code === 0).length).toBe(dailyReports.visitor);
  expect(all.filter(({ error_code }) => error_code === apiErrors['enough-for-today'].code).length).toBe(12 - dailyReports.visitor);
  expect(await countOf('reports')).toBe(before + dailyReports.visitor);

  const key = randomUUID();
  const other = randomUUID().replaceAll('-', '');
  const home = homes[23] ?? expect.unreachable('no homes');
  const same = await Promise.all(Array.from({ length: 20 }, () => report(other, home, key)));
  expect(new Set(same.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(same[0]?.data?.repeated).toBe(false);
  expect(await countOf('reports')).toBe(before + dailyReports.visitor + 1);
});

test('a node is killed under load and another comes: readers see right pages only, and nothing acknowledged is lost', async () => {
  const before = await countOf('track_events');
  const seen = traffic('kill');
  await seen.until(20);
  const doomed = nodes[0] ?? expect.unreachable('no node');
  await leave(doomed, 'SIGKILL');
  await seen.until(20);
  const added = await takeIn(startNode());
  const earlier = door.answers.get(added.baseUrl) ?? 0;
  await seen.until(20);
  await seen.stop();
  expect(door.answers.get(added.baseUrl) ?? 0).toBeGreaterThan(earlier);
  expect(seen.wrong).toEqual([]);
  expect(statuses(seen.pages)).toEqual(['200']);
  // A write that the killed node had taken and not answered may or may not be there; its sender was told that it failed.
  const failed = (seen.writes.get('502') ?? 0) + (seen.writes.get('lost') ?? 0);
  expect(failed).toBeLessThanOrEqual(2);
  const stored = (await countOf('track_events')) - before;
  expect(stored).toBeGreaterThanOrEqual(seen.acknowledged());
  expect(stored).toBeLessThanOrEqual(seen.acknowledged() + failed);
});

test('the database restarts under load: kept pages go on, the rest is told to come back, and all is well afterwards', async () => {
  for (const { path } of homes) for (const node of nodes) expect((await fetch(`${node.baseUrl}${path}`)).status).toBe(200);
  const before = await countOf('track_events');
  const seen = traffic('restart');
  await seen.until(20);
  await postgres.restart();
  await seen.until(20);
  await door.until(nodes.map(({ baseUrl }) => baseUrl));
  await seen.stop();
  expect(seen.wrong).toEqual([]);
  expect(statuses(seen.pages).filter((status) => status !== '200' && status !== '503')).toEqual([]);
  expect(statuses(seen.writes).filter((what) => !['acknowledged', '503', '502', 'lost'].includes(what))).toEqual([]);
  // Our own connections broke with those of the nodes.
  await expect.poll(async () => (await countOf('track_events').catch(() => 0)) - before, { timeout: 15_000 }).toBeGreaterThanOrEqual(seen.acknowledged());
  // Both hear of changes again.
  const listening = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity where application_name = 'loftling-changes'`;
  await expect.poll(async () => (await listening.execute(database.db)).rows[0]?.count, { timeout: 15_000 }).toBe(nodes.length);
  const home = homes[30] ?? expect.unreachable('no homes');
  await rename(home.id, 'Named After The Restart');
  for (const node of nodes)
    await expect.poll(async () => (await textOf(node, home.path)).includes('Named After The Restart'), { timeout: 15_000, interval: 10 }).toBe(true);
});

test('nodes are replaced one by one by a version that adds to the schema: no reader and no writer notices', async () => {
  const before = await countOf('track_events');
  const seen = traffic('roll');
  await seen.until(10);
  const former = [...nodes];
  const first = await takeIn(startNext('adds'));
  const { rows } = await sql<{ additive: boolean }>`select additive from schema_versions where name = '900_adds'`.execute(database.db);
  expect(rows).toEqual([{ additive: true }]);
  // The former version works on beside it, also started anew.
  await seen.until(10);
  const old = await takeIn(startNode());
  for (const node of [first, old]) {
    expect((await fetch(`${node.baseUrl}/readyz`)).status).toBe(200);
    expect(await textOf(node, homes[3]?.path ?? '')).toContain('Renamed House 3');
  }
  for (const node of [...former, old]) expect(await leave(node, 'SIGTERM')).toBe(0);
  await takeIn(startNext('adds'));
  await seen.until(10);
  await seen.stop();
  expect(seen.wrong).toEqual([]);
  expect(statuses(seen.pages)).toEqual(['200']);
  expect(statuses(seen.writes)).toEqual(['acknowledged']);
  expect((await countOf('track_events')) - before).toBe(seen.acknowledged());
});

test('a version that changes what the former needs keeps that one from starting, while what runs already answers on', async () => {
  const running = nodes[0] ?? expect.unreachable('no node');
  await takeIn(startNext('changes'));
  const refused: unknown = await startNode().catch((reason: unknown) => reason);
  expect(String(refused)).toContain('status 1');
  expect(String(refused)).toContain('newer schema (901_changes');
  expect([await fetch(`${running.baseUrl}/readyz`).then(({ status }) => status), (await fetch(`${running.baseUrl}${homes[2]?.path}`)).status]).toEqual([
    200, 200,
  ]);
});
