/** How many applications are sent a second, each of which keeps a bed, writes its timeline and its audit line and queues its news. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#lib/db/database.ts';
import { contradictions, prepareApplicants, send } from '#tests/support/applicants.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import { startSite } from '#tests/support/site.ts';
import type { BenchPart } from './part.ts';
import { percentile, processorTime, table } from './part.ts';

const people = 1_200;
const clients = 32;
/** Sent before anything is measured, while the server is compiled. */
const warm = 200;
const ways = [
  ['among 40 homes', 40],
  ['all for the beds of one room', 1],
] as const;

export const booking: BenchPart = {
  name: 'booking',
  title: 'Applications that keep a bed',
  method: `Postgres with fsync and synchronous_commit on; the site in production mode; ${clients} clients on the same machine send complete applications over HTTP, each of another person. Measured from the first byte sent to the last byte of the answer, after ${warm} to warm up.`,
  async run(say) {
    const rows: (string | number)[][] = [];
    for (const [name, homes] of ways) {
      const postgres = await startPostgres({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
      const folder = mkdtempSync(join(tmpdir(), 'loftling-booking-'));
      try {
        const secret = randomBytes(32);
        say(`${name}: ${people} people fill in their applications …`);
        const bedsEach = Math.ceil(people / homes);
        const at = { dataDir: folder, databaseUrl: postgres.url };
        const { applications } = await prepareApplicants({ ...at, secret, applications: people, payments: 0, homes, bedsEach, say });
        const environment = { DATABASE_URL: postgres.url, APP_SECRET: secret.toString('base64'), RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' };
        const site = await startSite(environment, folder);
        try {
          const took: number[] = [];
          let next = 0;
          let refused = 0;
          const upTo = (end: number) =>
            Promise.all(
              Array.from({ length: clients }, async () => {
                while (next < end) {
                  const one = applications[next++];
                  const since = performance.now();
                  if (!one || (await send(site.baseUrl, one)) !== 'done') refused++;
                  else took.push(performance.now() - since);
                }
              }),
            );
          await upTo(warm);
          took.length = 0;
          const [since, computed] = [performance.now(), processorTime(site.pid)];
          await upTo(people);
          const seconds = (performance.now() - since) / 1_000;
          const work = Number(processorTime(site.pid) - computed) / 1e6 / took.length;
          const database = await openDatabase({ dataDir: folder, databaseUrl: postgres.url, databasePool: 1 }, 'beside');
          const wrong = Object.entries(await contradictions(database.db)).filter(([, count]) => count > 0);
          await database.close();
          if (refused > 0 || wrong.length > 0) throw new Error(`${refused} were refused; ${wrong.map(([what, count]) => `${count} ${what}`).join(', ')}`);
          const figures = [percentile(took, 0.5), percentile(took, 0.95), percentile(took, 0.99), percentile(took, 1)];
          rows.push([name, Math.round(took.length / seconds), ...figures.map((one) => one.toFixed(0)), work.toFixed(1)]);
          say(rows.at(-1)?.join(' | ') ?? '');
        } finally {
          await site.stop();
        }
      } finally {
        await postgres.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    }
    return table(['applications', 'a second', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms', 'processor ms of our process'], rows);
  },
};
