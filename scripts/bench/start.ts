/** From `npm start` to the first answer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '#tests/support/site.ts';
import type { BenchPart } from './part.ts';
import { table } from './part.ts';

async function timeStart(data: string): Promise<number> {
  const since = performance.now();
  const site = await startSite({ SAMPLE_CATALOGUE: 'on' }, data);
  await fetch(`${site.baseUrl}/`);
  const seconds = (performance.now() - since) / 1_000;
  await site.stop();
  return seconds;
}

export const start: BenchPart = {
  name: 'start',
  title: 'Starting',
  method:
    'From the command to the first page answered, dependencies installed and site built. The first start makes the database and fills it with the sample catalogue.',
  async run(say) {
    const data = mkdtempSync(join(tmpdir(), 'loftling-bench-'));
    try {
      const rows: (string | number)[][] = [];
      for (const name of ['first', 'second', 'third']) {
        const seconds = await timeStart(data);
        rows.push([name, seconds.toFixed(1)]);
        say(`${name}: ${seconds.toFixed(1)} s`);
      }
      return table(['start', 'seconds'], rows);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  },
};
