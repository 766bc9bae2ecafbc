/** The map page: a list without script; with a map, when somebody wants it, that list and map go together. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { pageSize } from '#lib/features/finding/question.rules.ts';
import { mapListsContract } from '#lib/features/map/map.contract.ts';
import { mercator } from '#lib/geo/boxes.ts';
import { translator } from '#lib/i18n/t.ts';
import { violations } from '../support/axe.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { drawsMaps } from '../support/drawn-map.ts';

const en = translator('en-us');
const inLondon = '?cname=uk&rname=london';
const address = `${addressOf('map', 'en-us').split('?')[0]}${inLondon}`;

// Each frame of a movement is drawn by the processor: what a map does on its way is tested apart (map-work.test.ts), and where presses count.
// Processors that draw a map take as long as it has pixels: the window is the smallest in which a desk's map stands beside its list.
test.use({
  viewport: { width: 1024, height: 640 },
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: drawsMaps,
});
test.setTimeout(120_000);

/** The buttons of markers, which the map itself draws. */
const pins = (page: Page) => page.locator('.map-pin');
const rows = (page: Page) => page.locator('.explorer-list .map-home');
const summary = (page: Page) => page.locator('.explorer-summary');
const show = (page: Page) => page.getByRole('button', { name: en('map.show') });
const zoomIn = (page: Page) => page.getByRole('button', { name: en('map.zoom_in'), exact: true });
const isLists = (url: string): boolean => new URL(url).pathname === '/_houseApi/search/map';

const frames = (page: Page): Promise<unknown> => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Does something that makes the map ask for homes, and waits until they are shown. */
async function settled(page: Page, act: () => Promise<unknown>): Promise<URLSearchParams> {
  const answered = page.waitForResponse((response) => isLists(response.url()), { timeout: 60_000 });
  await act();
  const asked = (await answered).url();
  await expect(page.locator('.explorer-list[aria-busy]')).toHaveCount(0);
  await frames(page);
  return new URL(asked).searchParams;
}

async function openMap(page: Page, from = address): Promise<URLSearchParams> {
  // On a desk it opens by itself.
  const byItself = (page.viewportSize()?.width ?? 0) >= 960;
  const asked = await settled(page, async () => {
    await page.goto(from);
    if (!byItself) await show(page).click();
  });
  await expect(page.locator('.explorer[data-map="ready"]')).toBeVisible();
  await expect(pins(page).first()).toBeVisible();
  return asked;
}

type Marked = { readonly posx: number; readonly posy: number };

/** Where a position lies in the window, by the box that the map asked homes for. */
async function pointOf(page: Page, asked: URLSearchParams, { posx, posy }: Marked): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.locator('.explorer-canvas canvas').boundingBox();
  if (!box) throw new Error('the map has no place');
  const side = (name: string): number => Number(asked.get(name));
  const [, top] = mercator([0, side('north')]);
  const [, bottom] = mercator([0, side('south')]);
  return {
    x: box.x + (box.width * (posy - side('west'))) / (side('east') - side('west')),
    y: box.y + (box.height * (mercator([0, posx])[1] - top)) / (bottom - top),
  };
}

/** How many pixels around a point have a colour, to a few shades. */
async function pixelsNear(page: Page, { x, y }: { readonly x: number; readonly y: number }, colour: string): Promise<number> {
  const { data, info } = await sharp(await page.screenshot({ clip: { x: x - 40, y: y - 44, width: 80, height: 60 } }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const wanted = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels) if (wanted.every((part, index) => Math.abs((data[at + index] ?? 0) - part) <= 6)) count++;
  return count;
}

/** Zooms in until a home stands alone in the middle of the map, and gives it with the box it was asked for in. */
async function homeAlone(
  page: Page,
  first: URLSearchParams,
): Promise<{ readonly asked: URLSearchParams; readonly home: Marked & { readonly house_id: number; readonly name: string } }> {
  let asked = first;
  for (let step = 0; step < 5; step++) {
    const { data } = await (await page.request.get(`/_houseApi/search/map?${asked}`, { headers: { 'accept-language': 'en-us' } })).json();
    const lists = mapListsContract.output.parse(data);
    const others = [...lists.houses, ...lists.clusters];
    for (const home of lists.houses) {
      const at = await pointOf(page, asked, home);
      const box = await page.locator('.explorer-canvas canvas').boundingBox();
      if (!box || home.rent === null || at.x < box.x + 60 || at.x > box.x + box.width - 110 || at.y < box.y + 150 || at.y > box.y + box.height - 230) continue;
      const near = await Promise.all(others.filter((one) => one !== home).map((one) => pointOf(page, asked, one)));
      if (near.every((one) => Math.hypot(one.x - at.x, one.y - at.y) > 75)) return { asked, home };
    }
    asked = await settled(page, () => zoomIn(page).click());
  }
  throw new Error('no home stands alone');
}

async function chooseStudios(page: Page): Promise<void> {
  await page.getByRole('main').locator('button[popovertarget="filters"]').first().click();
  await page.locator('#filters a[href*="urlFilter=u1004"]').first().click();
  await expect(page).toHaveURL(/urlFilter=u1004/);
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('[R9.41] its pictures come in the smallest format that the browser knows, by day and in the evening', async ({ page }) => {
    const shown: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(address);
      // A drawing: photographs have no evening.
      const image = page.locator('.map-home img:not([src*="/photo"])').first();
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.currentSrc)).toMatch(/-320\.avif$/);
      shown.push(await image.evaluate((one: HTMLImageElement) => one.currentSrc));
      expect(await image.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth))).toBe(320);
    }
    expect(new Set(shown).size).toBe(2);
  });

  test('[R2.040][R1.07][R2.226] the map page is the list of the same homes, page by page, with filters', async ({ page }) => {
    await page.goto(addressOf('new_list2', 'en-us'));
    await page
      .getByRole('main')
      .getByRole('link', { name: en('map.map'), exact: true })
      .click();
    await expect(page).toHaveURL(/\/en\/map\?cname=uk&rname=london$/);
    await expect(rows(page)).toHaveCount(pageSize);
    await expect(page.getByRole('button', { name: en('map.show') })).toBeHidden();
    // By key: rows that are laid out as they come into view move the link from under a pointer.
    await page.locator('main a[rel~="next"]').first().press('Enter');
    await expect(page).toHaveURL(/urlFilter=pga2$/);
    await expect(rows(page).first()).toBeVisible();
    await page.locator('main button[popovertarget="filters"]:visible').first().click();
    await page.locator('#filters a[href*="urlFilter=u"]').first().click();
    await expect(page).toHaveURL(/urlFilter=u[0-9a-z-]+/);
    // The toggle of a card leads to the comparison, which answers the same question.
    const [asked, compared] = [new URL(page.url()).searchParams.get('urlFilter'), rows(page).first().locator('[data-keep="compared"]')];
    const id = await compared.getAttribute('value');
    await compared.click();
    await expect(page).toHaveURL(/\/en\/house-compare\?/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ ids: id, ask: asked });
    await page.goBack();
    await rows(page).first().getByRole('link').click();
    await expect(page).toHaveURL(/\/detail-(apartments|rent)-\d+(\?ask=[\w-]+)?$/);
  });
});

test('on a desk the map stands beside the list at once, from the header to the fold, and the card of a chosen home lies in it', async ({ page }) => {
  await openMap(page);
  const box = await page.locator('.explorer-map').boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(box && [box.y < 100, box.y + box.height <= height]).toEqual([true, true]);
  await expect(async () => {
    const home = page.locator('.map-pin[data-look="home"]').first();
    if ((await home.count()) === 0) await settled(page, () => zoomIn(page).click());
    await home.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('.explorer-chosen')).toBeInViewport({ ratio: 1, timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
});

test('where the map looks and what is drawn on it stand in the address, for a reload and for another language', async ({ page }) => {
  await openMap(page);
  expect(new URL(page.url()).search).toBe(inLondon);
  await settled(page, () => zoomIn(page).click());
  await expect(page).toHaveURL(/[?&]at=51\.\d+,-?0\.\d+,\d+\.\d\d/);
  const asked = await settled(page, () => page.getByRole('button', { name: en('map.area_here') }).press('Enter'));
  await expect(page).toHaveURL(/&area=-?\d/);
  const link = page.locator('a[data-locale="vi-vn"]').first();
  await expect(link).toHaveAttribute('href', /at=51\..*&area=/);
  const again = await settled(page, () => page.reload());
  expect(Number(again.get('zoom'))).toBeCloseTo(Number(asked.get('zoom')), 1);
  expect(again.get('area')).toBe(asked.get('area'));
  expect(Number(again.get('west'))).toBeCloseTo(Number(asked.get('west')), 2);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/en\/map\?cname=uk&rname=london$/);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  const translated = await settled(page, async () => page.goto((await link.getAttribute('href')) ?? ''));
  expect([translated.get('area'), Number(translated.get('zoom')).toFixed(1)]).toEqual([asked.get('area'), Number(asked.get('zoom')).toFixed(1)]);
});

/** As map-page.css has them by day. */
const colours = { plain: '#ffffff', lit: '#0f5c6e', seen: '#eee7da' };

test('markers are drawn where homes are, say who is pointed at, chosen and seen, and a press beside one is meant for it', async ({ page }) => {
  const { asked, home } = await homeAlone(page, await openMap(page));
  const at = await pointOf(page, asked, home);
  const inLit = () => pixelsNear(page, at, colours.lit);
  await expect.poll(() => pixelsNear(page, at, colours.plain)).toBeGreaterThan(500);
  expect(await inLit()).toBe(0);

  await page.mouse.move(at.x, at.y - 20);
  await expect.poll(inLit).toBeGreaterThan(500);
  await expect(page.locator('.explorer-canvas canvas')).toHaveCSS('cursor', 'pointer');
  await expect(page.locator('.map-pin[data-lit]')).toHaveAttribute('aria-label', new RegExp(`^${home.name}: `));
  await page.mouse.move(at.x, at.y + 40);
  await expect.poll(inLit).toBe(0);

  // Below its tip, where nothing of it is drawn: a finger's width is its own.
  await page.mouse.click(at.x, at.y - 2);
  await expect(page.locator('.explorer-chosen .map-home')).toHaveAttribute('data-home', String(home.house_id));
  await page.mouse.move(2, 2);
  await expect.poll(inLit).toBeGreaterThan(700);
  await page.keyboard.press('Escape');
  await expect.poll(inLit).toBe(0);
  await expect.poll(() => pixelsNear(page, at, colours.seen)).toBeGreaterThan(500);

  // By keyboard it is lit and ringed.
  await page.locator(`.map-pin[aria-label^="${home.name}: "]`).focus();
  await expect.poll(inLit).toBeGreaterThan(500);
  await expect.poll(() => pixelsNear(page, at, '#1d2433')).toBeGreaterThan(100);

  // In the evening they are drawn anew.
  await page.locator(`.map-pin[aria-label^="${home.name}: "]`).blur();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => pixelsNear(page, at, '#aeb6c1')).toBeGreaterThan(500);
});

test.describe('beside a list', () => {
  test.use({ viewport: { width: 1160, height: 640 } });
  const list = addressOf('new_list2', 'en-us');
  const cards = (page: Page) => page.locator('ul.homes .card');
  const control = (page: Page, name: string) => page.locator('.tools').getByRole('link', { name, exact: true });

  test('list and map go together: what is pointed at, filters, a part of the map, and the way back', async ({ page }) => {
    await page.goto(list);
    const all = await cards(page).count();
    await settled(page, () => control(page, en('map.map')).click());
    await expect(page).toHaveURL(/[?&]map=1$/);
    await expect(page.locator('.explorer[data-map="ready"]')).toBeVisible();
    await expect(cards(page)).toHaveCount(all);
    const box = await page.locator('.explorer-map').boundingBox();
    expect(box && [box.x > 500, box.y + box.height <= (page.viewportSize()?.height ?? 0)]).toEqual([true, true]);

    // A home that has a marker of its own: others stand together in one.
    const told = await page.locator('.map-pin[data-look="home"]').evaluateAll((all) => all.map((pin) => pin.getAttribute('aria-label') ?? ''));
    const names = await cards(page).locator('h3').allInnerTexts();
    const alone = names.findIndex((name) => told.some((one) => one.includes(name)));
    expect(alone).toBeGreaterThanOrEqual(0);
    await cards(page).nth(alone).hover();
    await expect(page.locator('.map-pin[data-lit]')).toHaveCount(1);
    await page.mouse.move(2, 2);
    await expect(page.locator('.map-pin[data-lit]')).toHaveCount(0);

    await expect(async () => {
      const pin = page.locator('.map-pin[data-look="home"]').first();
      if ((await pin.count()) === 0) await settled(page, () => zoomIn(page).click());
      await pin.focus();
      await page.keyboard.press('Enter');
      await expect(page.locator('.explorer-chosen')).toBeInViewport({ ratio: 1, timeout: 2_000 });
    }).toPass({ timeout: 30_000 });

    await settled(page, () => page.getByRole('button', { name: en('map.area_here') }).press('Enter'));
    await expect(rows(page).first()).toBeVisible();
    await expect(cards(page).first()).toBeHidden();
    await page.getByRole('button', { name: en('map.area_clear') }).press('Enter');
    await expect(cards(page).first()).toBeVisible();
    await expect(page.locator('.explorer-list')).toHaveCount(0);

    await page.locator('.explorer-canvas canvas').evaluate((canvas) => canvas.setAttribute('data-same', ''));
    await page.locator('.tools button[popovertarget="filters"]').click();
    await settled(page, () => page.locator('#filters .groups a').first().click());
    await expect(page).toHaveURL(/map=1/);
    await expect(page.locator('canvas[data-same]')).toBeVisible();
    await page.keyboard.press('Escape');
    await control(page, en('map.to_list')).click();
    await expect(page).not.toHaveURL(/map=1/);
    await expect(page.locator('.explorer')).toHaveCount(0);
  });

  test('opening it from its address moves nothing of the list', async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 });
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries()) Object.assign(window, { shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value') });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${list}?map=1`);
    await expect(page.locator('.explorer[data-map="ready"]')).toBeVisible({ timeout: 60_000 });
    expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThan(0.02);
    expect(await violations(page, { without: ['target-size'] })).toEqual([]);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('it stays a list, whose map is a page', async ({ page }) => {
      const loaded: string[] = [];
      page.on('request', (request) => void loaded.push(request.url()));
      await page.goto(`${list}?map=1`, { waitUntil: 'networkidle' });
      await expect(page.locator('.explorer-map')).toBeHidden();
      expect(loaded.filter((url) => /maplibre|surface|_houseApi/i.test(url))).toEqual([]);
      await control(page, en('map.map')).click();
      await expect(page).toHaveURL(/\/en\/map\?cname=uk&rname=london$/);
    });
  });
});

test('where no home is in view, one press leads back to them', async ({ page }) => {
  await settled(page, () => page.goto(`${address}&at=55.00000,-20.00000,9.00`));
  const back = page.getByRole('button', { name: en('map.back') });
  await settled(page, () => back.click());
  await expect(pins(page).first()).toBeVisible();
  await expect(back).toHaveCount(0);
});

test('hearts on the map’s cards keep homes in the one store of the device', async ({ page }) => {
  await openMap(page);
  const heart = rows(page).first().locator('[data-keep="favourite"]');
  const id = await heart.getAttribute('data-home');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(page.locator('.explorer[data-map="ready"]')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator(`.explorer-list [data-keep][data-home="${id}"]`)).toHaveAttribute('aria-pressed', 'true');
});

test('[R2.039] a home is compared from the map as from a list: by keyboard, in step with the tray, four at most', async ({ page }) => {
  await openMap(page);
  const toggles = rows(page).locator('[data-keep="compared"]');
  const tray = page.locator('[data-tray]');
  await rows(page).first().getByRole('link').focus();
  await page.keyboard.press('Tab');
  await expect(toggles.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toggles.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/\/en\/map\?/);
  const first = await toggles.first().getAttribute('value');
  for (const at of [1, 2, 3]) await toggles.nth(at).press('Enter');
  const go = tray.getByRole('link', { name: en('kept.tray_go', { number: 4, most: 4 }) });
  await expect(go).toBeVisible();
  await expect(tray.getByRole('listitem').first()).toHaveText((await rows(page).first().getByRole('link').textContent()) ?? '');
  await toggles.nth(4).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: en('kept.tray_full', { most: 4 }) })).toBeVisible();
  await expect(toggles.nth(4)).toHaveAttribute('aria-pressed', 'false');

  // What the store has is pressed on the rows and on the card in the map alike, also after a reload.
  const again = await settled(page, () => page.reload());
  expect(again.has('west')).toBe(true);
  await expect(page.locator('.explorer-list [data-keep="compared"][aria-pressed="true"]')).toHaveCount(4);
  await expect(async () => {
    const home = page.locator('.map-pin[data-look="home"]').first();
    if ((await home.count()) === 0) await settled(page, () => zoomIn(page).click());
    await home.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('.explorer-chosen')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  const chosen = page.locator('.explorer-chosen [data-keep="compared"]');
  const value = await chosen.getAttribute('value');
  // Whether it is one of the four or not, it says so, and row and card follow each other.
  const isPressed = (await chosen.getAttribute('aria-pressed')) === 'true';
  const kept = await page.evaluate(() =>
    (JSON.parse(localStorage.getItem('kept') ?? '{}') as { compared: { id: number }[] }).compared.map(({ id }) => String(id)),
  );
  expect([kept[0], kept.includes(value ?? '')]).toEqual([first, isPressed]);
  await tray.getByRole('button').first().press('Enter');
  await expect(page.locator('[data-tray-homes] li')).toHaveCount(3);
  await expect(page.locator(`.map-home [data-keep="compared"][value="${first}"][aria-pressed="true"]`)).toHaveCount(0);

  await tray.getByRole('link').click();
  await expect(page).toHaveURL(/\/en\/house-compare\?ids=\d+,\d+,\d+$/);
});

test.describe('before it is wanted', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a heart that is touched before the map wakes is pressed once', async ({ page }) => {
    await page.goto(address);
    const heart = rows(page).first().locator('[data-keep="favourite"]');
    await heart.click({ position: { x: 4, y: 22 } });
    await expect(page.locator('astro-island[data-awake]')).toHaveCount(1);
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/\/en\/map\?cname=uk&rname=london$/);
  });

  test('[R2.039] a home is compared before the map wakes, and the tray leaves three quarters of the screen', async ({ page }) => {
    // English would ask about cookies first.
    await page.goto(`/vn${address.slice('/en'.length)}`);
    const toggle = rows(page).first().locator('[data-keep="compared"]');
    await toggle.click();
    await expect(page.locator('astro-island[data-awake]')).toHaveCount(1);
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/\/vn\/map\?cname=uk&rname=london$/);
    const covered = () =>
      page.evaluate(() =>
        ['.header', '[data-tray]'].map((one) => document.querySelector(one)?.getBoundingClientRect().height ?? 0).reduce((sum, one) => sum + one, 0),
      );
    const tray = page.locator('[data-tray]');
    await expect(tray).toBeVisible();
    expect(await covered()).toBeLessThanOrEqual(844 / 4);
    // Neither does it lie over the card of a home on the map.
    await settled(page, () => page.getByRole('button', { name: translator('vi-vn')('map.show') }).click());
    await expect(page.locator('.explorer[data-map="ready"]')).toBeVisible();
    await expect(async () => {
      const home = page.locator('.map-pin[data-look="home"]').first();
      if ((await home.count()) === 0) await settled(page, () => page.getByRole('button', { name: translator('vi-vn')('map.zoom_in'), exact: true }).click());
      await home.focus();
      await page.keyboard.press('Enter');
      await expect(page.locator('.map-row [data-lit]')).toBeInViewport({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    const [card, bar] = [await page.locator('.map-row [data-lit]').boundingBox(), await tray.boundingBox()];
    expect(card && bar && card.y + card.height <= bar.y).toBe(true);
  });

  test('[R1.30] nothing of the map is loaded until it is wanted; then list and map hold the same homes', async ({ page }) => {
    const loaded: string[] = [];
    page.on('request', (request) => void loaded.push(request.url()));
    await page.goto(address, { waitUntil: 'networkidle' });
    expect(loaded.filter((url) => /maplibre|mapbox|surface|_houseApi/i.test(url))).toEqual([]);
    await page.getByRole('button', { name: en('map.show') }).click();
    await expect(page.locator('.explorer[data-map="ready"]')).toBeVisible({ timeout: 60_000 });
    await expect(summary(page)).toContainText('in view');
    const inView = Number(/\d+/.exec((await summary(page).textContent()) ?? '')?.[0]);
    const counts = await pins(page).evaluateAll((elements) =>
      elements.map((element) => (element.dataset['look'] === 'cluster' ? Number(element.textContent) : 1)),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(inView);

    const before = await summary(page).textContent();
    for (let step = 0; step < 2; step++) await settled(page, () => zoomIn(page).click());
    await expect(summary(page)).not.toHaveText(before ?? '');
  });

  test('an island that a filter replaces is unmounted', async ({ page }) => {
    await page.goto(address);
    await rows(page).first().hover();
    await expect(page.locator('[data-map-page] astro-island[data-awake]')).toBeAttached();
    const island = await page.locator('[data-map-page] astro-island').elementHandle();
    await chooseStudios(page);
    await expect.poll(() => island?.evaluate((element) => [element.isConnected, element.childElementCount])).toEqual([false, 0]);
  });
});

test('the map works by keyboard: arrows move it, Tab goes through homes in the order of the list, Escape closes', async ({ page }) => {
  await openMap(page);
  for (let step = 0; step < 2; step++) await settled(page, () => zoomIn(page).click());
  await expect(page.locator('.map-pin[data-look="home"]').first()).toBeVisible();
  const before = await summary(page).textContent();
  await page.locator('.explorer-canvas canvas').focus();
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight');
  await expect(summary(page)).not.toHaveText(before ?? '');
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.map-pin[data-look="home"]').first()).toBeVisible();

  // The map comes to rest by and by: list and markers are read again until they are of one moment.
  await expect(async () => {
    const titles = await rows(page).locator('h3').allTextContents();
    const named = (await page.locator('.map-pin[data-look="home"]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? '')))
      .map((label) => titles.findIndex((title) => label.startsWith(`${title.trim()}:`)))
      .filter((at) => at >= 0);
    expect(named.length).toBeGreaterThan(0);
    expect(named).toEqual(named.toSorted((a, b) => a - b));
  }).toPass({ timeout: 20_000 });

  await expect(async () => {
    await page.locator('.map-pin[data-look="home"]').first().focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('.explorer-chosen')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  await expect(page.locator('.explorer-chosen')).toHaveCount(0);
});

test('a home lights up on map and list together, and is called by its name and its rent', async ({ page }) => {
  await openMap(page);
  const lit = page.locator('.map-pin[data-lit]');
  const litRow = page.locator('.explorer-list .map-home[data-lit] h3');
  const named = async (): Promise<readonly string[]> =>
    page.locator('.map-pin[aria-label*=": "]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(': ')[0] ?? ''));
  const titles = async (): Promise<readonly string[]> => (await rows(page).locator('h3').allTextContents()).map((title) => title.trim());

  // From afar most homes of the list are part of a cluster: a spot of its own shows where such a one stands.
  const own = await named();
  const joined = (await titles()).findIndex((title) => !own.includes(title));
  expect(joined).toBeGreaterThanOrEqual(0);
  await rows(page).nth(joined).hover();
  await expect(lit).toHaveCount(1);
  await expect(lit).toHaveAttribute('data-look', 'here');
  await page.mouse.move(2, 2);
  await expect(lit).toHaveCount(0);

  for (let step = 0; step < 3; step++) await settled(page, () => zoomIn(page).click());
  const labels = await page
    .locator('.map-pin:is([data-look="home"], [data-look="full"])')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  expect(labels.length).toBeGreaterThan(0);
  for (const label of labels) expect(label).toMatch(/^\S.+: (?:.*\d a (?:week|month)|fully booked)$/);

  const [name = ''] = await named();
  const pin = page.locator(`.map-pin[aria-label^="${name}: "]`).first();
  await pin.focus();
  await expect(litRow).toHaveText(name);
  const other = (await named()).find((one) => one !== name) ?? '';
  await rows(page).filter({ hasText: other }).first().hover();
  await expect(lit).toHaveAttribute('aria-label', new RegExp(`^${other}: `));
  await expect(litRow).toHaveText(other);
});

test('the focus is not lost with a marker: a cluster hands it to a home it opens into, a home out of view to the map', async ({ page }) => {
  await openMap(page);
  // Markers follow the list by a moment.
  const expectFocus = (on: RegExp) => expect.poll(() => page.evaluate(() => document.activeElement?.className ?? '')).toMatch(on);
  await page.locator('.map-pin[data-look="cluster"]').first().focus();
  await settled(page, () => page.keyboard.press('Enter'));
  await expectFocus(/map-pin/);
  const home = page.locator('.map-pin[data-look="home"]').first();
  await home.focus();
  const label = await home.getAttribute('aria-label');
  await settled(page, () => zoomIn(page).evaluate((button) => button instanceof HTMLElement && button.click()));
  await expect
    .poll(() =>
      page.evaluate((name) => {
        const isInView = [...document.querySelectorAll('.map-pin')].some((pin) => pin.getAttribute('aria-label') === name);
        return document.activeElement?.classList.contains(isInView ? 'map-pin' : 'maplibregl-canvas');
      }, label),
    )
    .toBe(true);
  for (let step = 0; step < 2; step++)
    await settled(page, () =>
      page.getByRole('button', { name: en('map.zoom_out'), exact: true }).evaluate((button) => button instanceof HTMLElement && button.click()),
    );
  await expectFocus(/map-pin|canvas/);
});

test.describe('with its movements', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('three quick presses zoom three levels', async ({ page }) => {
    const zoom = Number((await openMap(page)).get('zoom'));
    const zooms: number[] = [];
    page.on('request', (request) => isLists(request.url()) && zooms.push(Number(new URL(request.url()).searchParams.get('zoom'))));
    await zoomIn(page).evaluate((button) => {
      for (let press = 0; press < 3; press++) if (button instanceof HTMLElement) button.click();
    });
    await expect.poll(() => zooms.at(-1)).toBeCloseTo(zoom + 3, 1);
  });
});

test('an area, drawn or taken from the view, bounds the homes until it is removed', async ({ page }) => {
  await openMap(page);
  const whole = await summary(page).textContent();
  await page.getByRole('button', { name: en('map.draw'), exact: true }).click();
  const box = await page.locator('.explorer-map').boundingBox();
  if (!box) throw new Error('the map has no place');
  const spot = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y];
  await page.mouse.move(...spot(0.45, 0.3));
  await page.mouse.down();
  for (const [x, y] of [
    [0.7, 0.3],
    [0.7, 0.55],
    [0.45, 0.55],
    [0.45, 0.32],
  ] as const)
    await page.mouse.move(...spot(x, y), { steps: 5 });
  await page.mouse.up();
  await expect(summary(page)).not.toHaveText(whole ?? '');
  await page.getByRole('button', { name: en('map.area_clear') }).click();
  await expect(summary(page)).toHaveText(whole ?? '');
  await page.getByRole('button', { name: en('map.area_here') }).press('Enter');
  await expect(page.getByRole('button', { name: en('map.area_clear') })).toBeVisible();
});

test('a filter keeps the map as it is: view, area, layers and side', async ({ page }) => {
  await openMap(page);
  const canvas = await page.locator('.explorer-canvas canvas').elementHandle();
  await settled(page, () => zoomIn(page).click());
  const before = await settled(page, () => page.getByRole('button', { name: en('map.area_here') }).press('Enter'));
  await page.locator('.map-layers summary').click();
  await page.getByLabel(en('map.layer_stations')).uncheck();
  const after = await settled(page, () => chooseStudios(page));
  for (const name of ['west', 'south', 'east', 'north', 'zoom', 'area']) expect([name, after.get(name)]).toEqual([name, before.get(name)]);
  expect(after.get('urlFilter')).toContain('u1004');
  expect(await canvas?.evaluate((element) => element.isConnected)).toBe(true);
  // The island is awake already: the first press in the new list counts once.
  const zoomed = await settled(page, () => zoomIn(page).evaluate((button) => button instanceof HTMLElement && button.click()));
  await frames(page);
  await expect(page.locator('.explorer-list:not([aria-busy])')).toBeVisible();
  expect(Number(zoomed.get('zoom'))).toBeCloseTo(Number(before.get('zoom')) + 1, 1);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel(en('map.layer_stations'))).not.toBeChecked();
  await settled(page, () => page.getByRole('button', { name: en('map.area_clear') }).click());
  await page.getByRole('button', { name: en('map.draw'), exact: true }).click();
  await page.getByRole('button', { name: en('map.cancel'), exact: true }).click();
  await expect(page.getByRole('button', { name: en('map.draw'), exact: true })).toBeVisible();
  const back = await settled(page, () => page.goBack());
  expect([back.get('urlFilter'), back.get('zoom')]).toEqual([null, zoomed.get('zoom')]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the list beside a hidden map is still that of its view, also with another filter', async ({ page }) => {
    await openMap(page);
    const before = await settled(page, () => zoomIn(page).click());
    const shown = await summary(page).textContent();
    await expect(page.locator('.explorer-map')).toBeInViewport({ ratio: 0.99 });
    const [notice, map] = [await page.locator('[data-notices]').boundingBox(), await page.locator('.explorer-map').boundingBox()];
    expect(notice && map && (notice.height === 0 || map.y + map.height <= notice.y)).toBe(true);
    await page.evaluate(() => {
      const list = document.querySelector('.explorer-list');
      const changes: string[] = [];
      Object.assign(window, { changes });
      // Its homes follow now, to those of the view; what is said of them and what is asked for stays.
      const observer = new MutationObserver((all) => changes.push(...all.map(({ target }) => target.nodeName)));
      if (list) observer.observe(list, { attributeFilter: ['aria-busy'] });
      const said = list?.querySelector('.explorer-summary');
      if (said) observer.observe(said, { subtree: true, characterData: true, childList: true });
    });
    await page.getByRole('button', { name: en('map.list'), exact: true }).click();
    // Without a place of its own the library takes the map for 400 × 300 pixels.
    await expect(page.locator('.explorer-canvas canvas')).toHaveCSS('height', '300px');
    await frames(page);
    expect(await page.evaluate(() => Reflect.get(window, 'changes'))).toEqual([]);
    await expect(summary(page)).toHaveText(shown ?? '');
    const after = await settled(page, () => chooseStudios(page));
    expect(['west', 'north', 'zoom'].map((name) => after.get(name))).toEqual(['west', 'north', 'zoom'].map((name) => before.get(name)));
    await expect(page.locator('.explorer')).toHaveAttribute('data-side', 'list');
  });
});

test.describe('with a finger on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  const cards = (page: Page) => page.locator('.map-row > li');
  const lit = (page: Page) => page.locator('.map-row [data-lit]');

  test('the map fills the screen under a row of cards: the one that comes to rest is chosen, and a marker brings its card', async ({ page }) => {
    const { asked, home } = await homeAlone(page, await openMap(page));
    const row = page.locator('.map-row');
    const [first, second] = [cards(page).nth(0), cards(page).nth(1)];
    // One card and the edge of the next, at the foot of a map that ends with the screen.
    await expect(first).toBeInViewport({ ratio: 1 });
    await expect(second).toBeInViewport({ ratio: 0.05 });
    const map = await page.locator('.explorer-map').boundingBox();
    expect(map && [map.x, map.width, Math.round(map.y + map.height) <= 844, map.height > 500]).toEqual([0, 390, true, true]);
    for (const name of ['map.list', 'listings.filters'] as const)
      await expect(page.locator('.explorer-switch').getByRole('button', { name: en(name), exact: true })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expect(lit(page)).toHaveCount(0);

    const at = await pointOf(page, asked, home);
    await page.touchscreen.tap(at.x, at.y - 18);
    await expect(lit(page).locator('h2')).toHaveText(home.name);
    await expect(lit(page)).toBeInViewport({ ratio: 0.99 });
    await expect(page.locator('.explorer-chosen')).toHaveCount(0);
    await expect.poll(() => pixelsNear(page, at, colours.lit)).toBeGreaterThan(700);

    // Another card is pushed into its place.
    const place = await row.evaluate((element) => [...element.children].findIndex((one) => one.querySelector('[data-lit]')));
    const to = place === 0 ? 1 : place - 1;
    const box = await row.boundingBox();
    if (!box) throw new Error('the row has no place');
    await page.mouse.move(box.x + 100, box.y + 60);
    await page.mouse.wheel(to > place ? 330 : -330, 0);
    const name = (await cards(page).nth(to).locator('h2').textContent()) ?? '';
    await expect(lit(page).locator('h2')).toHaveText(name.trim());
    await expect(page.locator('.map-pin[data-lit]')).toHaveAttribute('aria-label', new RegExp(`^${name.trim()}(?:: |$)`));
    expect(await violations(page, { include: ['.map-row'] })).toEqual([]);
    await page
      .locator('.explorer-switch')
      .getByRole('button', { name: en('map.list'), exact: true })
      .click();
    await expect(row).toHaveCount(0);
  });
});

test('when the homes of a view cannot be found, the list says so and asks again on demand', async ({ page }) => {
  await openMap(page);
  await page.route(
    (url) => isLists(url.href),
    (route) => route.fulfill({ json: { error_code: 500, message: 'x', data: null } }),
    { times: 1 },
  );
  await settled(page, () => zoomIn(page).click());
  await expect(summary(page)).toContainText(en('map.list_failed'));
  await settled(page, () =>
    summary(page)
      .getByRole('button', { name: en('map.again') })
      .click(),
  );
  await expect(summary(page)).toContainText('in view');
});

test('the card of a home beyond the list is asked for with the filter, and an older answer never covers a newer one', async ({ page }) => {
  await page.route(
    (url) => isLists(url.href),
    async (route) => {
      const answer = await route.fetch();
      const body: { data: object } = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, items: [] } } });
    },
  );
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let late: Promise<unknown> | undefined;
  await page.route('**/search/map/card?*', async (route) => {
    if (late) return route.continue();
    late = held.then(() => route.continue()).catch(() => undefined);
    return late.then(() => undefined);
  });
  await openMap(page, `${address}&urlFilter=u1004a1`);
  const homes = page.locator('.map-pin[data-look="home"]');
  for (let step = 0; step < 3 && (await homes.count()) < 2; step++) await settled(page, () => zoomIn(page).click());
  const press = async (at: number): Promise<URLSearchParams> => {
    const sent = page.waitForRequest('**/search/map/card?*');
    await homes.nth(at).focus();
    await page.keyboard.press('Enter');
    return new URL((await sent).url()).searchParams;
  };
  const asked = [await press(0), await press(1)];
  const newest = asked[1]?.get('house_id') ?? 'none';
  const card = page.locator('.explorer-chosen .map-home');
  await expect(card).toHaveAttribute('data-home', newest);
  expect(asked.map((one) => one.get('urlFilter'))).toEqual(['u1004a1', 'u1004a1']);
  release();
  await late;
  await frames(page);
  await expect(card).toHaveAttribute('data-home', newest);
});

for (const [kind, from, place] of [
  ['the map page', (): string => address, '.explorer'],
  ['the map of a home', (): string => addressOf('house_map', 'en-us'), '.house-map'],
] as const) {
  test(`a map that cannot start says so and starts on another try: ${kind}`, async ({ page }) => {
    await page.addInitScript(() => {
      const real = HTMLCanvasElement.prototype.getContext;
      let refused = false;
      Reflect.set(HTMLCanvasElement.prototype, 'getContext', function context(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        if (kind !== 'webgl2' || refused) return Reflect.apply(real, this, [kind, ...rest]);
        refused = true;
        return null;
      });
    });
    await page.route('**/maplibre-gl*.css', (route) => route.abort('aborted'), { times: 1 });
    await page.goto(from());
    // The map page opens its map by itself on a desk.
    if (kind === 'the map of a home') await show(page).click();
    const again = page
      .locator(place)
      .getByRole('alert')
      .getByRole('button', { name: en('map.again') });
    await expect(page.locator(`${place}[data-map="failed"]`)).toBeVisible();
    const styled = page.waitForResponse('**/maplibre-gl*.css');
    await again.click();
    // The style sheet is there now; a canvas is not to be had yet.
    expect((await styled).ok()).toBe(true);
    await expect(page.locator('link[rel="stylesheet"][href*="maplibre"]')).toHaveCount(1);
    await expect(page.locator(`${place}[data-map="failed"]`)).toBeVisible();
    await again.click();
    await expect(page.locator(`${place}[data-map="ready"]`)).toBeVisible({ timeout: 60_000 });
    await expect(page.locator('.maplibregl-canvas')).toHaveCount(1);
  });
}

for (const [name, viewport, colorScheme] of [
  ['a phone in the dark', { width: 390, height: 844 }, 'dark'],
  ['a desk in the light', { width: 1280, height: 900 }, 'light'],
] as const) {
  test(`the open map has nothing that axe finds: ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await openMap(page);
    await page.locator('.map-layers summary').click();
    expect(await violations(page, { include: ['main'], without: ['target-size'] })).toEqual([]);
    // Where a marker stands is what it says: it may lie below a button until the map is moved (WCAG 2.5.8, essential).
    expect(await violations(page, { include: ['main'], exclude: ['.map-pin'], only: ['target-size'] })).toEqual([]);
  });
}

test('the map of a home shows the way to a school', async ({ page }) => {
  await page.goto(addressOf('house_map', 'en-us'));
  await expect(page.locator('.map > svg:visible').first()).toBeVisible();
  await page.getByRole('button', { name: en('map.show') }).click();
  await expect(page.locator('.house-map[data-map="ready"]')).toBeVisible({ timeout: 60_000 });
  await page.locator('.house-way').getByLabel(en('map.way_to')).selectOption({ index: 1 });
  await expect(page.locator('.house-way output strong')).toHaveText(/\d+ (?:hrs?|mins?), [\d.]+ k?m/);
  await expect(page.locator('.house-way output')).toContainText(en('map.way_estimate'));
});
