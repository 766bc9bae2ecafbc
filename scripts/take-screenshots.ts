/** Pictures of pages: narrow and wide, light and dark, of the seeded test site. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { chromiumArguments } from '#tests/support/chromium.ts';
import { ensureBrowser } from '#tests/support/ensure-browser.ts';
import { findPagePaths, pageTypes } from '#tests/support/page-types.ts';
import { startSite } from '#tests/support/site.ts';
import { contactSheet } from './contact-sheet.ts';
import type { Shot } from './contact-sheet.ts';

export type Pictures = {
  /** The folder for them. */
  readonly to: string;
  readonly only: readonly string[];
  /** Of the window, in CSS pixels. */
  readonly widths: readonly number[];
  /** `light`, `dark`. */
  readonly themes: readonly string[];
  /** What a window shows, instead of the whole page. */
  readonly firstScreen: boolean;
  /** Whether each kind of page is put onto a sheet. */
  readonly sheets: boolean;
  /** Without locale prefix; every page type when empty. */
  readonly paths: readonly string[];
};

export async function takeScreenshots({ to, only, widths, themes, firstScreen, sheets, paths }: Pictures): Promise<void> {
  const wanted = locales.filter((locale) => only.includes(locale));

  const executablePath = ensureBrowser();
  const site = await startSite();
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments] });
  try {
    mkdirSync(to, { recursive: true });
    const named =
      paths.length > 0
        ? paths.map((path): [string, string] => [path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home', path])
        : Object.entries(await findPagePaths(site.baseUrl));
    const shots = new Map<string, Shot[]>();
    const shown = (['light', 'dark'] as const).filter((one) => themes.includes(one));
    for (const width of widths) {
      for (const colorScheme of shown) {
        for (const locale of wanted) {
          // A reader of this language, who is not offered another.
          const context = await browser.newContext({
            baseURL: site.baseUrl,
            viewport: { width, height: width === 390 ? 844 : 900 },
            deviceScaleFactor: width === 390 ? 2 : 1,
            colorScheme,
            locale,
          });
          const page = await context.newPage();
          for (const [name, path] of named.filter(([one]) => pageTypes.find(({ name: type }) => type === one)?.locales.includes(locale) ?? true)) {
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
            const file = join(to, `${name}.${locale}.${width}.${colorScheme}.png`);
            await page.screenshot({ path: file, fullPage: !firstScreen });
            console.log(`${response?.status() ?? 0} ${file}`);
            const row = widths.indexOf(width) * shown.length + shown.indexOf(colorScheme);
            shots.set(name, [...(shots.get(name) ?? []), { file, row, column: wanted.indexOf(locale) }]);
          }
          await context.close();
        }
      }
    }
    if (sheets)
      for (const [name, all] of shots) {
        const file = join(to, `${name}.sheet.jpg`);
        await contactSheet(all, file, (row) => (widths[Math.floor(row / shown.length)] ?? 0) < 500);
        console.log(`sheet ${file}`);
      }
  } finally {
    await browser.close();
    await site.stop();
  }
}
