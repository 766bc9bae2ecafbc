/** What the server's process takes after many pages that nobody had asked for before. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '#tests/support/postgres-server.ts';
import { startSite } from '#tests/support/site.ts';
import { startCommand } from '#tests/support/start-command.ts';
import { askEach } from './load.ts';
import type { BenchPart } from './part.ts';
import { processorTime, table } from './part.ts';

const homes = 3_000;
const marks = [1_000, 4_000, 8_000, 12_000, 16_000, 20_000];
const headers = { 'accept-encoding': 'br, gzip' };

/** Every address of the site's sitemaps. */
async function addresses(origin: string): Promise<readonly string[]> {
  const links = async (path: string): Promise<readonly string[]> =>
    [...(await (await fetch(`${origin}${path}`)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  const files = await links('/sitemap.xml');
  const found: string[] = [];
  for (const file of files) found.push(...(await links(file)));
  return found;
}

/** Resident megabytes of a process. */
const resident = (pid: number): number => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024);

export const memory: BenchPart = {
  name: 'memory',
  title: 'Memory after many pages',
  method: `Resident memory of the server's process as \`npm start\` starts it, on Postgres with ${homes.toLocaleString('en')} sample homes, while every page of the sitemaps is asked for once, in a scattered order, 4 connections. Aim: 900 MB after 20,000 pages.`,
  async run(say) {
    const postgres = await startPostgres();
    try {
      say(`seeding ${homes} homes …`);
      const seed = spawnSync(process.execPath, ['scripts/seed.ts', '--houses', String(homes)], {
        env: { ...process.env, DATABASE_URL: postgres.url },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if (seed.status !== 0) throw new Error('the seed failed');
      const { allocator, flags } = startCommand();
      const environment = { DATABASE_URL: postgres.url, LOG_LEVEL: 'silent', EXPOSE_QUERY_COUNT: 'off', MALLOC_ARENA_MAX: allocator };
      const site = await startSite(environment, undefined, flags);
      try {
        await wait(20_000);
        const rows: (string | number)[][] = [['twenty seconds after the start', resident(site.pid), '']];
        say(`at rest: ${resident(site.pid)} MB`);
        const all = await addresses(site.baseUrl);
        // A step that shares no factor with the length meets each address once.
        const step = 7_919;
        const scattered = all.map((_, index) => all[(index * step) % all.length] as string);
        let asked = 0;
        for (const mark of marks.filter((one) => one <= all.length)) {
          const before = processorTime(site.pid);
          const { failed } = await askEach({ origin: site.baseUrl, connections: 4, headers, paths: scattered.slice(asked, mark) });
          if (failed > 0) throw new Error(`${failed} of ${mark - asked} pages failed`);
          const each = (Number(processorTime(site.pid) - before) / 1e6 / (mark - asked)).toFixed(1);
          asked = mark;
          rows.push([`after ${mark.toLocaleString('en')} pages`, resident(site.pid), each]);
          say(`after ${mark}: ${resident(site.pid)} MB`);
        }
        await wait(20_000);
        rows.push(['twenty seconds later, when nothing was asked', resident(site.pid), '']);
        say(`twenty seconds later: ${resident(site.pid)} MB`);
        return table(['when', 'MB', 'processor ms a page'], rows);
      } finally {
        await site.stop();
      }
    } finally {
      await postgres.stop();
    }
  },
};
