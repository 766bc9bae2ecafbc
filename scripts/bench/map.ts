/** The map's viewport call over a large catalogue on Postgres, as a browser asks it. */
import { spawn } from 'node:child_process';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import { readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { mapListsContract } from '#lib/features/map/map.contract.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import { startSite } from '#tests/support/site.ts';
import type { BenchPart } from './part.ts';
import { kilobytes, percentile, table } from './part.ts';

const houses = 100_000;
const rounds = 60;

type View = { readonly west: number; readonly south: number; readonly east: number; readonly north: number; readonly zoom: number };

const around = ([latitude, longitude]: readonly [number, number], height: number, zoom: number): View => ({
  west: longitude - height,
  east: longitude + height,
  south: latitude - height * 0.6,
  north: latitude + height * 0.6,
  zoom,
});

const filters: readonly (readonly [string, string])[] = [
  ['no filter', ''],
  ['two types, private bathroom', 'u1004a1e2-u1006a1'],
  ['move-in September, verified', 'u1000a202709-u1008a1'],
];

async function ask(baseUrl: string, view: View, code: string): Promise<{ milliseconds: number; bytes: number }> {
  const query = new URLSearchParams(Object.entries(view).map(([key, value]) => [key, String(value)]));
  if (code) query.set('urlFilter', code);
  const started = performance.now();
  const response = await fetch(`${baseUrl}${mapListsContract.path}?${query}`, { headers: { 'accept-language': 'zh-cn' } });
  const body = await response.text();
  if (!response.ok) throw new Error(`status ${response.status}: ${body.slice(0, 200)}`);
  return { milliseconds: performance.now() - started, bytes: Buffer.byteLength(body) };
}

export const map: BenchPart = {
  name: 'map',
  title: `Map viewports over ${houses.toLocaleString('en')} houses`,
  method: `Postgres with default memory settings, homes from \`npm run seed -- --houses ${houses}\`; over HTTP, one after another, a different view each time. The first looks, which read a city's homes into memory, are told apart.`,
  async run(say) {
    const postgres = await startPostgres({ log_min_messages: 'error' });
    try {
      say(`seeding ${houses} houses …`);
      const seed = spawn(process.execPath, ['scripts/seed.ts', '--houses', String(houses)], {
        env: { ...process.env, DATABASE_URL: postgres.url },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if ((await new Promise((resolve) => void seed.on('close', resolve))) !== 0) throw new Error('the seed failed');
      const site = await startSite({ DATABASE_URL: postgres.url, RATE_LIMIT_FACTOR: '0' });
      try {
        const cities = createGeoIndex(readPlaceFiles('src/content/places')).cities.slice(0, rounds);
        const shift = (index: number): number => Math.sin(index) * 0.01;
        const views: readonly (readonly [string, (index: number) => View])[] = [
          ['a city', (index) => around([(cities[index]?.at.latitude ?? 51.5) + shift(index), cities[index]?.at.longitude ?? 0], 0.12, 12)],
          ['a country', (index) => around([53 + shift(index), -2], 4, 6)],
          ['the world', (index) => ({ west: -180, south: -60 + shift(index), east: 180, north: 75, zoom: 2 })],
        ];
        const rows: (string | number)[][] = [];
        for (const [name, view] of views) {
          for (const [chosen, code] of filters) {
            const firsts: number[] = [];
            const times: number[] = [];
            let most = 0;
            for (const [pass, into] of [firsts, times].entries()) {
              for (let index = 0; index < rounds; index++) {
                const { milliseconds, bytes } = await ask(site.baseUrl, view(index), code);
                into.push(milliseconds);
                if (pass === 1) most = Math.max(most, bytes);
              }
            }
            const figures = [percentile(firsts, 0.95), percentile(times, 0.5), percentile(times, 0.95)];
            rows.push([name, chosen, ...figures.map((milliseconds) => milliseconds.toFixed(1)), kilobytes(most)]);
            say(`${name}, ${chosen}: p95 ${percentile(times, 0.95).toFixed(1)} ms`);
          }
        }
        return table(['view', 'filter', 'first looks p95 ms', 'p50 ms', 'p95 ms', 'most KB, uncompressed'], rows);
      } finally {
        await site.stop();
      }
    } finally {
      await postgres.stop();
    }
  },
};
