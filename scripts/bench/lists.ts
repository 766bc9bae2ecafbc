/** List pages over a large catalogue on Postgres, as the database sees them. */
import { spawn } from 'node:child_process';
import pg from 'pg';
import { openDatabase } from '#lib/db/database.ts';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import { readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { formatFilterCode, noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { createHouseColumns } from '#lib/features/finding/house-columns.repository.ts';
import { createHouseIndex } from '#lib/features/finding/house.index.ts';
import { answerInMemory } from '#lib/features/finding/in-memory.rules.ts';
import { tally } from '#lib/features/finding/tally.rules.ts';
import { createPaths } from '#lib/paths.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import { startSite } from '#tests/support/site.ts';
import type { BenchPart } from './part.ts';
import { percentile, table } from './part.ts';
import { listToday, pageSize, scopeOf, soonDay, wholeList } from '#lib/features/finding/question.rules.ts';

const houses = 100_000;
const unitsPerHouse = 10;

const filters: readonly (readonly [string, Partial<ListFilter>])[] = [
  ['no filter', {}],
  ['page 5', { page: 5 }],
  ['verified', { verified: true }],
  ['available now', { availableNow: true }],
  ['cheapest first', { sort: 'rent-low' }],
  ['earliest move-in', { sort: 'earliest-move-in' }],
  ['two types, private bathroom, rent', { types: ['studio', 'ensuite'], bathroom: 'private', rent: { from: 150, to: 300 } }],
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

/** What the homes of whole countries take, which are read into memory once: each filter for each country. */
async function countries(url: string): Promise<string> {
  const database = await openDatabase({ databaseUrl: url, databasePool: 2, dataDir: '' }, 'beside');
  try {
    const { countries: all } = createGeoIndex(readPlaceFiles('src/content/places'));
    const index = createHouseIndex(createHouseColumns(database.db));
    const reading: number[] = [];
    for (const { cities } of all) {
      const since = performance.now();
      await index.cities(cities.map(({ id }) => id));
      reading.push(performance.now() - since);
    }
    let largest = 0;
    const rows: (string | number)[][] = [];
    for (const [name, chosen] of filters) {
      const times: number[] = [];
      for (let round = 0; round < 4; round++) {
        for (const country of all) {
          const homes = await index.cities(country.cities.map(({ id }) => id));
          const filter = { ...noFilter, ...chosen };
          const since = performance.now();
          const scope = scopeOf({ place: country, category: 'rent' }, wholeList);
          const { total } = tally(
            answerInMemory(homes, { scope, filter, minorUnits: 100, soon: soonDay(listToday(undefined, new Date())), pageSize }).records,
            filter,
          );
          if (round > 0) times.push(performance.now() - since);
          largest = Math.max(largest, total);
        }
      }
      rows.push([name, percentile(times, 0.5).toFixed(1), percentile(times, 0.95).toFixed(1), percentile(times, 1).toFixed(1)]);
    }
    return `Lists of the ${all.length} countries, the largest of ${largest.toLocaleString('en')} homes, are answered in this process and counted; reading a country's homes into memory took ${percentile(reading, 1).toFixed(0)} ms for the largest, ${percentile(reading, 0.5).toFixed(0)} ms for half of them.\n\n${table(['list of a country', 'p50 ms', 'p95 ms', 'longest ms'], rows)}`;
  } finally {
    await database.close();
  }
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
        // The search index reads all homes after the start; this call waits for it.
        await (await fetch(`${site.baseUrl}/_houseApi/search/hot`)).arrayBuffer();
        const paths = createPaths('zh-cn', false);
        const cities = createGeoIndex(readPlaceFiles('src/content/places')).cities.slice(0, 40);
        const rows: (string | number)[][] = [];
        for (const [name, chosen] of filters) {
          const before = postgres.log().length;
          const pageTimes: number[] = [];
          for (const [index, city] of cities.entries()) {
            const code = formatFilterCode({ ...noFilter, ...chosen });
            const started = performance.now();
            const response = await fetch(`${site.baseUrl}${paths.place(city)}${code ? `/${code}` : ''}?supplier_id=${index + 1}`);
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
        const asked = table(['list of a city', 'queries', 'p50 ms', 'p95 ms', 'longest ms', 'whole page p95 ms'], rows);
        return `Seeding took ${seeded.toFixed(0)} s.\n\n${asked}\n\n${await countries(postgres.url)}`;
      } finally {
        await site.stop();
      }
    } finally {
      await postgres.stop();
    }
  },
};
