/** A bed that is kept at booking: the time that is left goes along with the application, and can be lengthened there. */
import { clockOf } from '#lib/features/stock/hold-time.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import { begunIn, homeIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { formReaders } from '../support/matrix.ts';
import { registerIn } from '../support/sign-in.ts';

for (const [index, { locale, width, javaScriptEnabled }] of formReaders().entries()) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);

    test('[R2.127] [R2.128] [R2.018] the time that is left stands on each part of the application, and is lengthened without leaving it', async ({
      page,
      baseURL,
    }) => {
      test.setTimeout(120_000);
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const timer = main.getByRole('timer');
      const button = (name: string) => main.getByRole('button', { name: new RegExp(`^${RegExp.escape(name)}(?:: |：)`) });
      await registerIn(page, 'Lan');
      const { book, part } = await begunIn(page, locale, await homeIn(page, locale, 15 + (index % 4)));
      const person = part.url;
      await page.goto(person);
      await expect(timer, 'nothing is kept').toHaveCount(0);
      await page.goto(book);
      await button(t('stock.keep')).press('Enter');
      await expect(timer).toBeVisible();
      await page.goto(person);
      await expect(timer).toContainText(/\d:\d\d/);
      expect(await faults(page), 'person').toEqual([]);
      const name = main.getByRole('textbox', { name: t('orders.full_name') });
      if (javaScriptEnabled) await name.fill('Nguyễn Thị Lan');
      const above = await name.boundingBox();
      // Counting on moves nothing of what is filled in.
      if (javaScriptEnabled) await expect(timer).not.toContainText(clockOf(600));
      expect((await name.boundingBox())?.y).toBe(above?.y);
      await button(t('stock.longer')).press('Enter');
      await expect(button(t('stock.longer'))).toHaveCount(0);
      await expect(page).toHaveURL(person);
      await expect(timer).toContainText(/(?:1\d:\d\d|20:00)/);
      if (javaScriptEnabled) await expect(name).toHaveValue('Nguyễn Thị Lan');
      await button(t('stock.let_go')).press('Enter');
      await expect(timer).toHaveCount(0);
      await expect(page).toHaveURL(person);
    });
  });
}
