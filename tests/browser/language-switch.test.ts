/**
 * The visible switch of languages on pages where script completes its links: with filters, query and what is compared. That every kind of
 * page is there in every language, and names the others, is crawled (tests/crawl/crawl.test.ts).
 */
import type { Page } from '@playwright/test';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { registerIn } from '../support/sign-in.ts';

const asks = 'schoolunique=university-college-london&ask=u1002a200e399-u1006a1&currency=EUR';

/** Presses the switch that the window shows: the header's on a desk, the menu's on a phone. */
async function switchTo(page: Page, from: Locale, to: Locale): Promise<number> {
  const t = translator(from);
  const banner = page.getByRole('banner');
  const opener = banner.getByRole('button', { name: localeFacts[from].selfName });
  if (await opener.isVisible()) await opener.click();
  else await banner.getByRole('button', { name: t('chrome.menu'), exact: true }).click();
  const arrived = page.waitForResponse((answer) => answer.request().isNavigationRequest() && answer.request().frame() === page.mainFrame());
  await page.getByRole('dialog').getByRole('link', { name: localeFacts[to].selfName, exact: true }).click();
  return (await arrived).status();
}

/** From each language to the next, and the address is the same thing there. @param pathIn the address in a language, query included. */
async function goRound(page: Page, pathIn: (locale: Locale) => string): Promise<void> {
  await page.goto(pathIn('zh-cn'));
  for (const [at, from] of locales.entries()) {
    const to = locales[(at + 1) % locales.length] ?? 'zh-cn';
    await page.setViewportSize({ width: at % 2 === 0 ? 390 : 1280, height: 844 });
    expect(await switchTo(page, from, to), pathIn(to)).toBe(200);
    await expect(page.locator('html')).toHaveAttribute('lang', localeFacts[to].lang);
    expect(decodeURIComponent(page.url())).toBe(decodeURIComponent(new URL(pathIn(to), page.url()).href));
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
}

/** The same address with more behind it. */
const withMore = (name: Parameters<typeof addressOf>[0], more: string) => (locale: Locale) => addressOf(name, locale) + more;

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: 'cookie_consent', value: 'necessary', url: baseURL ?? '' }]);
});

for (const [kind, pathIn] of [
  ['a list with filters, order, page and currency', withMore('new_list2', '/u1002a100e999-sorta12-pga2?currency=EUR')],
  ['a search', withMore('search', '&ask=u1006a1')],
  ['a home', withMore('house_detail', `?${asks}`)],
  ['a part of a home', withMore('house_faq', `?${asks}`)],
  ['a room', withMore('unit_detail', `?${asks}`)],
  ['the map', withMore('map', '&urlFilter=u1002a200e399&at=51.52000,-0.12000,12.50')],
] as const)
  test(`[R2.194][R2.066] ${kind} is the same in the next language, with all that was asked`, ({ page }) => goRound(page, pathIn));

test('[R2.194] a list with its map beside it keeps filters, map and place of the map in the next language', async ({ page }) => {
  for (const [from, to] of [
    ['zh-cn', 'en-us'],
    ['vi-vn', 'zh-hk'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.goto(`${addressOf('new_list3', from)}/u1002a200e399?map=1`);
    const before = page.url();
    // Once the map writes where it looks, it has written into the links, too.
    await page.getByRole('button', { name: translator(from)('map.zoom_in'), exact: true }).click();
    await expect.poll(() => page.url()).not.toBe(before);
    const { search } = new URL(page.url());
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await switchTo(page, from, to)).toBe(200);
    await expect(page.locator('html')).toHaveAttribute('lang', localeFacts[to].lang);
    const there = new URL(page.url());
    expect(there.pathname).toBe(`${addressOf('new_list3', to)}/u1002a200e399`);
    expect([there.searchParams.get('map'), there.searchParams.has('at'), search.includes('at=')]).toEqual(['1', true, true]);
  }
});

test('[R2.194][R2.039] what is compared stays compared in the next language, on the page and on the device', async ({ page }) => {
  await page.goto(`${addressOf('new_list3', 'zh-cn')}/u1002a200e399`);
  const adds = page.locator('main [data-keep="compared"]');
  for (const at of [0, 1]) {
    await adds.nth(at).click();
    await expect(adds.nth(at)).toHaveAttribute('aria-pressed', 'true');
  }
  await page.locator('[data-tray-go]').click();
  await expect(page).toHaveURL(/\?ids=/);
  const { search } = new URL(page.url());
  await goRound(page, (locale) => `${addressOf('house_compare', locale).split('?')[0]}${search}`);
  await page.goto(`${addressOf('new_list3', 'vi-vn')}/u1002a200e399`);
  await expect(page.locator('main [data-keep="compared"][aria-pressed="true"]')).toHaveCount(2);
});

test('[R2.194] saved homes, and pages of who is signed in, are the same in the next language', async ({ page }) => {
  await page.goto(addressOf('new_list2', 'zh-cn'));
  await page.locator('main [data-keep="favourite"]').first().click();
  await expect(page.locator('main [data-keep="favourite"]').first()).toHaveAttribute('aria-pressed', 'true');
  await goRound(page, (locale) => addressOf('favourites', locale));
  await expect(page.locator('[data-shortlist] article')).toHaveCount(1);
  await registerIn(page, 'Lan');
  // The account hears of the device's heart, and its page loads once more with it.
  await page.goto(createPaths('zh-cn', false).to('profile_favourites'));
  await expect(page.locator('.favourite')).toHaveCount(1);
  for (const name of ['profile_favourites', 'history', 'saved_searches', 'profile'] as const)
    await goRound(page, (locale) => createPaths(locale, false).to(name));
});
