/** Importing a large feed, by itself and while readers look at pages. */
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { findPagePaths, firstAddress } from '#tests/support/page-types.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import { startSite } from '#tests/support/site.ts';
import type { Site } from '#tests/support/site.ts';
import { load } from './load.ts';
import type { Load } from './load.ts';
import type { BenchPart } from './part.ts';
import { table } from './part.ts';

const rows = 100_000;
const tenanciesPerHouse = 10;
const columns = [
  'house_ref',
  'house_name',
  'house_type',
  'country',
  'city',
  'address',
  'postal_code',
  'latitude',
  'longitude',
  'amenities',
  'unit_ref',
  'unit_name',
  'unit_type',
  'size_sqm',
  'bathroom',
  'kitchen',
  'tenancy_ref',
  'move_in',
  'lease_weeks',
  'rent_amount',
  'rent_currency',
  'rent_unit',
  'deposit_amount',
  'stock',
];

/** @param order `apart`: between two rows of a house lies one of every other. */
async function writeFeed(path: string, rows: number, order: 'together' | 'apart' = 'together'): Promise<void> {
  const file = createWriteStream(path);
  file.write(`${columns.join(',')}\n`);
  const houses = rows / tenanciesPerHouse;
  for (let at = 0; at < rows; at++) {
    const row = order === 'together' ? at : (at % houses) * tenanciesPerHouse + Math.floor(at / houses);
    const house = Math.floor(row / tenanciesPerHouse);
    const unit = Math.floor((row % tenanciesPerHouse) / 2);
    const line = [
      `H${house}`,
      `Orchard Court ${house}`,
      'apartment',
      'GB',
      'Manchester',
      `${(house % 200) + 1} Oxford Road`,
      'M1 5QA',
      (53.45 + (house % 400) / 10_000).toFixed(5),
      (-2.26 + (house % 300) / 10_000).toFixed(5),
      'wifi;laundry',
      `U${unit}`,
      `Room type ${unit}`,
      'ensuite',
      14 + unit,
      'private',
      'shared',
      `T${row % 2}`,
      `2027-09-${String(4 + (row % 20)).padStart(2, '0')}`,
      row % 2 === 0 ? 44 : 51,
      150 + (row % 120),
      'GBP',
      'WEEK',
      250,
      1 + (row % 9),
    ];
    if (!file.write(`${line.join(',')}\n`)) await once(file, 'drain');
  }
  await new Promise<void>((resolve) => void file.end(() => resolve()));
}

/** What `npm run import` gives Node: bounds on memory. */
const asImport = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { import: string } }).scripts.import;
const bounds = asImport.match(/--\S+/g) ?? [];
const arenas = /MALLOC_ARENA_MAX=(\d+)/.exec(asImport)?.[1];

const runs = (script: readonly string[], environment: Readonly<Record<string, string>>): ChildProcessByStdio<null, Readable, Readable> =>
  spawn(process.execPath, [...script], { env: { ...process.env, SAMPLE_CATALOGUE: 'off', ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });

/** Runs the import and watches how much memory it takes at most. */
async function importOnce(feed: string, environment: Readonly<Record<string, string>>): Promise<{ seconds: number; megabytes: number; said: string }> {
  const since = performance.now();
  const child = runs([...bounds, 'scripts/import.ts', feed, '--supplier', 'Orchard'], { ...environment, ...(arenas ? { MALLOC_ARENA_MAX: arenas } : {}) });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  let most = 0;
  const watch = setInterval(() => {
    readFile(`/proc/${child.pid}/status`, 'utf8').then(
      (status) => (most = Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0))),
      () => undefined,
    );
  }, 250);
  const code = await new Promise((resolve) => void child.on('close', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`the import ended with status ${String(code)}:\n${said}`);
  return { seconds: (performance.now() - since) / 1_000, megabytes: most / 1_024, said: said.trim().split('\n').at(-1) ?? '' };
}

export const feed: BenchPart = {
  name: 'import',
  title: `Importing a feed of ${rows.toLocaleString('en')} rows`,
  method: `A CSV of ${(rows / tenanciesPerHouse).toLocaleString('en')} houses, imported into an empty database, then once more unchanged, then ${(2 * rows).toLocaleString('en')} rows of which those of a house lie as far apart as can be. Memory is the process's largest resident set.`,
  async run(say) {
    const folder = mkdtempSync(join(tmpdir(), 'loftling-bench-'));
    const postgres = await startPostgres();
    try {
      const [path, apart] = [join(folder, 'feed.csv'), join(folder, 'apart.csv')];
      await writeFeed(path, rows);
      await writeFeed(apart, 2 * rows, 'apart');
      const measured: (string | number)[][] = [];
      for (const [engine, environment] of [
        ['Postgres', { DATABASE_URL: postgres.url }],
        ['embedded', { DATA_DIR: join(folder, 'data'), DATABASE_URL: '' }],
      ] as const) {
        // What making the files of a database takes is no part of an import.
        await once(runs(['scripts/migrate.ts'], environment), 'close');
        for (const [round, file, count] of [
          ['first', path, rows],
          ['again', path, rows],
          ['rows apart', apart, 2 * rows],
        ] as const) {
          const { seconds, megabytes } = await importOnce(file, environment);
          measured.push([`${engine}, ${round}`, seconds.toFixed(1), (count / seconds).toFixed(0), megabytes.toFixed(0)]);
          say(`${engine}, ${round}: ${seconds.toFixed(1)} s`);
        }
      }
      return table(['import', 'seconds', 'rows/s', 'memory MB'], measured);
    } finally {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const readerRows = 50_000;
const readersPages = ['index', 'city', 'country_page', 'new_list', 'new_list2', 'new_list3', 'house_detail', 'unit_detail'] as const;

/** Asks whether the server is ready, ten times a second; ends when asked how often it was not. */
function watchReadiness({ baseUrl }: Site): () => Promise<number> {
  const asked: Promise<number>[] = [];
  const timer = setInterval(() => asked.push(fetch(`${baseUrl}/readyz`).then(({ status }) => status)), 100);
  return async () => {
    clearInterval(timer);
    return (await Promise.all(asked)).filter((status) => status !== 200).length;
  };
}

type Beside = { readonly quiet: Load; readonly beside: Load; readonly notReady: number; readonly seconds: number };

/** Readers' pages, kept by the server, before and during an import. */
async function readBeside(site: Site, feed: string, environment: Readonly<Record<string, string>>): Promise<Beside> {
  const found = await findPagePaths(site.baseUrl);
  const paths = readersPages.map((name) => firstAddress(found, name));
  const reading = (seconds: number): Promise<Load> => load({ origin: site.baseUrl, connections: 8, seconds, headers: { 'accept-encoding': 'br' }, paths });
  await reading(3);
  const quiet = await reading(10);
  const readiness = watchReadiness(site);
  const importing = importOnce(feed, environment);
  // The command's own start is over by then, and the import is not.
  await wait(2_000);
  const beside = await reading(10);
  const { seconds } = await importing;
  return { quiet, beside, notReady: await readiness(), seconds };
}

export const feedBesideReaders: BenchPart = {
  name: 'import-beside',
  title: 'Reading while a feed comes in',
  method: `Eight kept pages over 8 connections for 10 s, alone and beside an import of ${readerRows.toLocaleString('en')} new rows in a city that some of them show; client, server, database and import share the cores. \`/readyz\` is asked ten times a second.`,
  async run(say) {
    const folder = mkdtempSync(join(tmpdir(), 'loftling-bench-'));
    const postgres = await startPostgres();
    try {
      const path = join(folder, 'feed.csv');
      await writeFeed(path, readerRows);
      const measured: (string | number)[][] = [];
      for (const engine of ['Postgres', 'embedded'] as const) {
        const settings = engine === 'Postgres' ? { DATABASE_URL: postgres.url } : {};
        if (engine === 'Postgres') await once(runs(['scripts/seed.ts', '--houses', '600'], settings), 'close');
        const site = await startSite({ LOG_LEVEL: 'silent', EXPOSE_QUERY_COUNT: 'off', ...settings });
        try {
          const { quiet, beside, notReady, seconds } = await readBeside(site, path, { DATABASE_URL: '', DATA_DIR: site.dataDir, ...settings });
          for (const [name, { perSecond, p50, p95, p99, failed }] of [
            ['alone', quiet],
            ['beside the import', beside],
          ] as const)
            measured.push([`${engine}, ${name}`, perSecond, p50, p95, p99, failed, name === 'alone' ? '' : notReady]);
          say(`${engine}: p95 ${quiet.p95} → ${beside.p95} ms, import ${seconds.toFixed(1)} s (${(readerRows / seconds).toFixed(0)} rows/s)`);
        } finally {
          await site.stop();
        }
      }
      return table(['readers', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'failed', '`/readyz` 503'], measured);
    } finally {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
