/** A lease whose last bed is gone: who comes to book it is told so, with the line and the home's other rooms. */
import { translator } from '#lib/i18n/t.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { journeyLocales } from '../support/matrix.ts';
import { registerIn } from '../support/sign-in.ts';

const readers = [
  ...journeyLocales('narrow').map((locale) => ({ locale, width: 390, javaScriptEnabled: false })),
  ...journeyLocales('wide').map((locale) => ({ locale, width: 1280, javaScriptEnabled: true })),
];

for (const { locale, width, javaScriptEnabled } of readers) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });

    test('[R2.127] [R3.55] who comes to book a full lease is led to the line, or to the other rooms of the home', async ({ page, baseURL }) => {
      test.slow();
      const [t, url] = [translator(locale), baseURL ?? ''];
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      await registerIn(page, 'Lan');
      await page.goto(addressOf('unit_detail', locale));
      const waiting = await main.locator('a[href*="/waiting-list/"]').first().getAttribute('href');
      const booking = new URL((await main.locator('a[href*="book-rent"]').first().getAttribute('href')) ?? '', url);
      booking.searchParams.set('tenancyId', /\d+$/.exec(waiting ?? '')?.[0] ?? '');

      await page.goto(booking.href);
      await expect(main).toContainText(t('orders.full'));
      expect(await faults(page), 'the page of a full lease').toEqual([]);
      await main.getByRole('link', { name: t('orders.full_rooms'), exact: true }).click();
      await expect(page).toHaveURL(/book-rent\?houseId=\d+$/);
      await expect(main).not.toContainText(t('orders.full'));
      // Names of rooms are in the language of the page.
      expect(await main.locator('.rows a[lang]').count()).toBe(0);
      await page.goBack();
      await main.getByRole('link', { name: t('stock.wait'), exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${waiting}$`));
    });
  });
}
