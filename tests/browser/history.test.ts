/** What was looked at on one device stands on the account's page and on another device, and goes there too. */
import type { Page } from '@playwright/test';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { registerIn } from '../support/sign-in.ts';

test('[R7.049] a home looked at is on the account and on another device, and off both when it is taken off', async ({ page, browser, baseURL }) => {
  const url = baseURL ?? '';
  const t = translator('en-us');
  const paths = createPaths('en-us', false);
  await page.setViewportSize({ width: 390, height: 844 });
  // Agreed to that list alone, and asked for nothing else.
  const agree = async (on: Page): Promise<void> => {
    await on.goto('/robots.txt');
    await on.evaluate(() => localStorage.setItem('kept', '{"v":1,"recent":[]}'));
  };
  await agree(page);
  await registerIn(page, 'Lan');
  await page.goto(addressOf('new_list2', 'en-us'));
  const href = (await page.locator('main .card a[href]').first().getAttribute('href')) ?? '';
  const told = page.waitForResponse((answer) => answer.url().includes('/history/merge'));
  await page.goto(href);
  const home = await page.locator('[data-house]').first().getAttribute('data-house');
  expect((await told).ok()).toBe(true);

  const phone = await browser.newContext({ baseURL: url, javaScriptEnabled: true });
  await phone.addCookies((await page.context().cookies()).filter(({ name }) => ['uhouzz_token', 'access_token'].includes(name)));
  const there = await phone.newPage();
  await agree(there);
  const heard = there.waitForResponse((answer) => answer.url().includes('/history/merge'));
  await there.goto(addressOf('new_list2', 'en-us'));
  await heard;
  const kept = async (): Promise<string> => (await there.evaluate(() => localStorage.getItem('kept'))) ?? '';
  await expect.poll(kept).toContain(`"recent":[{"id":${home}`);

  await page.goto(paths.to('history'));
  const rows = page.locator('.entries li');
  await expect(rows).toHaveCount(1);
  expect(await faults(page), 'the page with a home').toEqual([]);
  await rows.getByRole('button').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: t('history.done_removed') })).toBeVisible();
  await expect(rows).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('kept'))).toContain('"recent":[]');
  await page.getByRole('button', { name: t('history.off'), exact: true }).press('Enter');
  await expect(page.getByText(t('history.is_off'))).toBeVisible();
  await phone.close();
});
