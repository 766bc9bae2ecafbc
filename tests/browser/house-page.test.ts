/** A home's page: how long it is, what one sees first, and choosing a lease without script. */
import { translator } from '#lib/i18n/t.ts';
import { addressOf, expect, test } from '../support/browser.ts';

const sizes = [
  { width: 390, height: 844, most: 11_000 },
  { width: 1280, height: 900, most: 7_700 },
] as const;
const consent = () => [{ name: 'cookie_consent', value: 'necessary', url: process.env['SITE_BASE_URL'] ?? '' }];

for (const locale of ['zh-cn', 'en-us', 'vi-vn'] as const)
  for (const { width, height, most } of sizes)
    test(`a home’s page of ${width} pixels is at most ${most} high (${locale})`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.context().addCookies(consent());
      await page.goto(addressOf('house_detail', locale));
      await expect(page.locator('article.unit').first()).toBeVisible();
      // What is below the window is not laid out before somebody comes near: all of it counts.
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('* { content-visibility: visible !important; }');
        document.adoptedStyleSheets.push(sheet);
      });
      await page.waitForLoadState('networkidle');
      const size = await page.evaluate(() => ({ height: document.documentElement.scrollHeight, width: document.documentElement.scrollWidth }));
      expect(size.height).toBeLessThanOrEqual(most);
      expect(size.width).toBe(width);
    });

for (const locale of ['zh-cn', 'en-us', 'vi-vn'] as const)
  test(`on a desk name, pictures, sum and the way to book are in the first window; the price is whole in one of 600 pixels (${locale})`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.context().addCookies(consent());
    await page.goto(addressOf('house_detail', locale));
    const book = page.locator('.side').getByRole('link', { name: translator(locale)('orders.book'), exact: true });
    for (const part of [page.getByRole('heading', { level: 1 }), page.locator('.price .all'), book]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual(650);
    }
    await page.setViewportSize({ width: 1280, height: 600 });
    // A notice at the foot of the window takes a line of it until it is read.
    await page.locator('.foot-note button:visible').last().click();
    await page.locator('#included').scrollIntoViewIfNeeded();
    await expect(page.locator('.price')).toBeInViewport({ ratio: 0.99 });
    const scrolls = await page.locator('.side').evaluate((side) => side.scrollHeight - side.clientHeight);
    expect(scrolls).toBeLessThanOrEqual(0);
    await expect(book).toBeInViewport({ ratio: 1 });
    // Beside the price the bar says nothing twice; below it the sum and the way to book are in the bar.
    const mini = page.locator('.bar > .mini a');
    await expect(mini).toBeHidden();
    await page.locator('#faq').scrollIntoViewIfNeeded();
    await expect(mini).toBeInViewport({ ratio: 1 });
  });

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  for (const width of [390, 1280])
    test(`a lease is chosen on its card: its sum is shown, and it leads to the page that says the same (${width})`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(addressOf('house_detail', 'en-us'));
      const card = page.locator('article.unit:has(label + label)').first();
      await expect(card.locator('.sum:visible')).toHaveCount(1);
      const before = await card.locator('.sum:visible strong').innerText();
      await card.locator('label').nth(1).click();
      await expect(card.locator('.sum:visible')).toHaveCount(1);
      const total = await card.locator('.sum:visible strong').innerText();
      expect(total).not.toBe(before);
      await card.locator('.sum:visible').getByRole('link').click();
      await expect(page).toHaveURL(/hcr\d{2,}$/);
      await expect(page.locator('.price .all strong')).toHaveText(total);
    });

  test('what comes back is shown for what happened', async ({ page }) => {
    await page.goto(addressOf('house_detail', 'en-us'));
    const cases = page.locator('.cases');
    await expect(cases.locator('.case:visible')).toHaveCount(1);
    for (const chip of await cases.locator('label').all()) {
      await chip.click();
      await expect(cases.locator('.case:visible')).toHaveCount(1);
      await expect(cases.locator('.case:visible li').first()).toBeVisible();
    }
  });
});
