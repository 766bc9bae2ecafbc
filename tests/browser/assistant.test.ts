/** The assistant on a desk, in a dialog over the page that somebody reads; and on a phone, as a page. */
import { consent } from '#lib/features/tracking/consent.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';

const t = translator('en-us');
const paths = createPaths('en-us', false);
test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: consent.cookie, value: 'necessary', url: baseURL ?? '' }]);
});

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1280, height: 844 } });
  test('[R1.40] a question is asked and answered over the page', async ({ page }) => {
    await page.goto(paths.to('guides'));
    await page.getByRole('button', { name: t('chrome.help_widget') }).click();
    await page.getByRole('link', { name: t('assistant.entry') }).click();
    const dialog = page.getByRole('dialog', { name: t('assistant.title') });
    await dialog.getByRole('textbox', { name: t('assistant.question') }).fill('What if my visa is refused?');
    await dialog.getByRole('button', { name: t('assistant.submit') }).click();
    await expect(dialog.getByRole('heading', { name: t('assistant.found') })).toBeFocused();
    await expect(dialog.getByRole('link', { name: /Frequently asked questions/ }).first()).toHaveAttribute('href', /helps\/123888#/);
    expect(await faults(page)).toEqual([]);
    expect(page.url()).toContain(paths.to('guides'));
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('[R2.199] the front page leads to the assistant', async ({ page }) => {
    await page.goto(paths.to('index'));
    await page.getByRole('link', { name: t('assistant.entry') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('assistant.title') })).toBeVisible();
  });
});
