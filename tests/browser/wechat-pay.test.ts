/** What WeChat Pay asks of our pages: a code that a phone scans, shown until it is paid, and its own sheet over the page. */
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { registerIn } from '../support/sign-in.ts';
import { onSiteDatabase } from '../support/site-database.ts';
import { comeIn } from '../support/staff-in-browser.ts';
import { chooseTime, dayIn, openTimes } from '../support/viewings-in-browser.ts';

const readers: readonly { readonly locale: Locale; readonly width: number; readonly javaScriptEnabled: boolean; readonly day: number }[] = [
  { locale: 'zh-cn', width: 390, javaScriptEnabled: false, day: 9 },
  { locale: 'vi-vn', width: 1280, javaScriptEnabled: true, day: 10 },
];

/** Has a payment be one by WeChat Pay that is begun, as its provider makes it where it is set up. */
const asCode = (reference: string, address: string) =>
  onSiteDatabase((db) =>
    db.updateTable('payments').set({ provider: 'wechat-pay', method: 'wechat-pay', address }).where('reference', '=', reference).execute(),
  );
const over = (reference: string) => onSiteDatabase((db) => db.updateTable('payments').set({ state: 'expired' }).where('reference', '=', reference).execute());

for (const { locale, width, javaScriptEnabled, day } of readers) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);

    test('[R7.102] a code is shown until it is paid, and their sheet leads on', async ({ page, browser, baseURL }, { retry }) => {
      test.setTimeout(180_000);
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const press = (name: string, at = page) => at.getByRole('main').getByRole('button', { name, exact: true }).press('Enter');

      await page.goto(addressOf('house_detail', locale));
      const href = (await page.locator('main a[href*="/houses/viewing/"]').first().getAttribute('href')) ?? '';
      const staff = await (await browser.newContext({ baseURL: url, javaScriptEnabled: true })).newPage();
      await comeIn(staff);
      const [on, time] = [dayIn(day), `1${retry}:00`];
      await openTimes(staff, locale, on, time);
      await staff.context().close();

      await registerIn(page, 'Lan');
      await page.goto(href);
      await chooseTime(page, t('viewings.slot'), [on, time, locale]);
      await main.getByRole('checkbox').check();
      await press(t('viewings.book'));
      await expect(main).toContainText(t('viewings.state_to_pay'));
      await main.getByRole('link', { name: t('viewings.pay_now') }).press('Enter');
      await press(t('payments.pay_viewing'));
      await expect(main).toContainText(t('payments.sandbox_lead'));
      const reference = /[\dA-Z]{4}-[\dA-Z]{4}/.exec(page.url())?.[0] ?? '';
      await asCode(reference, `weixin://wxpay/bizpayurl?pr=${reference}`);

      const result = `${paths.to('pay_result')}?payment=${reference}`;
      await page.goto(result);
      const code = main.getByRole('img', { name: t('payments.scan_code') });
      await expect(code).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.scan_title'));
      expect((await code.boundingBox())?.width ?? 0).toBeGreaterThan(160);
      await expect(page.locator('head noscript meta[http-equiv="refresh"]')).toHaveCount(javaScriptEnabled ? 0 : 1);
      expect(await page.content()).toContain('http-equiv="refresh"');
      await expect(main.getByRole('link', { name: t('payments.go_on'), exact: true }), 'nobody can follow it').toHaveCount(0);
      // Without script the page has nothing else to hear of the payment by; it holds no form, and can be loaded again by hand.
      expect(await faults(page, javaScriptEnabled ? {} : { without: ['meta-refresh'] }), 'the code').toEqual([]);

      if (javaScriptEnabled) {
        // Inside WeChat: the page as it is for who came back with a code of theirs, and the bridge of its browser.
        await page.addInitScript(() => {
          const asked: unknown[] = [];
          const bridge = {
            asked,
            invoke(name: string, wanted: unknown, then: (answer: { readonly err_msg: string }) => void) {
              asked.push([name, wanted]);
              then({ err_msg: asked.length === 1 ? 'get_brand_wcpay_request:cancel' : 'get_brand_wcpay_request:ok' });
            },
          };
          Object.assign(window, { WeixinJSBridge: bridge });
        });
        const sheet = { appId: 'wx1', timeStamp: '1', nonceStr: 'n', package: 'prepay_id=1', signType: 'RSA', paySign: 's' };
        await page.route(`**${result}&code=*`, async (route) => {
          const answer = await route.fetch();
          const button = `<button class="button" type="button" data-sheet='${JSON.stringify(sheet)}' data-after="${result}">${t('payments.sheet_open')}</button></main>`;
          await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('data-waits', '').replace('</main>', button) });
        });
        await page.goto(`${result}&code=code-of-lan`);
        await expect
          .poll(() => page.evaluate(() => (window as unknown as { WeixinJSBridge: { asked: unknown[] } }).WeixinJSBridge.asked))
          .toEqual([['getBrandWCPayRequest', sheet]]);
        await press(t('payments.sheet_open'));
        await page.waitForURL((at) => at.pathname + at.search === result);
        // Once it is over, the page says so by itself.
        await over(reference);
        await expect(code).toHaveCount(0, { timeout: 20_000 });
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result_expired'));
      }
    });
  });
}
