/** Another room, other days or another way to pay for an application that is begun: looked at first, then taken, with all that was written. */
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { beginIn, homeIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { formReaders } from '../support/matrix.ts';
import { registerIn } from '../support/sign-in.ts';

for (const { locale, width, javaScriptEnabled } of formReaders()) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);

    test('[R7.099] each page of an application leads to another room and other days, both prices stand there before it is taken, and nothing written is lost', async ({
      page,
      baseURL,
    }) => {
      test.setTimeout(120_000);
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const paths = createPaths(locale, false);
      const link = main.getByRole('link', { name: t('orders.change'), exact: true });
      await registerIn(page, 'Lan');
      const code = await beginIn(page, locale, await homeIn(page, locale, 17));
      await main.getByRole('textbox', { name: t('orders.full_name') }).fill('Nguyễn Thị Lan');
      await main.getByRole('checkbox', { name: t('orders.later') }).check();
      await main.getByRole('button', { name: t('orders.go_on'), exact: true }).press('Enter');
      await expect(page).toHaveURL(/done=saved/);
      for (const path of [paths.to('apply_form', { code }), paths.to('apply_review_info', { code }), `${paths.to('fill_info')}?orderCode=${code}`]) {
        await page.goto(path);
        await expect(link, path).toHaveAttribute('href', paths.to('order_change', { code }));
      }
      await link.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('orders.change_title'));
      expect(await faults(page), 'what can be chosen').toEqual([]);

      // Another lease of the home: looked at, it changes nothing.
      await main
        .getByRole('link', { name: new RegExp(`^${RegExp.escape(t('orders.change_look'))}(?:: |：)`) })
        .first()
        .press('Enter');
      await expect(page).toHaveURL(/lease=\d+/);
      await expect(main.getByRole('table')).toHaveCount(2);
      expect(await faults(page), 'both prices').toEqual([]);
      // Days beyond the lease are told, and the former ones are taken after that.
      const days = main.locator('form#change-days');
      const last = await days.locator('[name="move_out"]').inputValue();
      await days.locator('[name="move_out"]').fill('2040-01-01');
      await days.getByRole('button').press('Enter');
      await expect(main).toContainText(t('orders.outside_lease'));
      await days.locator('[name="move_out"]').fill(last);
      await days.getByRole('button').press('Enter');
      await main.getByRole('button', { name: t('orders.change_take'), exact: true }).press('Enter');
      await expect(main).toContainText(t('orders.change_done'));
      expect(await faults(page), 'changed').toEqual([]);
      await page.goto(`${paths.to('fill_info')}?orderCode=${code}`);
      await expect(main.getByRole('textbox', { name: t('orders.full_name') })).toHaveValue('Nguyễn Thị Lan');
      await page.goto(`${paths.to('profile_order/rentalDetail')}?id=${code}`);
      await expect(main).toContainText(t('orders.did_change'));
    });
  });
}
