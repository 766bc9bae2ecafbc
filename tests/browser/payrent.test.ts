/** Rent for a landlord outside of the site on its whole way: six steps, paid by transfer, passed on by staff, with its receipt. */
import type { Page } from '@playwright/test';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { iban, rentLicence, rentTerms } from '../support/rents.ts';
import { pdf } from '../support/sample-files.ts';
import { registerIn } from '../support/sign-in.ts';
import { comeIn } from '../support/staff-in-browser.ts';

const readers: readonly { readonly locale: Locale; readonly width: number; readonly javaScriptEnabled: boolean }[] = [
  { locale: 'zh-cn', width: 390, javaScriptEnabled: false },
  { locale: 'vi-vn', width: 1280, javaScriptEnabled: true },
];

for (const { locale, width, javaScriptEnabled } of readers) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);

    test('[R1.37] [R2.064] [R2.117] [R2.131] [R2.142] [R2.179] [R2.180] [R2.181] [R2.182] [R2.183] [R2.184] rent is told a price, said, paid, passed on, and has a receipt', async ({
      page,
      browser,
      baseURL,
    }) => {
      test.slow();
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const look = async (what: string) => expect(await faults(page), what).toEqual([]);
      const press = (one: Page, name: string) => one.getByRole('main').getByRole('button', { name, exact: true }).press('Enter');
      const field = (name: string) => main.getByLabel(name, { exact: true });

      await page.goto(paths.to('payrent'));
      await main.getByRole('link', { name: t('payrent.calculate') }).press('Enter');
      await field(t('payrent.amount')).fill('850.50');
      await press(page, t('payrent.calculate'));
      await expect(main).toContainText(/£859[.,]01/);
      await expect(main).toContainText(t('payrent.licence', { licence: rentLicence }));
      await look('the price for everybody');

      await registerIn(page, 'Lan');
      await page.goto(paths.to('rental_house_type'));
      await field(t('payrent.kind_flat')).check();
      await field(t('payrent.country')).selectOption('uk');
      await look('which home');
      await press(page, t('payrent.go_on'));
      await field(t('payrent.currency')).selectOption('GBP');
      await field(t('payrent.amount')).fill('x');
      await press(page, t('payrent.go_on'));
      await expect(page.getByRole('alert')).toBeVisible();
      await field(t('payrent.amount')).fill(rentTerms.amount);
      await field(t('payrent.from')).fill(rentTerms.from);
      await field(t('payrent.to')).fill(rentTerms.to);
      await field(t('payrent.address')).fill(rentTerms.address);
      await look('how much');
      await press(page, t('payrent.go_on'));
      await field(t('payrent.tenant')).fill('Lan Nguyen');
      await main.locator('input[type=file]').setInputFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer: pdf() });
      await look('who pays');
      await press(page, t('payrent.go_on'));
      await field(t('payrent.landlord')).fill('Ann Archer');
      await field(t('payrent.holder')).fill('A Archer');
      await field(t('payrent.account')).fill(iban);
      await look('who gets it');
      await press(page, t('payrent.go_on'));
      await expect(main).toContainText(t('payrent.account_ends', { end: '6819' }));
      await expect(main).toContainText(/£859[.,]01/);
      expect(await page.content()).not.toContain(iban);
      await main.getByRole('checkbox').check();
      await look('everything once more');
      await press(page, t('payrent.submit'));
      await expect(main).toContainText(t('payrent.state_to_pay'));
      await look('to be paid');
      const code = new URL(page.url()).searchParams.get('code') ?? '';
      await main.getByRole('link', { name: t('payrent.pay_now', { total: locale === 'vi-vn' ? '£859,01' : '£859.01' }) }).press('Enter');
      await main.locator('[name=method][value=bank-transfer]').check();
      await press(page, t('payments.pay_due'));
      await expect(main).toContainText('GB33BUKB20201555555555');
      const payment = new URL(page.url()).searchParams.get('payment') ?? '';

      const staff = await browser.newContext({ baseURL: url, viewport: { width, height: 844 } });
      const desk = await staff.newPage();
      await comeIn(desk);
      await desk.goto(paths.to('staff_payment', { payment }));
      await desk.locator('main [name=act][value=confirm]').check();
      await desk.locator('main [name=sum]').fill('859.01');
      await press(desk, t('payments.do_it'));
      await press(desk, t('endings.sure_yes'));
      await desk.goto(paths.to('staff_rents'));
      await desk.getByRole('link', { name: code }).press('Enter');
      await expect(desk.getByRole('main')).toContainText(iban);
      await desk.getByLabel(t('payrent.act_pay_out')).check();
      await desk.locator('main [name=reference]').fill('FT-2211');
      await press(desk, t('payments.do_it'));
      await press(desk, t('endings.sure_yes'));
      await expect(desk.getByRole('main')).toContainText(t('payments.payout_waits_own'));
      await staff.close();
      // What goes to a landlord takes a second person, whose form holds what the first has entered.
      const second = await browser.newContext({ baseURL: url, viewport: { width, height: 844 } });
      const other = await second.newPage();
      await comeIn(other);
      await other.goto(paths.to('staff_rent', { rent: code }));
      await expect(other.getByRole('main')).toContainText(t('payments.payout_waits_you'));
      await expect(other.locator('main [name=reference]')).toHaveValue('FT-2211');
      await other.getByLabel(t('payrent.act_pay_out')).check();
      await press(other, t('payments.do_it'));
      await press(other, t('endings.sure_yes'));
      await expect(other.getByRole('main')).toContainText(t('payrent.state_paid_out'));
      await second.close();

      await page.goto(`${paths.to('profile_order/payRentDetail')}?code=${code}`);
      await expect(main).toContainText('FT-2211');
      await look('passed on');
      const href = (await main.getByRole('link', { name: t('payrent.receipt') }).getAttribute('href')) ?? '';
      const receipt = await page.request.get(href);
      expect([receipt.status(), (await receipt.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
      await page.goto(paths.to('rental'));
      await expect(main.locator('.rows > li')).toHaveCount(1);
      await look('the list of one’s own');
    });
  });
}
