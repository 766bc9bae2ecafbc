/** The currency is chosen once, and holds on every page after. */
import type { Page } from '@playwright/test';
import { consent } from '#lib/features/tracking/consent.rules.ts';
import { currencyCookie } from '#lib/features/rates/currency-cookie.schema.ts';
import { currencyName } from '#lib/i18n/currency-names.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { addressOf, expect, test } from '../support/browser.ts';

const en = translator('en-us');

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: consent.cookie, value: 'necessary', url: baseURL ?? '' }]);
});

/** The way to the choice that a page's header has. */
const control = (page: Page) => page.getByRole('banner').locator('[popovertarget="languages"]');

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('it holds from a list to a home, to a comparison, in another language, on pages of the build and on the way back', async ({ page, context }) => {
    const list = addressOf('new_list2', 'en-us');
    await page.goto(list);
    await expect(control(page)).toContainText('US$');
    await control(page).click();
    await page.locator('#languages .to-currency').click();
    await page
      .getByRole('dialog', { name: en('chrome.currency_choose') })
      .getByRole('button', { name: currencyName('VND', 'en-us') })
      .click();
    // Back where they were, under the same address.
    await expect(page).toHaveURL(new RegExp(`${list}$`));
    await expect(control(page)).toContainText('₫');
    const main = page.locator('main');
    await expect(main).toContainText('₫');
    await expect(main).not.toContainText('US$');
    const kept = (await context.cookies()).find(({ name }) => name === currencyCookie);
    expect([kept?.value, Math.round(((kept?.expires ?? 0) * 1000 - Date.now()) / 86_400_000)]).toEqual(['VND', 365]);

    await page.locator('main .card a').first().click();
    await expect(page.locator('.side')).toContainText('₫');
    await page.goto(addressOf('house_compare', 'en-us'));
    await expect(page.locator('main')).toContainText('₫');
    // In their language others have another.
    await control(page).click();
    await page.getByRole('dialog').getByRole('link', { name: localeFacts['zh-cn'].selfName }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', localeFacts['zh-cn'].lang);
    await expect(control(page)).toContainText('₫');
    await expect(page.locator('main')).toContainText('₫');
    // A page that is the same for everybody names it by script.
    await page.goto(addressOf('help', 'zh-cn'));
    await expect(control(page)).toContainText('₫');
  });

  test('an address that names a currency is about that one, and is no choice', async ({ page, context }) => {
    await page.goto(`${addressOf('new_list2', 'en-us')}?currency=EUR`);
    await expect(control(page)).toContainText('€');
    expect((await context.cookies()).some(({ name }) => name === currencyCookie)).toBe(false);
    await page.goto(addressOf('new_list2', 'en-us'));
    await expect(control(page)).toContainText('US$');
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('a form keeps it and leads back', async ({ page }) => {
    await page.goto(addressOf('house_detail', 'en-us'));
    await page
      .getByRole('link', { name: en('listings.currency_change') })
      .first()
      .click();
    await page.getByRole('button', { name: currencyName('CNY', 'en-us') }).click();
    await expect(page).toHaveURL(new RegExp(`${addressOf('house_detail', 'en-us')}$`));
    await expect(page.locator('main')).toContainText('CN¥');
  });
});
