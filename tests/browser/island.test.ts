/** The refund finder: plain HTML until somebody touches it, then React, and nothing chosen early is lost. */
import { brotliCompressSync } from 'node:zlib';
import { addressOf, expect, test } from '../support/browser.ts';

test('the refund finder loads React on intent only, within its bytes, and answers what was chosen before it woke', async ({ page }) => {
  const scripts = new Map<string, number>();
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), brotliCompressSync(await response.body()).length);
  });
  await page.goto(addressOf('house_detail', 'en-us'), { waitUntil: 'networkidle' });
  // What every page fetches once it is touched is none of the finder's.
  const touched = page.waitForResponse(/\/_assets\/offline\.[\w-]+\.js/);
  await page.keyboard.press('Shift');
  await page.evaluate((href) => import(href), (await touched).url());
  const before = new Set(scripts.keys());
  expect([...scripts.keys()].filter((url) => /react|client/i.test(url))).toEqual([]);
  // The finder and the table that says the same are folded below the cases.
  await page.locator('.cancel > details > summary').click();
  const finder = page.locator('.refund');
  const reason = finder.getByRole('combobox');
  await finder.scrollIntoViewIfNeeded();
  await reason.selectOption('late-arrival');
  await expect(page.locator('astro-island[data-awake]')).toBeAttached();
  await expect(reason).toHaveValue('late-arrival');
  const total = [...scripts].reduce((sum, [url, bytes]) => sum + (before.has(url) ? 0 : bytes), 0);
  expect(total).toBeLessThanOrEqual(75 * 1024);
  // After move-out no promise holds any more.
  await finder.locator('input[type="date"]').fill('2099-01-01');
  await expect(finder.locator('output')).not.toContainText(/\d/);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('the finder is not shown, the table says the same', async ({ page }) => {
    await page.goto(addressOf('house_detail', 'en-us'));
    await page.locator('.cancel > details > summary').click();
    await expect(page.locator('.refund')).toBeHidden();
    await expect(page.locator('.cancel table')).toBeVisible();
  });
});
