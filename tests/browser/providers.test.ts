/** From a home to whoever lets it, and back to their homes; kinds of provider are links. */
import { pageSize } from '#lib/features/finding/question.rules.ts';
import { expect, test } from '../support/browser.ts';

test('a home leads to its provider, whose page shows the checks and the homes of that provider alone', async ({ page }) => {
  await page.goto('/en/uk/london');
  await page.locator('main .card :is(h2, h3) a').first().click();
  const link = page.locator('.provider a[href*="/providers/record/"]').first();
  const name = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByRole('table', { name: 'What was checked' }).getByRole('rowheader')).toHaveCount(6);
  expect(await page.locator('#homes .card').count()).toBeGreaterThan(0);
  await page.locator('#homes .card :is(h2, h3) a').first().click();
  await expect(page.locator('.provider a[href*="/providers/record/"]').first()).toHaveText(name);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('providers of one kind are a link away, and a row leads to the page of its provider', async ({ page }) => {
    await page.goto('/providers');
    const kind = page.locator('.chip-links a[href$="?kind=landlord"]');
    const count = Number(await kind.locator('span').textContent());
    await kind.click();
    await expect(page.locator('.chip-links [aria-current]')).toHaveAttribute('href', /kind=landlord$/);
    await expect(page.locator('.provider-row')).toHaveCount(Math.min(12, count));
    const heights = await page.locator('.provider-row').evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().height));
    expect(Math.max(...heights), 'a row takes less than a third of the screen').toBeLessThan(844 / 3);
    const row = page.locator('.provider-row').first();
    const name = (await row.locator('h2').textContent())?.trim() ?? '';
    // The whole row leads there.
    await row.click({ position: { x: 300, y: 150 } });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  });

  test('a provider shows all its homes, a page at a time, and later pages are not for search engines', async ({ page }) => {
    await page.goto('/en/providers/record/paper-kite-student-homes');
    const pictures = page.locator('.record-pictures a');
    await expect(pictures).toHaveCount(3);
    expect(await pictures.locator('img').evaluateAll((all) => all.map((one) => one.getAttribute('loading')))).toEqual([null, 'lazy', 'lazy']);
    const robots = page.locator('meta[name="robots"]');
    const homes = page.locator('#homes .card');
    const first = await homes.first().getByRole('heading').textContent();
    expect(await homes.count()).toBe(pageSize);
    await page.locator('#homes .pagination a').filter({ hasText: /^2$/ }).click();
    await expect(page).toHaveURL(/\?page=2#homes$/);
    await expect(robots).toHaveAttribute('content', /noindex/);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /paper-kite-student-homes$/);
    await expect(homes.first().getByRole('heading')).not.toHaveText(first ?? '');
    await expect(page.getByRole('table')).toHaveCount(0);
  });

  test('what asks for nobody there is missing', async ({ page }) => {
    for (const path of [
      '/providers?page=9999',
      '/providers?kind=operator&page=500',
      '/providers/record/nobody',
      '/providers/record/paper-kite-student-homes?page=999',
    ]) {
      expect((await page.goto(path))?.status(), path).toBe(404);
    }
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 700 } });

  for (const path of ['/vn/providers', '/vn/providers/record/paper-kite-student-homes', '/vn/general-pages/about-uhomes', '/vn/general-pages/contact-us']) {
    test(`${path} is as wide as the window`, async ({ page }) => {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
  }
});
