/** One question, from the list to the comparison and back. */
import type { Page } from '@playwright/test';
import type { Locale } from '#lib/i18n/locales.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { leaseLabel } from '#lib/features/lists/list-choices.rules.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { registerIn } from '../support/sign-in.ts';

const code = 'u1002a200e399-u1006a1';
/** With the intake that the list leads with, where the home has something cheaper. */
const asked = /\?schoolunique=university-college-london&ask=u1002a200e399-u1006a1(?:&intake=\d{6}a\d)?$/;

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
  await expect(page.locator('.unit .sum:visible', { hasText: t('house.fits') }).first()).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /^noindex/);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).not.toContain('?');

  await page
    .locator('.unit .sum:visible', { hasText: t('house.fits') })
    .first()
    .getByRole('link')
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

/** Sends the form of the front page with a place, or a text, and a length of lease. @param band a position in `leaseBands`. */
async function askOnFrontPage(page: Page, locale: Locale, text: string, band: number): Promise<void> {
  await page.goto(addressOf('index', locale));
  await page.locator('#search-home').fill(text);
  await page.getByText(translator(locale)('places.home_besides'), { exact: true }).click();
  const label = page.getByLabel(translator(locale)('places.home_lease'));
  await label.selectOption({ label: leaseLabel(translator(locale), band) });
  await page.locator('#search-home-form button').click();
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

  test('[R2.066] how long somebody stays is asked on the front page, and is the filter of the list and the question of the results', async ({ page }) => {
    await askOnFrontPage(page, 'en-us', 'London', 2);
    await expect(page).toHaveURL(/\/en\/uk\/london\/u1003a3$/);
    await expect(page.getByRole('main')).toContainText(leaseLabel(translator('en-us'), 2));
    // What is no name of a place leads to results, which ask the same of the homes they lead to.
    await askOnFrontPage(page, 'en-us', 'rooms London', 4);
    await expect(page).toHaveURL(/\/en\/search\?q=rooms%20London&ask=u1003a5$/);
    await expect(page.locator('[data-asked]')).toContainText(leaseLabel(translator('en-us'), 4));
    await page.getByRole('main').getByRole('link', { name: 'London' }).first().click();
    await expect(page).toHaveURL(/\/u1003a5$|[?&]ask=u1003a5$/);
  });
});

test('[R2.066] a bar’s comparison, booking, viewing and homes looked at before keep the question', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'cookie_consent', value: 'personalised', url: baseURL ?? '' }]);
  await page.setViewportSize({ width: 390, height: 844 });
  const locale: Locale = 'vi-vn';
  const t = translator(locale);
  await page.goto(`/vn/uk/london/university-college-london/${code}`);
  await page.locator('main .card h3 a').first().click();
  await expect(page).toHaveURL(asked);
  const home = new URL(page.url());

  await page.locator('main button[data-keep="compared"]').first().click();
  await expect(page.locator('main button[data-keep="compared"][aria-pressed="true"]')).not.toHaveCount(0);
  // The hint of a first visit takes the place of the row until the reader reads on.
  await page.waitForLoadState('networkidle');
  await page.mouse.wheel(0, 200);
  await page
    .getByRole('navigation', { name: t('chrome.bottom_navigation') })
    .getByRole('link', { name: t('chrome.compare') })
    .click();
  await expect(page).toHaveURL(/\/house-compare\?schoolunique=university-college-london&ask=u1002a200e399-u1006a1(?:&intake=\d{6}a\d)?&ids=\d+$/);
  await expectQuestion(page, locale);

  // Looked at before: this home, from the comparison and from another filter of the list.
  const [again] = await Promise.all([page.locator('[data-recent-homes] a').first(), page.locator('[data-recent]').scrollIntoViewIfNeeded()]);
  await expect(again).toHaveAttribute('href', home.pathname + home.search);
  // A rent in pounds is no rent in dollars.
  await page.goto('/vn/au/sydney/u1002a200e999');
  await page.locator('[data-recent]').scrollIntoViewIfNeeded();
  await expect(page.locator('[data-recent-homes] a').first()).toHaveAttribute('href', home.pathname);

  await registerIn(page, 'Mai');
  for (const way of ['/houses/book-rent', '/houses/viewing/']) {
    await page.goto(home.pathname + home.search);
    const href = (await page.locator(`main a[href*="${way}"]`).first().getAttribute('href')) ?? '';
    await page.goto(href);
    await page.locator(`a[href^="${home.pathname}"]`).first().click();
    await expect(page, way).toHaveURL(asked);
  }
});

test('[R2.066] a suggestion of the header answers the question of the home it is typed at', async ({ page }) => {
  await page.goto(`/vn/uk/london/university-college-london/${code}`);
  await page.locator('main .card h3 a').first().click();
  await expect(page).toHaveURL(asked);
  const input = page.locator('#search-header');
  await input.click();
  await input.fill('Leeds');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  await input.press('ArrowDown');
  await input.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/vn/uk/leeds(?:/[a-z-]+)?/${code}$`));
  // By a click, and to another country without the rent.
  await page.locator('#search-header').click();
  await page.locator('#search-header').fill('Sydney');
  await page.locator('.search-panel a[href$="/au/sydney"]').first().click();
  await expect(page).toHaveURL(/\/vn\/au\/sydney\/u1006a1$/);
});

test('[R2.066] a place suggested on the front page takes along how long somebody stays', async ({ page }) => {
  await page.goto('/en/');
  await page.getByText(translator('en-us')('places.home_besides'), { exact: true }).click();
  await page.getByLabel(translator('en-us')('places.home_lease')).selectOption('3');
  const field = page.locator('#search-home');
  await field.fill('london');
  await page
    .getByRole('option', { name: /^London\b/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/en\/uk\/london\/u1003a3$/);
});
