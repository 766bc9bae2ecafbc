/** What a phone shows: results first, little that stays over them, and nothing cut when letters are twice as large. */
import type { Page } from '@playwright/test';
import { translator } from '#lib/i18n/t.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { misfits } from '../support/misfits.ts';
import type { PageName } from '../support/page-types.ts';

const phone = { width: 390, height: 844 };
const en = translator('en-us');
test.use({ viewport: phone, isMobile: true, hasTouch: true });

for (const [name, locale, most] of [
  ['new_list3', 'zh-cn', 230],
  ['new_list3', 'vi-vn', 230],
  ['filtered', 'en-us', 230],
  ['filtered', 'vi-vn', 230],
] as const) {
  test(`the first home of ${name} in ${locale} begins above ${most} pixels, and its tabs all lead somewhere`, async ({ page }) => {
    await page.goto(addressOf(name, locale));
    const card = page.locator('[data-list-top] .card').first();
    expect((await card.boundingBox())?.y).toBeLessThanOrEqual(most);
    expect(
      await page
        .locator('main nav span:not(:has(*))')
        .filter({ visible: true })
        .evaluateAll((all) => all.filter((one) => !one.closest('a, [aria-current], li')).length),
    ).toBe(0);
    // Filters, order and map are one row that stays.
    const row = page.locator('[data-list-top] .tools');
    expect((await row.boundingBox())?.height).toBeLessThan(70);
    await page.evaluate(() => scrollTo(0, 2_000));
    await expect.poll(async () => (await row.boundingBox())?.y).toBe(0);
  });
}

test('on a desk the first homes begin above 180 pixels, beside the filters', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const name of ['new_list2', 'new_list3'] as const) {
    await page.goto(addressOf(name, 'en-us'));
    expect.soft((await page.locator('[data-list-top] .card').first().boundingBox())?.y, name).toBeLessThanOrEqual(180);
  }
});

/** Which part of the window is covered by what stays while the page scrolls, as seen at three columns of points. */
function coveredPart(page: Page): Promise<number> {
  return page.evaluate(() => {
    const stays = (element: Element | null): boolean => {
      for (let one = element; one && one !== document.body; one = one.parentElement) {
        const { position, top, bottom } = getComputedStyle(one);
        // The first column of a table that scrolls sideways goes with the page, and so do the heads of one that scrolls by itself.
        const scroller = position === 'sticky' ? one.parentElement?.closest('[class*="scroll"], .comparison') : null;
        if (scroller && /auto|scroll/.test(getComputedStyle(scroller).overflowY)) continue;
        if (position === 'fixed') return true;
        // What sticks goes with the page until it has come to where it stays.
        const at = one.getBoundingClientRect();
        if (position === 'sticky' && (at.top <= Number.parseFloat(top) + 1 || at.bottom >= innerHeight - Number.parseFloat(bottom) - 1)) return true;
      }
      return false;
    };
    let covered = 0;
    let points = 0;
    for (const x of [20, innerWidth / 2, innerWidth - 20])
      for (let y = 2; y < innerHeight; y += 4) {
        points++;
        if (stays(document.elementFromPoint(x, y))) covered++;
      }
    return covered / points;
  });
}

const kinds: readonly PageName[] = [
  'index',
  'new_list2',
  'new_list3',
  'house_detail',
  'unit_detail',
  'house_compare',
  'search',
  'guides',
  'help',
  'country_page',
  'contact_us',
];
for (const locale of ['zh-cn', 'en-us'] as const) {
  test(`once a reader has acted and scrolled, no more than a quarter of any page in ${locale} is covered`, async ({ page }) => {
    for (const name of kinds) {
      await page.goto(addressOf(name, locale));
      // Nothing waits for anybody before they act.
      expect(await page.locator('[data-notice]:visible').count(), `notices on ${name}`).toBe(0);
      await page.keyboard.press('Shift');
      // A scroll of the hand is many events.
      const afterScrolling = async (): Promise<number> => {
        await page.evaluate(() => scrollBy(0, 5));
        return coveredPart(page);
      };
      for (const place of [300, 1_500]) {
        await page.evaluate((y) => scrollTo(0, y), place);
        await expect.poll(afterScrolling, `covered of ${name} at ${place}`).toBeLessThanOrEqual(0.25);
      }
    }
  });
}

test('[R4.096] the guide for a first visit to a home has been seen when the reader scrolls on', async ({ page }) => {
  await page.goto(addressOf('house_detail', 'zh-cn'));
  await page.keyboard.press('Shift');
  const hint = page.locator('[data-notice="hint"]');
  await expect(hint).toBeVisible();
  // Going on reading, as often as it takes.
  await expect(async () => {
    await page.evaluate(() => scrollBy(0, 100));
    await expect(hint).toBeHidden({ timeout: 200 });
  }).toPass();
  await page.reload();
  await page.keyboard.press('Shift');
  await expect(hint).toBeHidden();
});

for (const width of [390, 320])
  test(`letters of twice the size fit ${width} pixels on every kind of page`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const name of ['index', 'new_list3', 'filtered', 'house_detail', 'unit_detail', 'house_compare', 'search', 'guides', 'help', 'about'] as const) {
      await page.goto(addressOf(name, 'en-us'));
      await page.keyboard.press('Shift');
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      expect.soft(await misfits(page), name).toEqual([]);
    }
  });

test('a picture of a home opens over the window at a touch, is stepped through, and Back closes it', async ({ page }) => {
  await page.goto(addressOf('house_detail', 'en-us'));
  const address = page.url();
  await page.locator('.gallery a[data-enlarge]').first().tap();
  const large = page.getByRole('dialog');
  await expect(large).toBeVisible();
  await expect(large.getByRole('button', { name: en('chrome.close') })).toBeFocused();
  await expect(large.locator('output')).toHaveText(/^1 \/ \d/);
  await page.keyboard.press('ArrowRight');
  await expect(large.locator('output')).toHaveText(/^2 \/ \d/);
  const width = (): Promise<number | undefined> =>
    large
      .locator('img')
      .nth(1)
      .boundingBox()
      .then((box) => box?.width);
  const before = (await width()) ?? 0;
  await large.getByRole('button', { name: en('house.picture_zoom') }).click();
  await expect.poll(width).toBeGreaterThan(before * 1.5);
  await page.goBack();
  await expect(large).toHaveCount(0);
  expect(page.url()).toBe(address);
  await expect(page.locator('.gallery a[data-enlarge]').first()).toBeFocused();
});

test('[R9.41] a picture opens as it is seen already, with its words, while the large one is still on its way, and is that one once it has come', async ({
  page,
}) => {
  // So wide that the picture of the dialog is larger than the one on the page, and no larger than photographs are.
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.goto(addressOf('house_detail', 'en-us'));
  const touched = page.locator('.gallery a[data-enlarge]').first();
  const seen = await touched.locator('img').evaluate(async (one) => {
    if (!(one instanceof HTMLImageElement)) return '';
    await one.decode();
    return one.currentSrc;
  });
  // Held below the browser's own memory of what it has, which a route of Playwright's would switch off.
  const network = await page.context().newCDPSession(page);
  const held: string[] = [];
  network.on('Fetch.requestPaused', ({ requestId }) => void held.push(requestId));
  await network.send('Fetch.enable', { patterns: [{ urlPattern: '*/pictures/*' }] });
  await touched.tap();
  const large = page.getByRole('dialog');
  await expect(large).toBeVisible();
  const shown = large.locator('li img').first();
  const stateOf = (): Promise<{ src: string; isThere: boolean; width: number }> =>
    shown.evaluate((one) => ({
      src: one instanceof HTMLImageElement ? one.currentSrc : '',
      isThere: one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0,
      width: Math.round(one.getBoundingClientRect().width),
    }));
  const before = await stateOf();
  await expect.poll(stateOf).toEqual({ src: seen, isThere: true, width: before.width });
  await expect(large.locator('p')).toHaveText((await touched.locator('img').getAttribute('alt')) ?? '-');
  await expect(large.locator('output')).toHaveText(/^1 \/ \d/);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  expect(await stateOf()).toEqual(before);
  await network.send('Fetch.disable');
  await expect.poll(async () => (await stateOf()).src).not.toBe(seen);
  // At the same size: nothing jumps.
  expect((await stateOf()).width).toBe(before.width);
});

test('pictures of a home that are out of sight are not fetched before what is seen, and are there once somebody turns to them', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => void (request.resourceType() === 'image' && fetched.push(request.url())));
  // They wait for a time that no slow machine shall use up.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Animation.enable');
  await browser.send('Animation.setPlaybackRate', { playbackRate: 0 });
  await page.goto(addressOf('house_detail', 'en-us'));
  const pictures = page.locator('.gallery img');
  const shown = await pictures.evaluateAll((all) => all.map((one) => (one instanceof HTMLImageElement ? one.currentSrc : '')));
  expect(shown.length).toBeGreaterThan(2);
  expect(fetched.filter((url) => shown.includes(url))).toEqual(shown.slice(0, 1));
  await page.locator('.gallery').hover();
  await expect.poll(() => pictures.nth(1).evaluate((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0)).toBe(true);
});

test('the parts of a home are a row that stays, and the one being read is marked', async ({ page }) => {
  await page.goto(addressOf('house_detail', 'en-us'));
  const tabs = page.getByRole('navigation', { name: en('house.sections') });
  await tabs.getByRole('link', { name: en('house.location_title') }).click();
  await expect(tabs.locator('[aria-current]')).toHaveText(en('house.location_title'));
  expect((await tabs.boundingBox())?.y).toBe(0);
  // The whole way to university, public transport first, without scrolling sideways.
  const table = page.locator('.commutes .scroll-x');
  expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
});

test('the way to a place that was asked for stands in the columns of the ways to schools', async ({ page }) => {
  await page.goto(addressOf('new_list_search_by_neighbourhood', 'en-us'));
  const href = await page.locator('.homes h3 a').first().getAttribute('href');
  expect(href).toContain('poi_id=');
  await page.goto(href ?? '');
  const rows = page.locator('.commutes tr');
  await expect(rows.nth(1)).toHaveClass(/chosen/);
  const cells = await rows.evaluateAll((all) => all.map((row) => row.children.length));
  expect(new Set(cells)).toEqual(new Set([4]));
});
