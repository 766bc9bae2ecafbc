/** The front page: how long it is, and that its homes say one price with their own pages. */
import { translator } from '#lib/i18n/t.ts';
import { addressOf, expect, test } from '../support/browser.ts';

const sizes = [
  { width: 390, height: 844, screens: 8 },
  { width: 1280, height: 900, screens: 5 },
] as const;

for (const locale of ['zh-cn', 'en-us', 'vi-vn'] as const)
  for (const { width, height, screens } of sizes)
    test(`the front page is at most ${screens} screens of ${width} pixels (${locale})`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: process.env['SITE_BASE_URL'] ?? '' }]);
      await page.goto(addressOf('index', locale));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.locator('.shelf .card').count()).toBe(6);
      const size = await page.evaluate(() => ({ height: document.documentElement.scrollHeight, width: document.documentElement.scrollWidth }));
      expect(size.height).toBeLessThanOrEqual(screens * height);
      expect(size.width).toBe(width);
    });

test('[R2.007] the home whose price stands first costs on its own page what the front page says', async ({ page }) => {
  await page.goto(addressOf('index', 'en-us'));
  const scene = page.locator('.home-price');
  const total = (await scene.locator('.total dd').innerText()).trim();
  await scene.getByRole('link').click();
  await expect(page.getByRole('region', { name: translator('en-us')('house.whole_price') })).toContainText(total);
});

test('the family reads the example in the language that is chosen, without script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto(addressOf('index', 'en-us'));
  for (const locale of ['zh-cn', 'vi-vn', 'en-us'] as const) {
    const t = translator(locale);
    await page.locator(`.family input[value="${locale}"]`).check({ force: true });
    await expect(page.locator('.family dl:visible')).toHaveCount(1);
    await expect(page.locator('.family dl:visible')).toContainText(t('places.example_refund'));
  }
  await context.close();
});
