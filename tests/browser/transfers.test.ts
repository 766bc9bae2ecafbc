/** A transfer on its whole way: chosen, its account read, its proof brought, looked at and confirmed by staff. The pages of transfers have no dead end. */
import type { Page } from '@playwright/test';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { applyIn, expectOneWayOut, offerIn, signContractIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { picture } from '../support/sample-files.ts';
import { formReaders } from '../support/matrix.ts';
import { registerIn } from '../support/sign-in.ts';
import { comeIn } from '../support/staff-in-browser.ts';

const routes = ['bank_transfer', 'transfer_information', 'boa_transfer', 'transfer_link', 'profile_zelle'] as const;
/** An amount as it is shown, as staff write it. @example typed('£2.531,50') // '2531.50' */
function typed(shown: string): string {
  const [, whole = '', cents = '00'] = /^([\d.,]*?\d)(?:[.,](\d{2}))?$/.exec(shown.replaceAll(/[^\d.,]/g, '')) ?? [];
  return `${whole.replaceAll(/\D/g, '')}.${cents}`;
}

for (const { locale, width, javaScriptEnabled } of formReaders()) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);

    test('[R2.032] [R2.033] [R2.034] [R2.035] [R2.166] a transfer is chosen, proved, and confirmed by staff', async ({ page, browser, baseURL }) => {
      test.setTimeout(300_000);
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const look = async (what: string, at: Page = page) => expect(await faults(at), what).toEqual([]);
      const press = (name: string, at: Page = page) => at.getByRole('main').getByRole('button', { name, exact: true }).press('Enter');
      const follow = (name: string) => main.getByRole('link', { name, exact: true }).press('Enter');

      await registerIn(page, 'Mai');
      for (const route of routes) {
        await page.goto(paths.to(route));
        await expect(main).toContainText(t('payments.nothing_owed_anywhere'));
        await expect(main.getByRole('link', { name: t('orders.orders'), exact: true })).toBeVisible();
        await look(`${route}, nothing owed`);
      }
      const { code, order } = await applyIn(page, locale);
      await offerIn(browser, url, locale, code);
      await page.goto(order);
      await follow(t('orders.read_and_sign'));
      await signContractIn(page, locale);
      // Sent and answered before it is left.
      await expect(main).toContainText(t('orders.next_to_pay'));
      await page.goto(paths.to('boa_transfer'));
      await expect(main).toContainText(t('payments.transfer_closed'));
      await main.locator('a[href*="pay-center"]').press('Enter');
      await look('pay center');
      await main.locator('[name="method"][value="bank-transfer"]').check();
      await press(t('payments.book_and_pay'));
      await expect(page).toHaveURL(/\/bank-transfer\?payment=/);
      await expect(main).toContainText('GB33BUKB20201555555555');
      const reference = new URL(page.url()).searchParams.get('payment') ?? '';
      await expect(main).toContainText(reference);
      const amount = typed((await main.locator('.rows strong').first().textContent()) ?? '');
      await expectOneWayOut(page, t('payments.back_to'), code);
      await look('account');
      await page.goto(order);
      await expect(main.getByRole('status').filter({ hasText: reference })).toHaveCount(1);
      await look('order, transfer awaited');
      await follow(t('payments.under_way_open'));
      await press(t('payments.voucher_send'));
      await look('no file');
      await main.locator('input[type="file"]').setInputFiles({ name: 'bank.png', mimeType: 'image/png', buffer: await picture('png') });
      await press(t('payments.voucher_send'));
      await expect(main.getByRole('status')).toHaveText(t('payments.voucher_received'));
      await look('received');
      await follow(t('payments.result_title'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result_checking'));
      await look('checking');

      const staff = await (await browser.newContext({ baseURL: url, javaScriptEnabled: true, viewport: { width, height: 844 } })).newPage();
      await staff.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      await comeIn(staff);
      await staff.goto(`${paths.to('staff_payments')}?tab=transfers`);
      await look('staff transfers', staff);
      await staff.getByRole('main').getByRole('link', { name: reference, exact: true }).press('Enter');
      const proof = staff.getByRole('main').locator('img');
      await proof.scrollIntoViewIfNeeded();
      await expect.poll(() => proof.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
      await look('staff payment', staff);
      // Until it is said what is to be done, the sum is something that may be left out.
      await staff.locator('main [name=sum]').fill(amount);
      await staff.locator('main [name=act][value=confirm]').check();
      await press(t('payments.do_it'), staff);
      await look('sure', staff);
      await press(t('endings.sure_yes'), staff);
      await expect(staff.getByRole('status')).toHaveText(t('payments.done'));
      await look('staff confirmed', staff);

      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result_succeeded'));
      await page.goto(`${paths.to('bank_transfer')}?payment=${reference}`);
      await expect(main).toContainText(t('payments.stage_arrived'));
      await expect(main).not.toContainText('GB33BUKB20201555555555');
      await look('arrived');
      await staff.context().close();
    });
  });
}
