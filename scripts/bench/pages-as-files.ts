/** Writing the catalogue as files. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#lib/config.ts';
import { builtFolder } from '#server/builds.ts';
import { startSite } from '#tests/support/site.ts';
import type { BenchPart } from './part.ts';

/** A sample catalogue is more than 100,000 pages; its speed shows sooner. Milliseconds. */
const longest = 90_000;

export const pagesAsFiles: BenchPart = {
  name: 'export',
  title: 'Catalogue pages as files',
  method: '`npm run export` over about 1,200 sample homes into a copy of the build.',
  async run(say) {
    // Below the project, so that the built server still finds its packages.
    const folder = mkdtempSync(join('.data', 'bench-'));
    const site = await startSite();
    try {
      const { buildDir } = readConfig(process.env);
      cpSync(builtFolder(buildDir) ?? buildDir, join(folder, 'dist'), { recursive: true });
      const run = spawnSync(process.execPath, ['scripts/export.ts'], {
        env: { ...process.env, DATA_DIR: site.dataDir, BUILD_DIR: join(folder, 'dist') },
        encoding: 'utf8',
        timeout: longest,
      });
      if (run.status !== 0 && run.signal === null) throw new Error(run.stderr);
      const said =
        run.stderr
          .trim()
          .split('\n')
          .findLast((line) => line.includes('pages/s'))
          ?.trim() ?? 'nothing';
      say(said);
      return `${said}, ${run.signal === null ? 'to the end' : `when stopped after ${longest / 1_000} s`}.`;
    } finally {
      await site.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
