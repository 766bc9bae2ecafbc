/**
 * Pictures of pages: narrow and wide, light and dark, in three languages, of the seeded test site.
 * `npm run screenshots -- --to folder [--locales zh-cn,vi-vn] [path …]`; paths without locale prefix,
 * all page types when none is given.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts';
import { findPagePaths } from '#tests/support/page-types.ts';
import { startSite } from '#tests/support/site.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string', default: 'test-results/screenshots' },
    locales: { type: 'string', default: 'zh-cn,en-us,vi-vn' },
    'first-screen': { type: 'boolean', default: false },
  },
});
const wanted = locales.filter((locale) => values.locales.split(',').includes(locale));

const site = await startSite();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArguments] });
try {
  mkdirSync(values.to, { recursive: true });
  const named =
    positionals.length > 0
      ? positionals.map((path): [string, string] => [path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home', path])
      : Object.entries(await findPagePaths(site.baseUrl));
  for (const width of [390, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        baseURL: site.baseUrl,
        viewport: { width, height: width === 390 ? 844 : 900 },
        deviceScaleFactor: width === 390 ? 2 : 1,
        colorScheme,
      });
      const page = await context.newPage();
      for (const locale of wanted) {
        for (const [name, path] of named) {
          const { prefix } = localeFacts[locale];
          const response = await page.goto(prefix ? `/${prefix}${path === '/' ? '' : path}` : path, { waitUntil: 'networkidle' });
          // Pictures further down load when they come near.
          await page.evaluate(async () => {
            for (let y = 0; y < document.body.scrollHeight; y += 700) {
              scrollTo(0, y);
              await new Promise((resolve) => void setTimeout(resolve, 60));
            }
            scrollTo(0, 0);
          });
          const file = join(values.to, `${name}.${locale}.${width}.${colorScheme}.png`);
          await page.screenshot({ path: file, fullPage: !values['first-screen'] });
          console.log(`${response?.status() ?? 0} ${file}`);
        }
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await site.stop();
}
