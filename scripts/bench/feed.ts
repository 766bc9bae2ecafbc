/** Importing a large feed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '#tests/support/postgres-server.ts';
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

async function writeFeed(path: string): Promise<void> {
  const file = createWriteStream(path);
  file.write(`${columns.join(',')}\n`);
  for (let row = 0; row < rows; row++) {
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

/** Runs the import and watches how much memory it takes at most. */
async function importOnce(feed: string, environment: Readonly<Record<string, string>>): Promise<{ seconds: number; megabytes: number; said: string }> {
  const since = performance.now();
  const child = spawn(process.execPath, ['scripts/import.ts', feed, '--supplier', 'Orchard'], {
    env: { ...process.env, SAMPLE_CATALOGUE: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
  method: `A CSV of ${(rows / tenanciesPerHouse).toLocaleString('en')} houses, imported into an empty database, then once more unchanged. Memory is the process's largest resident set.`,
  async run(say) {
    const folder = mkdtempSync(join(tmpdir(), 'loftling-bench-'));
    const postgres = await startPostgres();
    try {
      const path = join(folder, 'feed.csv');
      await writeFeed(path);
      const measured: (string | number)[][] = [];
      for (const [engine, environment] of [
        ['Postgres', { DATABASE_URL: postgres.url }],
        ['embedded', { DATA_DIR: join(folder, 'data'), DATABASE_URL: '' }],
      ] as const) {
        for (const round of ['first', 'again']) {
          const { seconds, megabytes } = await importOnce(path, environment);
          measured.push([`${engine}, ${round}`, seconds.toFixed(1), (rows / seconds).toFixed(0), megabytes.toFixed(0)]);
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
