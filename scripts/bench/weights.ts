/** What pages weigh on the wire. */
import { chromium } from '@playwright/test';
import { localeFacts } from '#lib/i18n/locales.ts';
import { chromiumArguments } from '#tests/support/chromium.ts';
import { ensureBrowser } from '#tests/support/ensure-browser.ts';
import { findPagePaths } from '#tests/support/page-types.ts';
import { weighPage } from '#tests/support/page-weight.ts';
import { startSite } from '#tests/support/site.ts';
import type { BenchPart } from './part.ts';
import { kilobytes, table } from './part.ts';

export const weights: BenchPart = {
  name: 'weights',
  title: 'Page weights',
  method:
    'Kilobytes over the wire in Chromium at 390 × 844, device pixel ratio 2, until nothing loads any more; nothing is touched or scrolled. Styles are part of the document; the column says what they weigh alone.',
  async run(say) {
    const executablePath = ensureBrowser();
    const site = await startSite({ LOG_LEVEL: 'silent' });
    const browser = await chromium.launch({ executablePath, args: [...chromiumArguments] });
    try {
      const rows: (string | number)[][] = [];
      for (const [name, path] of Object.entries(await findPagePaths(site.baseUrl))) {
        for (const locale of ['zh-cn', 'en-us', 'vi-vn'] as const) {
          const context = await browser.newContext({
            baseURL: site.baseUrl,
            viewport: { width: 390, height: 844 },
            deviceScaleFactor: 2,
            isMobile: true,
            hasTouch: true,
          });
          const { prefix } = localeFacts[locale];
          const address = prefix ? `/${prefix}${path === '/' ? '' : path}` : path;
          const page = await context.newPage();
          if ((await page.request.head(address)).status() !== 404 || name === 'missing') {
            const weight = await weighPage(page, address);
            rows.push([name, locale, ...[weight.document, weight.css, weight.script + weight.islands, weight.font, weight.image, weight.total].map(kilobytes)]);
          }
          await context.close();
        }
        say(name);
      }
      return table(['page', 'locale', 'document', 'of it styles', 'script', 'fonts', 'pictures', 'all'], rows);
    } finally {
      await browser.close();
      await site.stop();
    }
  },
};
