/** One question, from the list to the comparison and back. */
import type { Page } from '@playwright/test';
import type { Locale } from '#lib/i18n/locales.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { expect, test } from '../support/browser.ts';

const code = 'u1002a200e399-u1006a1';
const asked = /\?schoolunique=university-college-london&ask=u1002a200e399-u1006a1$/;

/** The question stands on the page, in words and with the list to change it. */
async function expectQuestion(page: Page, locale: Locale): Promise<void> {
  const line = page.locator('[data-asked]');
  await expect(line).toContainText('399');
  const change = line.getByRole('link', { name: translator(locale)('listings.asked_change'), exact: true });
  await expect(change).toHaveAttribute('href', new RegExp(`/university-college-london/${code}$`));
}

async function carryThrough(page: Page, locale: Locale): Promise<void> {
  const t = translator(locale);
  const prefix = localeFacts[locale].prefix && `/${localeFacts[locale].prefix}`;
  await page.goto(`${prefix}/uk/london/university-college-london/${code}`);
  const card = page
    .locator('.card')
    .filter({ has: page.locator('.match') })
    .first();
  const rent = await card.locator('.rent').evaluate((one) => one.firstChild?.textContent ?? '');
  const home = (await card.locator('h3').textContent()) ?? '';
  await card.locator('h3 a').click();

  // The home leads with the rent of the card, marks what fits, and measures to the school.
  await expect(page).toHaveURL(asked);
  await expectQuestion(page, locale);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(home);
  await expect(page.locator('.price .rent strong')).toHaveText(rent);
  await expect(page.locator('header.top')).toContainText(locale === 'zh-cn' ? '伦敦大学学院' : 'College London');
  expect(await page.locator('.leases tr', { hasText: t('house.fits') }).count()).toBeGreaterThan(0);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /^noindex/);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).not.toContain('?');

  await page
    .locator('.leases tr', { hasText: t('house.fits') })
    .first()
    .locator('a')
    .click();
  await expect(page).toHaveURL(/\/h\d+u\d+hcr\d+\?schoolunique=university-college-london&ask=/);
  await expectQuestion(page, locale);

  // With script the button adds to the tray, which leads on; without, its place is taken by a link.
  const add = page.locator('main button[data-keep="compared"]').first();
  if (await add.isVisible()) {
    await add.click();
    await page.locator('[data-tray-go]').click();
  } else await page.locator('main a[href*="/house-compare?ids="]').first().click();
  await expect(page).toHaveURL(/\/house-compare\?ids=[\d-]+&schoolunique=university-college-london&ask=/);
  await expectQuestion(page, locale);

  await page.locator('[data-asked] a').first().click();
  await expect(page).toHaveURL(new RegExp(`${prefix}/uk/london/university-college-london/${code}$`));
}

for (const locale of ['en-us', 'vi-vn'] as const)
  test(`[R2.066] a question goes from the list to home, room and comparison, and back (${locale})`, ({ page }) => carryThrough(page, locale));

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('[R2.066] a question goes from the list to home, room and comparison, and back (zh-cn)', ({ page }) => carryThrough(page, 'zh-cn'));

  test('a question can be forgotten, and the currency stays', async ({ page }) => {
    await page.goto(`/en/uk/london/university-college-london/${code}?currency=EUR`);
    await page.locator('.card h3 a').first().click();
    await expect(page).toHaveURL(/&currency=EUR$/);
    await expect(page.locator('.price')).toContainText('€');
    await page.locator('[data-asked] a').last().click();
    await expect(page).toHaveURL(/\/detail-(?:apartments|rent)-\d+\?currency=EUR$/);
    await expect(page.locator('[data-asked]')).toHaveCount(0);
  });
});
