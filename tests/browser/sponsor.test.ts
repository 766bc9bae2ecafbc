/** A sponsor's link: made by a student, opened by somebody without an account in their language, paid by, and ended. */
import type { Page } from '@playwright/test';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { applyIn, expectOneWayOut, offerIn, signContractIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { formReaders } from '../support/matrix.ts';
import { registerIn } from '../support/sign-in.ts';

/** Parents read another language than students do. */
const theirsOf: Readonly<Record<string, Locale>> = { 'zh-cn': 'zh-hk', 'en-us': 'vi-vn', 'vi-vn': 'zh-tw' };

for (const { locale, width, javaScriptEnabled } of formReaders()) {
  const theirs = theirsOf[locale] ?? 'en-us';
  test.describe(`${locale} for ${theirs}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const said = translator(theirs);
    const paths = createPaths(locale, false);

    test('[R1.11] [R7.102] a parent sees an order by a link in their language, pays it at the second try, and the link is ended', async ({
      page,
      browser,
      baseURL,
    }) => {
      test.setTimeout(300_000);
      const url = baseURL ?? '';
      const necessary = { name: 'cookie_consent', value: 'necessary', url };
      await page.context().addCookies([necessary]);
      const main = page.getByRole('main');
      const press = (name: string, at: Page = page) => at.getByRole('main').getByRole('button', { name, exact: true }).press('Enter');
      const follow = (name: string) => main.getByRole('link', { name, exact: true }).press('Enter');

      await registerIn(page, 'Lan');
      const { code, order } = await applyIn(page, locale);
      // Nothing is agreed on yet, so there is nothing to be shown to anybody.
      await expect(main.getByRole('link', { name: t('orders.sponsor_title'), exact: true })).toHaveCount(0);

      await offerIn(browser, url, locale, code);
      await page.goto(order);
      await follow(t('orders.read_and_sign'));
      await signContractIn(page, locale);
      await expect(main).toContainText(t('orders.next_to_pay'));

      await follow(t('orders.sponsor_title'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('orders.sponsor_title'));
      expect(await faults(page), 'links, none').toEqual([]);
      await press(t('orders.sponsor_make'));
      await expect(main.getByText(t('forms.required')).first()).toBeVisible();
      expect(await faults(page), 'link, missing').toEqual([]);
      await main.locator('[name="student"]').fill('Bé Lan');
      await main.locator('[name="sponsor_locale"]').selectOption(theirs);
      await main.locator('[name="shows_price"]').check();
      await press(t('orders.sponsor_make'));
      await expect(main).toContainText(t('orders.sponsor_made'));
      expect(await faults(page), 'link made').toEqual([]);
      const made = new URL((await main.locator('a[href*="key="]').first().getAttribute('href')) ?? '', url);
      const link = made.pathname + made.search;
      await page.goto(paths.to('order_sponsor', { code }));
      await expect(main).toContainText('Bé Lan');
      // It is told once.
      await expect(main.locator('a[href*="key="]')).toHaveCount(0);

      const other = await browser.newContext({ javaScriptEnabled, viewport: { width, height: 844 }, baseURL: url });
      await other.addCookies([necessary]);
      const parent = await other.newPage();
      const seen = parent.getByRole('main');
      const look = async (what: string) => {
        expect(await faults(parent), what).toEqual([]);
      };
      await parent.goto(link);
      await expect(parent.getByRole('heading', { level: 1 })).toHaveText(said('orders.sponsored_title', { student: 'Bé Lan' }));
      await expect(seen).toContainText('£');
      await expectOneWayOut(parent, said('stock.see_home'), '/detail-');
      // About how much it is at home, what a bank may add, and neither for who pays in pounds.
      const exchange = said('quotes.bank_exchange', { amount: '|' }).split('|')[0] ?? '';
      await expect(seen.locator('.about small').first()).toContainText('£1 = ');
      await expect(seen).toContainText(exchange);
      await seen.locator('select[name="currency"]').selectOption('GBP');
      await press(said('listings.currency_show'), parent);
      await expect(seen.locator('.about')).toHaveCount(0);
      await expect(seen).not.toContainText(exchange);
      await expect(seen).toContainText(said('quotes.bank_no_surcharge'));
      await look('in pounds');
      await parent.goto(link);
      // Who reads another language stays on the order.
      const third = locales.find((one) => one !== locale && one !== theirs) ?? locale;
      const change = (to: Locale) => parent.locator(`.footer a[data-locale="${to}"]`).first().press('Enter');
      await change(third);
      await expect(parent.getByRole('heading', { level: 1 })).toHaveText(translator(third)('orders.sponsored_title', { student: 'Bé Lan' }));
      await change(theirs);
      await expect(parent.getByRole('heading', { level: 1 })).toHaveText(said('orders.sponsored_title', { student: 'Bé Lan' }));
      for (const own of ['Nguyễn', '1 Elm Road', '欧阳娜娜']) await expect(seen).not.toContainText(own);
      await look('sponsored');
      await seen.locator('[name="sum"]').fill('0.01');
      await press(said('orders.sponsor_pay'), parent);
      await expect(seen).toContainText(said('orders.sponsor_sum_wrong'));
      await look('sponsored, too little');
      await seen.locator('[name="sum"]').fill('');
      for (const choice of ['fails', 'succeeds'] as const) {
        await press(said('orders.sponsor_pay'), parent);
        await expect(parent.getByRole('heading', { level: 1 })).toHaveText(said('payments.sandbox_title'));
        await expectOneWayOut(parent, said('orders.sponsored_again'), 'sponsored');
        await look(`trial ${choice}`);
        await seen.locator(`[name="choice"][value="${choice}"]`).check();
        await press(said('payments.sandbox_send'), parent);
        await expect(parent).toHaveURL(/sponsored\?.*payment=/);
        await expect(seen).toContainText(said(choice === 'fails' ? 'payments.result_failed' : 'payments.result_succeeded'));
        await look(`result ${choice}`);
        const receipt = seen.getByRole('link', { name: said('payments.receipt'), exact: true });
        await expect(receipt).toHaveCount(choice === 'fails' ? 0 : 1);
        if (choice !== 'fails') {
          const file = await fetch(new URL((await receipt.getAttribute('href')) ?? '', url));
          expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
        }
      }
      await expect(seen).toContainText(said('payments.nothing_owed'));
      await expect(seen).toContainText(`${said('payments.method_card')} · `);

      await page.goto(order);
      await expect(main).toContainText(t('orders.next_paid'));
      await expect(main).toContainText(t('orders.did_sponsor_paid'));
      await page.goto(paths.to('profile_messages'));
      await expect(main).toContainText(t('orders.news_sponsor_paid', { home: '' }).trim().slice(0, 6));
      await page.goto(paths.to('order_sponsor', { code }));
      await follow(t('orders.sponsor_end'));
      expect(await faults(page), 'end').toEqual([]);
      await press(t('orders.sponsor_end'));
      await expect(main).toContainText(t('orders.sponsor_ended'));
      expect(await faults(page), 'ended').toEqual([]);
      await parent.goto(link);
      await expect(parent.getByRole('heading', { level: 1 })).toHaveText(said('orders.sponsored_gone'));
      await look('gone');
      await other.close();
    });
  });
}
