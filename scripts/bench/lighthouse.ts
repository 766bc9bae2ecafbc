/** Lighthouse's mobile scores per public page type. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { routes } from '#lib/routes.ts';
import type { RouteDefinition } from '#lib/routes.ts';
import { chromiumArguments } from '#tests/support/chromium.ts';
import { ensureBrowser } from '#tests/support/ensure-browser.ts';
import { findPagePaths, firstAddress } from '#tests/support/page-types.ts';
import { startSite } from '#tests/support/site.ts';
import type { BenchPart } from './part.ts';
import { table } from './part.ts';

const score = z.object({ score: z.number().nullable() });
const reading = z.object({ numericValue: z.number() });
const report = z.object({
  categories: z.object({ performance: score, accessibility: score, 'best-practices': score, seo: score }),
  audits: z.object({ 'largest-contentful-paint': reading, 'cumulative-layout-shift': reading, 'total-blocking-time': reading }),
});
/** Pages that somebody may come to from a search engine or a link: not those of forms and accounts. */
const isPublic = (name: string): boolean => (routes as Readonly<Record<string, RouteDefinition>>)[name]?.render !== 'private';
const percent = ({ score: given }: z.infer<typeof score>): number => Math.round((given ?? 0) * 100);

export const lighthouse: BenchPart = {
  name: 'lighthouse',
  title: 'Lighthouse',
  method:
    'Lighthouse mobile (simulated slow 4G, 4× slower processor), zh-cn, one run a page, after a visit as by a phone that fills the page cache and has its pictures drawn. Pages that ask not to be indexed lose points for SEO on purpose.',
  async run(say) {
    const executablePath = ensureBrowser();
    const site = await startSite({ LOG_LEVEL: 'silent' });
    const browser = await chromium.launch({ executablePath, args: [...chromiumArguments] });
    const folder = mkdtempSync(join(tmpdir(), 'loftling-lighthouse-'));
    try {
      const rows: (string | number)[][] = [];
      const paths = await findPagePaths(site.baseUrl);
      for (const name of Object.keys(paths)) {
        const path = firstAddress(paths, name);
        if (name === 'missing' || !isPublic(name) || (await fetch(`${site.baseUrl}${path}`)).status !== 200) continue;
        const phone = await browser.newPage({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true });
        await phone.goto(`${site.baseUrl}${path}`, { waitUntil: 'networkidle' });
        await phone.close();
        const output = join(folder, 'report.json');
        const run = spawnSync(
          'node_modules/.bin/lighthouse',
          [`${site.baseUrl}${path}`, '--output=json', `--output-path=${output}`, '--quiet', `--chrome-flags=--headless=new ${chromiumArguments.join(' ')}`],
          { env: { ...process.env, CHROME_PATH: executablePath }, encoding: 'utf8' },
        );
        if (run.status !== 0) {
          rows.push([name, 'failed', '', '', '', '', '', '']);
          say(`${name}: ${run.stderr.trim().split('\n').at(-1) ?? ''}`);
          continue;
        }
        const { categories, audits } = report.parse(JSON.parse(readFileSync(output, 'utf8')));
        rows.push([
          name,
          percent(categories.performance),
          percent(categories.accessibility),
          percent(categories['best-practices']),
          percent(categories.seo),
          (audits['largest-contentful-paint'].numericValue / 1_000).toFixed(2),
          audits['cumulative-layout-shift'].numericValue.toFixed(3),
          audits['total-blocking-time'].numericValue.toFixed(0),
        ]);
        say(`${name}: ${percent(categories.performance)}`);
      }
      return table(['page', 'performance', 'accessibility', 'best practices', 'SEO', 'LCP s', 'CLS', 'TBT ms'], rows);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await browser.close();
      await site.stop();
    }
  },
};
