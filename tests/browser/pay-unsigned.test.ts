/** Paying what is not signed yet: a dialog with script, a page without; both lead to signing, and from there back to paying. */
import type { Page } from '@playwright/test';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { applyIn, homeIn, offerIn, signContractIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { registerIn } from '../support/sign-in.ts';

const linkIn = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

for (const [index, [width, locale]] of (
  [
    [390, 'zh-cn'],
    [1280, 'vi-vn'],
  ] as const satisfies readonly (readonly [number, Locale])[]
).entries()) {
  const t = translator(locale);

  test.describe(`${locale}, ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('[R4.055] with script, pay says in a dialog what is to be signed first, which leads there and back to paying', async ({ page, browser, baseURL }) => {
      test.setTimeout(180_000);
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      await registerIn(page, 'Lan');
      const { code, order } = await applyIn(page, locale, await homeIn(page, locale, 3 + index));
      await expect(linkIn(page, t('orders.pay'))).toHaveCount(0);
      await offerIn(browser, url, locale, code);
      await page.goto(order);
      const pay = linkIn(page, t('orders.pay'));
      const dialog = page.getByRole('dialog', { name: t('payments.sign_first') });
      const onward = dialog.getByRole('link', { name: t('orders.read_and_sign'), exact: true });

      for (const close of [
        () => page.keyboard.press('Escape'),
        () => dialog.getByRole('button', { name: t('islands.close') }).click(),
        () => page.mouse.click(2, 2),
      ]) {
        await pay.press('Enter');
        await expect(dialog).toHaveAccessibleDescription(t('payments.sign_first_text'));
        await expect(dialog.getByRole('heading')).toBeFocused();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await expect(onward).toBeFocused();
        // Where it ends the browser's own controls follow, and never the page beneath.
        for (let pressed = 0; pressed < 4; pressed++) {
          await page.keyboard.press('Tab');
          expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(true);
        }
        await close();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(pay).toBeFocused();
      }
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(order);

      // Pressed twice it is one.
      await pay.evaluate((link: HTMLElement) => [link.click(), link.click()]);
      await expect(dialog).toHaveCount(1);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await faults(page), colorScheme).toEqual([]);
      }
      await page.setViewportSize({ width: 320, height: 568 });
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      expect(await faults(page), '320 px, text twice as large').toEqual([]);
      const room = await dialog.evaluate((one) => [
        one.scrollWidth - one.clientWidth,
        one.getBoundingClientRect().top >= 0,
        innerHeight - one.getBoundingClientRect().bottom >= 0,
      ]);
      expect(room).toEqual([0, true, true]);
      await onward.scrollIntoViewIfNeeded();
      await expect(onward).toBeInViewport({ ratio: 1 });

      await onward.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('orders.sign_title'));
      await signContractIn(page, locale);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.center'));
      await expect(page.getByRole('button', { name: t('payments.book_and_pay') })).toBeVisible();

      // Nothing is missing any more: the link is a link.
      await page.goto(order);
      await pay.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.center'));
    });

    test('[R4.055] what was signed in another tab is paid without a dialog, and where the answer says nothing the page says what is missing', async ({
      page,
      browser,
      baseURL,
    }) => {
      test.setTimeout(180_000);
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      await registerIn(page, 'Lan');
      const { code, order } = await applyIn(page, locale, await homeIn(page, locale, 6));
      await offerIn(browser, url, locale, code);
      await page.goto(order);
      await page.route(/pay-center/, (route) => (route.request().resourceType() === 'fetch' ? route.fulfill({ body: '' }) : route.continue()));
      await linkIn(page, t('orders.pay')).press('Enter');
      await expect(page).toHaveURL(/pay-center/);
      await expect(page.getByRole('main')).toContainText(t('payments.sign_first_text'));
      await page.unroute(/pay-center/);

      await page.goto(order);
      const other = await page.context().newPage();
      await other.goto(order);
      await linkIn(other, t('orders.read_and_sign')).press('Enter');
      await signContractIn(other, locale);
      // Who did not come from paying is shown the order.
      await expect(other.getByRole('main')).toContainText(t('orders.next_to_pay'));
      await other.close();
      await linkIn(page, t('orders.pay')).press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.center'));
      await expect(page.getByRole('button', { name: t('payments.book_and_pay') })).toBeVisible();
    });
  });

  test.describe(`${locale}, ${width} px, without script`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width, height: 844 } });

    test('[R4.055] the page of the pay centre says what is to be signed first, and leads there and back', async ({ page, browser, baseURL }) => {
      test.setTimeout(180_000);
      const url = baseURL ?? '';
      await registerIn(page, 'Lan');
      const { code, order } = await applyIn(page, locale, await homeIn(page, locale, 7 + index));
      await offerIn(browser, url, locale, code);
      await page.goto(order);
      await linkIn(page, t('orders.pay')).press('Enter');
      await expect(page).toHaveURL(/pay-center/);
      await expect(page.getByRole('status').getByRole('heading')).toHaveText(t('payments.sign_first'));
      expect(await faults(page)).toEqual([]);
      await linkIn(page, t('orders.read_and_sign')).press('Enter');
      // The form that is shown again still knows where it leads.
      await page
        .getByRole('main')
        .getByRole('button', { name: t('orders.sign'), exact: true })
        .press('Enter');
      await expect(page.getByText(t('forms.required')).first()).toBeVisible();
      await signContractIn(page, locale);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.center'));
      await expect(page.getByRole('button', { name: t('payments.book_and_pay') })).toBeVisible();
    });
  });
}
