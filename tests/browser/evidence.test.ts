/** What a home was like, on its whole way: from the order, written down with photographs, refused when something is missing, and as a file. */
import { addDays } from '#lib/dates/dates.ts';
import { orderPath } from '#lib/features/orders/order-pages.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { draftIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { lived } from '../support/reviews.ts';
import { picture } from '../support/sample-files.ts';
import { registerIn } from '../support/sign-in.ts';
import { onSiteDatabase } from '../support/site-database.ts';

const readers: readonly { readonly locale: Locale; readonly width: number; readonly javaScriptEnabled: boolean }[] = [
  { locale: 'vi-vn', width: 390, javaScriptEnabled: false },
  { locale: 'zh-cn', width: 1280, javaScriptEnabled: true },
];

/** Has an application go on until somebody lives there, as staff and providers make it in months. */
const moveIn = (code: string) => onSiteDatabase((db) => lived(db, code, 'checked_in', { from: addDays(new Date().toISOString().slice(0, 10), -2) }));

for (const { locale, width, javaScriptEnabled } of readers) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);

    test('[R2.140] [R2.154] what a home is like is written down, photographed, and taken along as a file', async ({ page, browser, baseURL }) => {
      test.setTimeout(180_000);
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const look = async (what: string) => expect(await faults(page), what).toEqual([]);
      const press = (name: string) => main.getByRole('button', { name, exact: true }).first().press('Enter');

      await registerIn(page, 'Lan');
      const code = await draftIn(page, locale);
      await moveIn(code);

      await page.goto(orderPath(paths, code));
      await main.getByRole('link', { name: t('evidence.link'), exact: true }).press('Enter');
      await expect(main).toContainText(t('evidence.none'));
      await look('nothing yet');
      await main.locator('[name="place"]').selectOption('bathroom');
      await press(t('evidence.add'));
      await expect(main.getByRole('alert')).toContainText(t('evidence.item'));
      // The problems took the focus: what the header covers meanwhile is not small.
      await page.evaluate(() => scrollTo(0, 0));
      await look('what is missing');
      await main.locator('[name="item"]').fill('Mirror');
      await main.locator('[name="condition"][value="damaged"]').check();
      await main.locator('[name="note"]').fill('A crack.\nTop left.');
      await main.locator('[name="photo"]').setInputFiles({ name: 'mirror.jpg', mimeType: 'image/jpeg', buffer: await picture('jpeg', 1200, 900) });
      await press(t('evidence.add'));
      await expect(main.getByRole('status')).toHaveText(t('evidence.added'));
      await expect(main).toContainText('A crack.');
      const photos = main.locator('.evidence img');
      await expect(photos).toHaveCount(1);
      await photos.last().scrollIntoViewIfNeeded();
      for (const photo of await photos.all()) await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
      await look('one entry');

      const file = await page.request.get((await main.getByRole('link', { name: t('evidence.file'), exact: true }).getAttribute('href')) ?? '');
      expect([file.status(), file.headers()['content-type'], file.headers()['cache-control']]).toEqual([200, 'application/pdf', 'private, no-store']);
      const stranger = await browser.newContext({ baseURL: url });
      expect((await stranger.request.get(file.url())).status()).toBe(404);
      await stranger.close();
      await page.goto(paths.to('profile_myHouse'));
      await expect(main.getByRole('link', { name: t('evidence.link'), exact: true })).toHaveCount(1);
      await look('my house');
    });
  });
}
