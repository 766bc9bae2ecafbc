/** What dims the page: a dialog with a name that has the focus, gives it back, and leaves the page behind it out of reach and where it is. */
import type { Locator, Page } from '@playwright/test';
import { translator } from '#lib/i18n/t.ts';
import { addressOf, expect, test } from '../support/browser.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };
const en = translator('en-us');

/** Everything that lies over a dimmed page and where: what opens it there. */
const sheets: readonly {
  readonly what: string;
  readonly size: typeof phone;
  readonly at: Parameters<typeof addressOf>[0];
  readonly opener: (page: Page) => Locator;
}[] = [
  { what: 'filters', size: phone, at: 'new_list3', opener: (page) => page.locator('.open-filters') },
  { what: 'filters over the map', size: phone, at: 'map', opener: (page) => page.locator('[popovertarget=filters]').first() },
  { what: 'menu', size: phone, at: 'index', opener: (page) => page.locator('.burger') },
  { what: 'cities', size: desk, at: 'index', opener: (page) => page.locator('.header [data-opens=cities]') },
  { what: 'pictures', size: phone, at: 'house_detail', opener: (page) => page.locator('.gallery a[data-enlarge]').first() },
  { what: 'sign-in', size: desk, at: 'index', opener: (page) => page.locator('.header .account') },
  {
    what: 'question',
    size: desk,
    at: 'house_detail',
    opener: (page) => page.locator('main a[data-login][href*="/intent/askform?"]').filter({ visible: true }).first(),
  },
];

/** Whether the focus is on something that lies behind what is open. */
function reachesPage(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const top = document.querySelector('[aria-modal=true]:popover-open, dialog:modal');
    return document.activeElement !== document.body && top?.contains(document.activeElement) !== true;
  });
}

for (const { what, size, at, opener } of sheets)
  test(`${what}: a dialog that holds the focus, keeps the page still and gives the focus back`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto(addressOf(at, 'en-us'));
    await opener(page).focus();
    await page.keyboard.press('Enter');
    const dialog = page.locator('[role=dialog][aria-modal=true]:popover-open, dialog:modal');
    await expect(dialog).toBeVisible();
    await expect(page.getByRole('dialog', { name: /\S/ }).filter({ visible: true })).toHaveCount(1);
    // The focus is in it, and goes nowhere else than into it and the browser's own bars.
    await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('Shift+Tab');
      expect(await reachesPage(page)).toBe(false);
    }
    // The page behind stays where it is.
    const before = await page.evaluate(() => scrollY);
    await page.mouse.move(size.width / 2, 30);
    await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.evaluate(() => scrollY)).toBe(before);
    // Somebody without a keyboard has something to press.
    await expect(dialog.getByRole('button', { name: new RegExp(`${en('chrome.close')}|${en('listings.filters_close')}|Close|Back`) }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener(page).or(page.locator('button[data-opens]:focus')).first()).toBeFocused();
    expect(await page.locator('[inert]').count()).toBe(0);
  });

test('a filter chosen in the sheet leaves it open, a dialog, with the focus where it was', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto(addressOf('new_list3', 'en-us'));
  await page.locator('.open-filters').click();
  const sheet = page.getByRole('dialog', { name: en('listings.filters') });
  await expect(sheet).toHaveAttribute('aria-modal', 'true');
  await sheet.locator('.groups a').first().click();
  await expect(page.locator('#filters [aria-current]')).toHaveCount(1);
  await expect(sheet).toHaveAttribute('aria-modal', 'true');
  await expect.poll(() => sheet.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  await sheet.getByRole('button', { name: en('listings.filters_close') }).click();
  await expect(page.locator('.open-filters')).toBeFocused();
  expect(await page.locator('[inert]').count()).toBe(0);
  // Beside the list of a desk they are no dialog.
  await page.setViewportSize(desk);
  await expect(page.locator('#filters')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: phone });
  test('sheet and menu still open, and are closed by what they show', async ({ page }) => {
    await page.goto(addressOf('new_list3', 'en-us'));
    await page.locator('.open-filters').click();
    await expect(page.locator('#filters')).toBeVisible();
    await page.locator('#filters .top button').click();
    await expect(page.locator('#filters')).toBeHidden();
    await page.locator('.burger').click();
    await expect(page.locator('#menu')).toBeVisible();
    await page.locator('#menu .shut').click();
    await expect(page.locator('#menu')).toBeHidden();
  });
});
