/** Several processes of one server on one port, over a Postgres. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from '#tests/support/postgres-server.ts';
import type { Postgres } from '#tests/support/postgres-server.ts';
import { startSite } from '#tests/support/site.ts';
import type { Site } from '#tests/support/site.ts';

let postgres: Postgres;
let site: Site;
beforeAll(async () => {
  postgres = await startPostgres();
  site = await startSite({ DATABASE_URL: postgres.url, PROCESSES: '2' });
}, 180_000);
afterAll(async () => {
  await site.stop('SIGKILL');
  await postgres.stop();
});

/** The processes that serve. */
const serving = (): readonly number[] => readFileSync(`/proc/${site.pid}/task/${site.pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number);
/** Each over a connection of its own, which goes to whichever process has its turn. */
const ask = (path: string): Promise<Response> => fetch(`${site.baseUrl}${path}`, { headers: { connection: 'close' } });

async function answeredByHealth(): Promise<number> {
  const text = await (await ask('/metrics')).text();
  return Number(/^loftling_requests_total\{status="200",by="health"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

test('both answer, and their figures are told together by whichever is asked', async () => {
  expect(serving()).toHaveLength(2);
  const before = await answeredByHealth();
  for (let round = 0; round < 20; round++) expect((await ask('/livez')).status).toBe(200);
  const after = [await answeredByHealth(), await answeredByHealth()];
  expect(after[0]).toBeGreaterThanOrEqual(before + 20);
  expect(after[1]).toBeGreaterThan(after[0] ?? 0);
});

test('one that is killed is started again, and the other answers meanwhile', async () => {
  const [killed = 0, other] = serving();
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => site.output()).toContain(`Process ${killed} ended with SIGKILL; another takes its place.`);
  for (let round = 0; round < 10; round++) expect((await ask('/readyz')).status).toBe(200);
  await expect.poll(() => serving().length, { timeout: 60_000 }).toBe(2);
  expect(serving()).toContain(other);
  expect(serving()).not.toContain(killed);
});

test('told to stop, both finish what is under way and the server ends with status 0', async () => {
  const asked = Array.from({ length: 20 }, (_, index) => ask(`/en/uk/manchester?supplier_id=${index + 1}`).then(({ status }) => status));
  await ask('/livez');
  const ended = site.stop('SIGTERM');
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 20 }, () => 200));
  expect((await ended).code).toBe(0);
});
