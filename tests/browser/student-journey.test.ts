/**
 * One student's whole way, in every language: asks, looks through the list and at a home, compares three, hands the comparison on,
 * prints it and comes back another day. What was asked is said on every page of it.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { formatMonth } from '#lib/dates/dates.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { brandName } from '#lib/brand.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { journeyReaders } from '../support/matrix.ts';
import { mostSheets, sheetsOf } from '../support/paper.ts';

const geo = loadGeo();
const city = geo.city('uk', 'london');
const school = city && geo.school(city, 'university-college-london');
/** Most leases of students begin in September: the next one that is not about to. */
const today = new Date();
const year = today.getFullYear() + (today.getMonth() < 6 ? 0 : 1);
const rent = 399;
/** As pages say it: rents of less than this. */
const below = rent + 1;

/** What was asked, as a page in the language says it. */
function wishes(locale: Locale): readonly string[] {
  return [school?.names[locale] ?? '', formatMonth(year * 100 + 9, localeFacts[locale].intl), String(below)];
}

/** Each of the wishes is in what the page says of them. */
async function expectAsked(page: Page, selector: string, locale: Locale): Promise<void> {
  for (const wish of wishes(locale)) await expect(page.locator(selector).first(), `${selector} at ${page.url()}`).toContainText(wish);
}

const line = 'p[data-asked]';

/** A list has the place in its title, and what else was asked in what is chosen. */
async function expectAskedOfList(page: Page, locale: Locale): Promise<void> {
  const [place = '', ...others] = wishes(locale);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(place);
  for (const wish of others) await expect(page.locator('.chosen-filters').first()).toContainText(wish);
}

/** From the front page's form to the list that answers it. */
async function ask(page: Page, locale: Locale): Promise<void> {
  await page.goto(addressOf('index', locale));
  // Before the field: what it suggests would lie over the others.
  await page.locator('.say details > summary').click();
  await page.locator('input[name=move_in]').fill(`${year}-09-15`);
  await page.locator('input[name=rent_to]').fill(String(rent));
  await page.locator('#search-home').fill(school?.names[locale] ?? '');
  await page.locator('#search-home').press('Enter');
  await expect(page).toHaveURL(/\/uk\/london\/university-college-london\/u[\da-z-]+$/);
  await expectAskedOfList(page, locale);
}

/** Opens the list's first home, whose lease that fits stands before the others. */
async function look(page: Page, locale: Locale): Promise<void> {
  const card = page.locator('main .card').first();
  // What they asked for is said once, above the homes that have it.
  await expect(page.locator('.intake')).toContainText(String(year));
  await expect(card.locator('.match')).not.toBeEmpty();
  const [figure = '', name = ''] = [await card.locator('.rent').evaluate((one) => one.firstChild?.textContent ?? ''), await card.locator('h3').innerText()];
  await card.locator('h3 a').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expectAsked(page, line, locale);
  await expect(page.locator('.price .rent strong')).toHaveText(figure);
  await expect(page.locator('.unit .sum').first()).toContainText(translator(locale)('house.fits'));
}

/** Takes this home and two more of the list to the comparison. */
async function compare(page: Page, list: string, locale: Locale): Promise<void> {
  const adds = page.locator('main [data-keep="compared"]');
  await adds.first().click();
  await expect(adds.first()).toHaveAttribute('aria-pressed', 'true');
  await page.goto(list);
  for (const at of [1, 2]) {
    await adds.nth(at).click();
    await expect(adds.nth(at)).toHaveAttribute('aria-pressed', 'true');
  }
  await page.locator('[data-tray-go]').click();
  await expect(page.locator('thead th[scope=col]')).toHaveCount(3);
  await expectAsked(page, line, locale);
  for (const home of await page.locator('thead th[scope=col] a').all())
    await expect(home).toHaveAttribute('href', /\?schoolunique=university-college-london&ask=/);
  expect(await faults(page)).toEqual([]);
}

/** What the button hands on opens for somebody else, who has no script. */
async function handOn(page: Page, other: BrowserContext, locale: Locale): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page
    .getByRole('main')
    .getByRole('button', { name: translator(locale)('chrome.share') })
    .click();
  await expect(page.getByRole('status').filter({ hasText: translator(locale)('chrome.share_copied') })).toBeVisible();
  const sent = await other.newPage();
  await sent.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(sent.locator('thead th[scope=col]')).toHaveText(await page.locator('thead th[scope=col]').allInnerTexts());
  await expectAsked(sent, line, locale);
}

/** On paper it says where, when and by whom. */
async function print(page: Page, locale: Locale): Promise<void> {
  expect(sheetsOf(await page.pdf({ format: 'A4' }))).toBeLessThanOrEqual(mostSheets);
  await page.emulateMedia({ media: 'print' });
  const source = page.locator('.print-only');
  for (const said of [new URL(page.url()).pathname, 'ask=', brandName(locale), String(new Date().getUTCFullYear())]) await expect(source).toContainText(said);
  await expectAsked(page, line, locale);
  await page.emulateMedia({ media: null });
}

/** Another day the front page offers the list again, and there the homes that were looked at. */
async function comeBack(page: Page, home: URL, list: string, locale: Locale): Promise<void> {
  await page.goto(addressOf('index', locale));
  const again = page.locator('[data-again] a');
  await expect(page.locator('[data-again]')).toContainText(translator(locale)('kept.again'));
  await expectAsked(page, '[data-again] a', locale);
  await again.click();
  await expect(page).toHaveURL(list);
  await expectAskedOfList(page, locale);
  // From a page that has their question in its query.
  await page.goto(`${addressOf('house_compare', locale).split('?')[0]}${home.search}`);
  await page.locator('[data-recent]').scrollIntoViewIfNeeded();
  await expect(page.locator('[data-recent-homes] a').first()).toHaveAttribute('href', home.pathname + home.search);
}

for (const { locale, width } of journeyReaders())
  test(`[R1.01][R1.13][R2.066] a student asks, looks, compares, hands on, prints and comes back, and the question stays (${locale}, ${width} px)`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await page.context().addCookies([{ name: 'cookie_consent', value: 'personalised', url: baseURL ?? '' }]);
    await page.setViewportSize({ width, height: 844 });
    await ask(page, locale);
    const list = page.url();
    await look(page, locale);
    const home = new URL(page.url());
    await compare(page, list, locale);
    const parent = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 844 } });
    await handOn(page, parent, locale);
    await parent.close();
    await print(page, locale);
    await comeBack(page, home, list, locale);
  });
