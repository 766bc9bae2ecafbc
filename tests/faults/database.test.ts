/** A Postgres that goes away under a running site, and comes back. */
import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeChannel } from '#lib/db/connection.ts';
import { translator } from '#lib/i18n/t.ts';
import { cuttable } from '#tests/support/cuttable.ts';
import type { Cuttable } from '#tests/support/cuttable.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import { startSite } from '#tests/support/site.ts';
import type { Site } from '#tests/support/site.ts';
import { recordVisit } from './visits.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let way: Cuttable;
let site: Site;
let direct: pg.Client;

beforeAll(async () => {
  postgres = await startPostgres();
  const seeded = spawnSync(process.execPath, ['scripts/seed.ts', '--houses', '250'], { env: { ...process.env, DATABASE_URL: postgres.url }, encoding: 'utf8' });
  if (seeded.status !== 0) throw new Error(seeded.stderr);
  const url = new URL(postgres.url);
  way = await cuttable(Number(url.port));
  url.port = String(way.port);
  site = await startSite({ DATABASE_URL: url.href, LOG_LEVEL: 'silent' });
  direct = new pg.Client({ connectionString: postgres.url });
  await direct.connect();
});
afterAll(async () => {
  await site.stop();
  await direct.end();
  await way.close();
  await postgres.stop();
});

const ask = async (path: string): Promise<{ status: number; wait: string | null; text: string }> => {
  const answer = await fetch(`${site.baseUrl}${path}`);
  return { status: answer.status, wait: answer.headers.get('retry-after'), text: await answer.text() };
};

test('connections that fall silent are given up in time, and others take their place', async () => {
  const several = (name: string) => Promise.all(Array.from({ length: 8 }, (_, number) => recordVisit(site.baseUrl, `${name}-${number}`)));
  // So many at once that connections stand idle afterwards, whatever else the site does with its own.
  await several('stands');
  way.fallSilent();
  const asked = await several('silence');
  expect(asked.map(({ status, wait }) => `${status} ${wait}`)).toContain('503 5');
  expect(asked.every(({ status }) => status === 200 || status === 503)).toBe(true);
  await expect.poll(async () => (await recordVisit(site.baseUrl, `later-${Date.now()}`)).status, { timeout: 120_000 }).toBe(200);
});

test('[quality 9] without its database the site shows what it has, says 503 to the rest, and is whole again afterwards', async () => {
  const [home] = (await direct.query<{ id: number }>('select id from houses order by id limit 1')).rows;
  const [kept, other] = ['/en/uk/london', '/en/uk/bath'];
  const earlier = (await direct.query<{ count: number }>('select count(*)::int as count from track_events')).rows[0]?.count ?? 0;
  expect((await ask(kept)).status).toBe(200);
  expect(await recordVisit(site.baseUrl, 'before')).toMatchObject({ status: 200, recorded: 1 });

  await way.cut();
  expect((await ask(kept)).status).toBe(200);
  const missed = await ask(other);
  expect([missed.status, missed.wait]).toEqual([503, '5']);
  expect(missed.text).toContain(translator('en-us')('errors.failed_title'));
  expect(await recordVisit(site.baseUrl, 'meanwhile')).toEqual({ status: 503, code: 503, wait: '5', recorded: undefined });
  const call = await ask('/_houseApi/search/suggest?keyword=london');
  expect(call.status, 'a call that needs no database').toBe(200);
  expect([(await ask('/readyz')).status, (await ask('/server_status')).status, (await ask('/livez')).status]).toEqual([503, 503, 200]);

  await way.mend();
  await expect.poll(async () => (await ask('/readyz')).status, { timeout: 15_000 }).toBe(200);
  expect((await ask(other)).status).toBe(200);
  expect(await recordVisit(site.baseUrl, 'after')).toMatchObject({ status: 200, recorded: 1 });
  expect((await direct.query<{ count: number }>('select count(*)::int as count from track_events')).rows).toEqual([{ count: earlier + 2 }]);

  // Notices are heard again: a change made from elsewhere is on the page.
  const listening = "select count(*)::int as count from pg_stat_activity where application_name = 'loftling-changes'";
  await expect.poll(async () => (await direct.query<{ count: number }>(listening)).rows[0]?.count, { timeout: 15_000 }).toBe(1);
  const path = new RegExp(`/en/[a-z-]+/[a-z-]+/detail-(?:apartments|rent)-${home?.id}`);
  const lists = await Promise.all(
    (await ask('/en/city')).text
      .match(/\/en\/[a-z]+\/[a-z-]+(?=")/g)
      ?.slice(0, 60)
      .map(async (list) => (await ask(list)).text) ?? [],
  );
  const address = path.exec(lists.join(' '))?.[0] ?? `missing ${home?.id}`;
  expect((await ask(address)).status, address).toBe(200);
  await direct.query("update houses set name = 'A House Renamed' where id = $1", [home?.id]);
  await direct.query('select pg_notify($1, $2)', [changeChannel, JSON.stringify([`house:${home?.id}`])]);
  await expect.poll(async () => (await ask(address)).text.includes('A House Renamed'), { timeout: 10_000 }).toBe(true);
});
