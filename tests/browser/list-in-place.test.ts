/** Filters, orders and pages of a list without a full load; homes looked at; handing a page on. */
import type { Locator, Page } from '@playwright/test';
import { translator } from '#lib/i18n/t.ts';
import { addressOf, expect, test } from '../support/browser.ts';

/** What a filter is called, without its count. */
const nameOf = (filter: Locator): Promise<string> => filter.evaluate((one) => one.firstChild?.textContent?.trim() ?? '');

/** Where the panel of languages leads, folded or opened. */
const languageHrefs = (page: Page): Promise<string[]> =>
  page.locator('#languages').evaluate((panel) => {
    const content = new DOMParser().parseFromString(panel.querySelector('noscript')?.textContent ?? panel.innerHTML, 'text/html');
    return [...content.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
  });

test('a filter changes the list in place: same address as the link, back and forward, focus and words kept', async ({ page }) => {
  let loads = 0;
  page.on('load', () => loads++);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(addressOf('new_list2', 'en-us'));
  const list = page.url();
  const total = await page.locator('[data-announce]').textContent();
  const filter = page.locator('#filters a[href]').first();
  const href = await filter.getAttribute('href');
  const name = await nameOf(filter);
  await filter.click();
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await expect(page.locator('#filters [aria-current]')).toHaveText(name);
  await expect(page.locator('#filters [aria-current]')).toBeFocused();
  await expect(page.locator('#list-status')).toHaveText((await page.locator('[data-announce]').textContent()) ?? '');
  // What the server would have sent to somebody who came by the address.
  const [title, canonical] = [await page.title(), await page.locator('link[rel=canonical]').getAttribute('href')];
  const languages = await languageHrefs(page);
  expect(loads).toBe(1);
  await page.goBack();
  await expect(page).toHaveURL(list);
  await expect(page.locator('[data-announce]')).toHaveText(total ?? '');
  await page.goForward();
  await expect(page.locator('#filters [aria-current]')).toHaveCount(1);
  expect(loads).toBe(1);
  await page.reload();
  expect(await page.title()).toBe(title);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(canonical);
  expect(await languageHrefs(page)).toEqual(languages);
});

test('[R2.225] the code of a campaign goes along on the links that a reader turns to, and when the list changes', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${addressOf('new_list2', 'en-us')}?semcode=spring`);
  const filter = page.locator('#filters a[href]').first();
  await page.keyboard.press('Tab');
  await expect(filter).toHaveAttribute('href', /\?semcode=spring$/);
  await filter.click();
  await expect(page.locator('#filters [aria-current]')).toHaveCount(1);
  await expect(page).toHaveURL(/\?semcode=spring$/);
  await page.locator('.pagination a, #filters a[href]').last().focus();
  await expect(page.locator('#filters a[href]').first()).toHaveAttribute('href', /semcode=spring$/);
});

test('the focus stays where it was when a filter is taken away again, and on a band of rents', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(addressOf('new_list2', 'en-us'));
  for (const group of ['u1006', 'u1002']) {
    await page.locator('#filters details').evaluateAll((all) => {
      for (const one of all) if (one instanceof HTMLDetailsElement) one.open = true;
    });
    // What was closed becomes elements when it is opened.
    await expect(page.locator('#filters noscript')).toHaveCount(0);
    const filter = page.locator(`#filters a[href*="${group}"]`).first();
    const name = await nameOf(filter);
    await filter.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(group));
    const focused = page.locator('#filters a:focus');
    await expect(page.locator('#filters [aria-current]:focus')).toHaveText(name);
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(new RegExp(group));
    await expect.poll(() => nameOf(focused)).toBe(name);
  }
});

test('a rent typed from and to changes the list in place as its links do, and the focus stays in the form', async ({ page }) => {
  let loads = 0;
  page.on('load', () => loads++);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(addressOf('new_list2', 'en-us'));
  const form = page.locator('#filters form', { has: page.locator('[name=rent_to]') });
  const most = (await form.locator('[name=rent_to]').getAttribute('placeholder')) ?? '';
  await form.locator('[name=rent_to]').fill(most);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/u1002a0e${most}$`));
  await expect(form.locator('[name=rent_to]')).toHaveValue(most);
  await expect(form.locator('[name=rent_to]')).toBeFocused();
  await form.locator('[name=rent_to]').fill('');
  await form.getByRole('button').click();
  await expect(page).not.toHaveURL(/u1002/);
  expect(loads).toBe(1);
});

test('the newest of two quick choices wins, and the sheet of filters stays open on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(addressOf('new_list2', 'zh-cn'));
  await page.locator('.open-filters').click();
  const filters = page.locator('#filters a[href]');
  const slow = await filters.nth(0).getAttribute('href');
  const quick = await filters.nth(1).getAttribute('href');
  const quickAnswer = page.waitForResponse((response) => response.url().endsWith(quick ?? '')).catch(() => undefined);
  await page.route(`**${slow}`, async (route) => {
    const answer = await route.fetch();
    await quickAnswer;
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  await filters.nth(0).click();
  await filters.nth(1).click();
  await expect(page).toHaveURL(new RegExp(`${quick}$`));
  await expect(page.locator('#filters')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(new RegExp(`${quick}$`));
});

test('an answer that is no list is left to the browser: the link is followed', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(addressOf('new_list2', 'en-us'));
  const filter = page.locator('#filters a[href]').first();
  const href = await filter.getAttribute('href');
  await page.route(`**${href}`, (route) => (route.request().resourceType() === 'fetch' ? route.fulfill({ body: 'busy' }) : route.continue()));
  const loaded = page.waitForEvent('load');
  await filter.click();
  await loaded;
  await expect(page).toHaveURL(new RegExp(`${href}$`));
});

test('homes looked at are remembered when the reader asks for it, by this browser alone, and forgotten on demand', async ({ page }) => {
  const t = translator('vi-vn');
  const kept = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('kept'));
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/_houseApi/') && asked.push(request.url()));
  await page.goto(addressOf('house_detail', 'vi-vn'));
  expect(await kept()).toBeNull();
  await page.goto(addressOf('new_list2', 'vi-vn'));
  const offer = page.locator('[data-recent-offer]');
  await offer.locator('summary').click();
  await page.getByRole('button', { name: t('search.recent_agree') }).click();
  await expect(offer.getByRole('status')).toHaveText(t('search.recent_agreed'));
  await page.goto(addressOf('house_detail', 'vi-vn'));
  const name = (await page.locator('h1').textContent()) ?? '';
  await expect.poll(kept).toContain('"recent":[{');
  await page.goto(addressOf('new_list2', 'vi-vn'));
  const row = page.locator('[data-recent]');
  await expect(row).toBeVisible();
  await expect(offer).toBeHidden();
  await row.scrollIntoViewIfNeeded();
  await expect(row.locator('strong')).toHaveText([name]);
  expect(asked).toHaveLength(1);

  // The front page goes on at the last list, in its own words.
  const title = (await page.locator('h1').textContent()) ?? '';
  await page.goto(addressOf('index', 'vi-vn'));
  await page.locator('[data-again]').getByRole('link', { name: title }).click();
  await expect(page.locator('h1')).toHaveText(title);

  await page
    .locator('[data-recent]')
    .getByRole('button', { name: t('search.recent_forget') })
    .click();
  await expect(page.locator('[data-recent]')).toBeHidden();
  expect(await kept()).toBeNull();
});

test('a page is handed on as it is asked for, filters and all, without what led here', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.setViewportSize({ width: 390, height: 844 });
  const address = addressOf('filtered', 'en-us');
  await page.goto(`${address}?currency=EUR&utm_source=x`);
  // Said for four seconds: looked for from before, so that a busy machine does not look too late.
  await Promise.all([
    expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible(),
    page.getByRole('button', { name: 'Share', exact: true }).click(),
  ]);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(`${address}?currency=EUR`, page.url()).href);
});

test('where the browser refuses the clipboard the address is there to be copied by hand', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined });
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(addressOf('filtered', 'en-us'));
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const field = page.locator('.shared input');
  await expect(field).toBeVisible();
  await expect(field).toHaveValue(page.url());
  expect(await field.evaluate((one: HTMLInputElement) => one.value.slice(one.selectionStart ?? 0, one.selectionEnd ?? 0))).toBe(page.url());
});

test('closed filters are no elements until they are opened, and links then', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(addressOf('new_list2', 'en-us'));
  const group = page
    .locator('#filters details')
    .filter({ hasText: translator('en-us')('listings.filter_bathroom') })
    .first();
  await expect(group.locator('a')).toHaveCount(0);
  await group.locator('summary').click();
  await expect(group.locator('a').first()).toBeVisible();
  await group.locator('a').first().click();
  await expect(page.locator('#filters [aria-current]')).toHaveCount(1);
});
