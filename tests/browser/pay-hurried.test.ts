/** Paying by the hurried and the interrupted: by a double click, in two tabs, and back by the browser's button. Nothing is paid twice, and each page says what is so. */
import type { Page } from '@playwright/test';
import { translator } from '#lib/i18n/t.ts';
import { payPath } from '#lib/features/orders/order-pages.rules.ts';
import { createPaths } from '#lib/paths.ts';
import { actAsStaffIn, applyIn, homeIn, offerIn, signContractIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { formReaders } from '../support/matrix.ts';
import { registerIn } from '../support/sign-in.ts';
import { onSiteDatabase } from '../support/site-database.ts';

/** Payments that were begun for an order, those of them that came, and what the ledger has of them. */
const paidFor = (code: string) =>
  onSiteDatabase(async (db) => {
    const payments = await db
      .selectFrom('payments')
      .innerJoin('payment_requests', 'payment_requests.id', 'request_id')
      .select(['reference', 'received_minor'])
      .where('code', '=', code)
      .execute();
    const came = payments.filter(({ received_minor }) => received_minor > 0n);
    const effects = (await db.selectFrom('ledger_transactions').select('effect').execute()).map(({ effect }) => effect);
    const booked = effects.filter((effect) => payments.some(({ reference }) => effect.includes(reference)));
    return { begun: payments.length, came: came.length, booked: booked.length };
  });

for (const [index, { locale, width, javaScriptEnabled }] of formReaders().entries()) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);
    const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
    const title = (page: Page) => page.getByRole('heading', { level: 1 });

    test('[R1.11] [R2.030] [R2.031] [R4.056] what is paid is said to be paid in the other tab and by the back button, and is paid once', async ({
      page,
      browser,
      baseURL,
    }) => {
      test.setTimeout(180_000);
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      await registerIn(page, 'Lan');
      const { code, order } = await applyIn(page, locale, await homeIn(page, locale, 11 + index));
      await actAsStaffIn(browser, url, locale, code, 'orders.staff_offer');
      await page.goto(order);
      await main.getByRole('link', { name: t('orders.read_and_sign'), exact: true }).press('Enter');
      await signContractIn(page, locale);
      await expect(main).toContainText(t('orders.next_to_pay'));
      const second = await page.context().newPage();
      await second.goto(payPath(paths, code));
      await expect(button(second, t('payments.book_and_pay'))).toBeVisible();
      const whole = await page.context().newPage();
      await whole.goto(payPath(paths, code));
      const leaving = await page.context().newPage();
      await leaving.goto(paths.to('order_cancel', { code }));
      await expect(leaving.getByRole('main')).toContainText(t('orders.cancel_free'));

      await page.goto(order);
      await main.getByRole('link', { name: t('orders.pay'), exact: true }).press('Enter');
      await button(page, t('payments.book_and_pay')).dblclick();
      await expect(title(page)).toHaveText(t('payments.sandbox_title'));
      await button(page, t('payments.sandbox_send')).dblclick();
      await expect(title(page)).toHaveText(t('payments.result_succeeded'));
      expect(await paidFor(code)).toEqual({ begun: 1, came: 1, booked: 1 });

      await button(second, t('payments.book_and_pay')).press('Enter');
      await expect(second.getByRole('main').getByRole('status')).toContainText(t('payments.paid_already'));
      await expect(title(second)).toHaveText(t('payments.center'));
      await expect(second.locator('main form')).toHaveCount(0);

      if (javaScriptEnabled) {
        // As a browser shows a page that it has kept whole; those without windows keep none.
        await whole.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
        await expect(whole.getByRole('main').getByRole('status')).toContainText(t('payments.paid_already'));
      }
      await whole.close();

      // Who was leaving what nobody had paid for is told what comes back now, before anything is cancelled.
      await button(leaving, t('orders.cancel')).press('Enter');
      await expect(leaving.getByRole('alert')).toContainText(t('orders.back_changed'));
      await expect(leaving.getByRole('main')).not.toContainText(t('orders.cancel_free'));
      await leaving.close();

      // By the provider's page, which leads to what became of it, and by the pay centre.
      await page.goBack();
      await expect(title(page)).toHaveText(t('payments.result_succeeded'));
      await page.goBack();
      await expect(title(page)).toHaveText(t('payments.center'));
      await expect(main.getByRole('status')).toContainText(t('payments.paid_already'));
      await expect(page.locator('main form')).toHaveCount(0);
      expect(await faults(page), 'what is paid').toEqual([]);
      await main.getByRole('link', { name: t('payments.back_to'), exact: true }).press('Enter');
      await expect(main).toContainText(t('orders.next_paid'));
      expect(await paidFor(code)).toEqual({ begun: 1, came: 1, booked: 1 });
      await actAsStaffIn(browser, url, locale, code, 'orders.staff_provider_paper', { paper_name: 'Ann Lee, director', paper_on: '2026-11-01' });
      await actAsStaffIn(browser, url, locale, code, 'orders.staff_confirm');
      await page.goto(order);
      await expect(main).toContainText(t('orders.state_confirmed'));
      await second.close();
    });

    test('[R1.12] [R7.105] [R2.031] what is cancelled in one tab is not paid for in the other: nothing is asked any more, and what comes goes back', async ({
      page,
      browser,
      baseURL,
    }) => {
      test.setTimeout(180_000);
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      await registerIn(page, 'Lan');
      const { code, order } = await applyIn(page, locale, await homeIn(page, locale, 13 + index));
      await offerIn(browser, url, locale, code);
      await page.goto(order);
      await page
        .getByRole('main')
        .getByRole('link', { name: t('orders.read_and_sign'), exact: true })
        .press('Enter');
      await signContractIn(page, locale);
      await page.goto(paths.to('order_cancel', { code }));
      const [paying, center] = [await page.context().newPage(), await page.context().newPage()];
      await center.goto(payPath(paths, code));
      await paying.goto(payPath(paths, code));
      await button(paying, t('payments.book_and_pay')).press('Enter');
      await expect(title(paying)).toHaveText(t('payments.sandbox_title'));

      await button(page, t('orders.cancel')).dblclick();
      // Without script the second press comes after it was cancelled: it leads to the order, which says so.
      await expect(page).toHaveURL(/rentalDetail/);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(page.getByRole('main')).toContainText(t('orders.state_cancelled'));
      await button(center, t('payments.book_and_pay')).press('Enter');
      await expect(center.getByRole('main').getByRole('status')).toContainText(t('payments.nothing_owed'));
      await button(paying, t('payments.sandbox_send')).press('Enter');
      await expect(title(paying)).toHaveText(t('payments.result_late'));
      expect(await faults(paying), 'too late').toEqual([]);
      expect(await paidFor(code)).toMatchObject({ begun: 1, came: 1 });
      await page.goto(order);
      await expect(page.getByRole('main').getByRole('link', { name: t('orders.pay'), exact: true })).toHaveCount(0);
    });
  });
}
