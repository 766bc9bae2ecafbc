/** List pages over a large catalogue on Postgres, as the database sees them. */
import { spawn } from 'node:child_process';
import pg from 'pg';
import { createGeoIndex } from '#lib/features/geo/geo-index.ts';
import { readPlaceFiles } from '#lib/features/geo/place-files.ts';
import { formatFilterCode, noFilter } from '#lib/features/listings/filter-code.ts';
import type { ListFilter } from '#lib/features/listings/filter-code.ts';
import { createPaths } from '#lib/paths.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import { startSite } from '#tests/support/site.ts';
import type { BenchPart } from './part.ts';
import { percentile, table } from './part.ts';

const houses = 100_000;
const unitsPerHouse = 10;

const filters: readonly (readonly [string, Partial<ListFilter>])[] = [
  ['no filter', {}],
  ['page 5', { page: 5 }],
  ['verified', { verified: true }],
  ['available now', { availableNow: true }],
  ['cheapest first', { sort: 'rent-low' }],
  ['earliest move-in', { sort: 'earliest-move-in' }],
];

/** Milliseconds of each query in a Postgres log: parsing, planning and running, which it logs one by one. */
function durations(log: string): number[] {
  const done: number[] = [];
  const underWay = new Map<string, number>();
  for (const [, process = '', time, step] of log.matchAll(
    /\[(\d+)\] LOG: {2}duration: ([\d.]+) ms {2}(parse|bind|execute|statement)[^:]*:\s+(?:select|with)\b/gi,
  )) {
    const sum = (underWay.get(process) ?? 0) + Number(time);
    if (step === 'execute' || step === 'statement') {
      done.push(sum);
      underWay.delete(process);
    } else underWay.set(process, sum);
  }
  return done;
}

/** From now on Postgres logs how long each statement takes. */
async function logDurations(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('alter system set log_min_duration_statement = 0');
  await client.query('select pg_reload_conf()');
  await client.end();
}

export const lists: BenchPart = {
  name: 'lists',
  title: `List queries over ${houses.toLocaleString('en')} houses`,
  method: `Postgres with default memory settings; ${(houses * unitsPerHouse).toLocaleString('en')} units from \`npm run seed\`; durations as Postgres logs them, planning included; each page is asked for once, uncached, for the 40 largest cities.`,
  async run(say) {
    const postgres = await startPostgres({ log_parameter_max_length: '0', log_min_messages: 'error' });
    try {
      say(`seeding ${houses} houses …`);
      const since = performance.now();
      const seed = spawn(process.execPath, ['scripts/seed.ts', '--houses', String(houses), '--units-per-house', String(unitsPerHouse)], {
        env: { ...process.env, DATABASE_URL: postgres.url },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if ((await new Promise((resolve) => void seed.on('close', resolve))) !== 0) throw new Error('the seed failed');
      await logDurations(postgres.url);
      const seeded = (performance.now() - since) / 1_000;
      const site = await startSite({ DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' });
      try {
        const paths = createPaths('zh-cn', false);
        const cities = createGeoIndex(readPlaceFiles('src/content/places')).cities.slice(0, 40);
        const rows: (string | number)[][] = [];
        for (const [name, chosen] of filters) {
          const before = postgres.log().length;
          const pageTimes: number[] = [];
          for (const [index, city] of cities.entries()) {
            const code = formatFilterCode({ ...noFilter, ...chosen });
            const started = performance.now();
            const response = await fetch(`${site.baseUrl}${paths.place(city)}${code ? `/${code}` : ''}?semcode=l${index}`);
            await response.arrayBuffer();
            pageTimes.push(performance.now() - started);
          }
          const times = durations(postgres.log().slice(before));
          rows.push([
            name,
            times.length,
            percentile(times, 0.5).toFixed(1),
            percentile(times, 0.95).toFixed(1),
            percentile(times, 1).toFixed(1),
            percentile(pageTimes, 0.95).toFixed(0),
          ]);
          say(`${name}: p95 ${percentile(times, 0.95).toFixed(1)} ms`);
        }
        return `Seeding took ${seeded.toFixed(0)} s.\n\n${table(['list', 'queries', 'p50 ms', 'p95 ms', 'longest ms', 'whole page p95 ms'], rows)}`;
      } finally {
        await site.stop();
      }
    } finally {
      await postgres.stop();
    }
  },
};
