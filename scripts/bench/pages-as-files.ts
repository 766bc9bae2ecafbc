/** Writing the catalogue as files. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startSite } from '#tests/support/site.ts';
import type { BenchPart } from './part.ts';
import { table } from './part.ts';

export const pagesAsFiles: BenchPart = {
  name: 'export',
  title: 'Catalogue pages as files',
  method: '`npm run export` over about 1,200 sample homes into a copy of the build, then once more with nothing changed.',
  async run(say) {
    // Below the project, so that the built server still finds its packages.
    const folder = mkdtempSync(join('.data', 'bench-'));
    const site = await startSite();
    try {
      cpSync('dist', join(folder, 'dist'), { recursive: true });
      const rows: (string | number)[][] = [];
      for (const round of ['first', 'again']) {
        const run = spawnSync(process.execPath, ['scripts/export.ts'], {
          env: { ...process.env, DATA_DIR: site.dataDir, BUILD_DIR: join(folder, 'dist') },
          encoding: 'utf8',
        });
        if (run.status !== 0) throw new Error(run.stderr);
        const said = run.stderr.trim().split('\n').at(-1)?.trim() ?? '';
        rows.push([round, said]);
        say(`${round}: ${said}`);
      }
      return table(['run', 'outcome'], rows);
    } finally {
      await site.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
