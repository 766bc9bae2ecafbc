/** How much a map does for one step of zoom: counted, because times on a shared machine tell little. */
import { mostPoints } from '#lib/features/map/map-clusters.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import { chromiumArguments, chromiumPath } from '../support/chromium.ts';
import { addressOf, expect, test } from '../support/browser.ts';

const en = translator('en-us');

test.use({
  viewport: { width: 1280, height: 900 },
  launchOptions: {
    executablePath: chromiumPath(),
    args: [...chromiumArguments.filter((argument) => argument !== '--disable-gpu'), '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  },
});
test.setTimeout(120_000);

test('over all homes, a zoom asks once, and changes no more than the list and the markers', async ({ page }) => {
  const isLists = (url: string): boolean => new URL(url).pathname === '/_houseApi/search/map';
  const first = page.waitForResponse((response) => isLists(response.url()), { timeout: 60_000 });
  await page.goto(`${addressOf('map', 'en-us').split('?')[0]}?at=52.50000,-1.50000,5.00`);
  await first;
  await expect(page.locator('.map-pin').first()).toBeVisible({ timeout: 60_000 });
  const zoomIn = page.getByRole('button', { name: en('map.zoom_in'), exact: true });
  for (let step = 0; step < 3; step++) {
    const asked: string[] = [];
    const count = (request: { url(): string }): void => void (isLists(request.url()) && asked.push(request.url()));
    page.on('request', count);
    await page.evaluate(() => {
      const changes = { nodes: 0 };
      const observer = new MutationObserver((all) => {
        for (const { addedNodes, removedNodes } of all) changes.nodes += addedNodes.length + removedNodes.length;
      });
      const map = document.querySelector('.explorer');
      if (map) observer.observe(map, { childList: true, subtree: true });
      Object.assign(window, { changes });
    });
    const answered = page.waitForResponse((response) => isLists(response.url()), { timeout: 60_000 });
    await zoomIn.click();
    await answered;
    await expect(page.locator('.explorer-list:not([aria-busy])')).toBeVisible();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    page.off('request', count);
    expect(asked).toHaveLength(1);
    expect(await page.locator('.map-pin').count()).toBeLessThanOrEqual(mostPoints);
    // Every row and every marker may go, and another come.
    expect(await page.evaluate(() => Reflect.get(window, 'changes').nodes)).toBeLessThanOrEqual(2 * (20 + mostPoints) + 10);
  }
});

test('while a map zooms its markers are moved and nothing else, and those that stay are the same elements', async ({ page }) => {
  const isLists = (url: string): boolean => new URL(url).pathname === '/_houseApi/search/map';
  const first = page.waitForResponse((response) => isLists(response.url()), { timeout: 60_000 });
  await page.goto(`${addressOf('map', 'en-us').split('?')[0]}?at=52.50000,-1.50000,7.00`);
  await first;
  await expect(page.locator('.map-pin').first()).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.explorer-list:not([aria-busy])')).toBeVisible();
  await page.evaluate(() => {
    const seen = { moved: 0, styled: 0, frames: 0, first: [...document.querySelectorAll('.map-pin')] };
    const count = (): void => {
      seen.frames++;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    const observer = new MutationObserver((all) => {
      for (const { target, type } of all) {
        if (!(target instanceof Element)) continue;
        if (type === 'attributes' && target.matches('.map-spot')) seen.moved++;
        else if (target.closest('.map-spots')) seen.styled++;
      }
    });
    for (const map of document.querySelectorAll('.explorer-map')) observer.observe(map, { attributes: true, childList: true, subtree: true });
    Object.assign(window, { seen });
  });
  const asked = page.waitForRequest((request) => isLists(request.url()), { timeout: 60_000 });
  const answered = page.waitForResponse((response) => isLists(response.url()), { timeout: 60_000 });
  await page.getByRole('button', { name: en('map.zoom_in'), exact: true }).click();
  await asked;
  const { moved, styled, frames, pins } = await page.evaluate(() => {
    const seen = Reflect.get(window, 'seen');
    return { moved: seen.moved, styled: seen.styled, frames: seen.frames, pins: seen.first.length };
  });
  expect(styled).toBe(0);
  expect(moved).toBeGreaterThan(0);
  // Once a frame, and once more to come to rest on whole pixels.
  expect(moved).toBeLessThanOrEqual(pins * (frames + 2));
  await answered;
  await expect(page.locator('.explorer-list:not([aria-busy])')).toBeVisible();
  const kept = await page.evaluate(() => {
    const before = new Map<string | null, Element>(Reflect.get(window, 'seen').first.map((pin: Element) => [pin.getAttribute('aria-label'), pin]));
    const after = [...document.querySelectorAll('.map-pin[data-look="home"]')].filter((pin) => before.has(pin.getAttribute('aria-label')));
    return { same: after.filter((pin) => before.get(pin.getAttribute('aria-label')) === pin).length, all: after.length };
  });
  expect(kept.all).toBeGreaterThan(0);
  expect(kept.same).toBe(kept.all);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('homes behind the map are left alone until somebody looks at them', async ({ page }) => {
    const isLists = (url: string): boolean => new URL(url).pathname === '/_houseApi/search/map';
    await page.goto(`${addressOf('map', 'en-us').split('?')[0]}?at=52.50000,-1.50000,5.00`);
    await page.getByRole('button', { name: en('map.show') }).click();
    await expect(page.locator('.map-pin').first()).toBeVisible({ timeout: 60_000 });
    await page.evaluate(() => {
      const changes = { nodes: 0 };
      const observer = new MutationObserver((all) => {
        for (const { addedNodes, removedNodes } of all) changes.nodes += addedNodes.length + removedNodes.length;
      });
      const list = document.querySelector('.explorer-list > div');
      if (list) observer.observe(list, { childList: true, subtree: true });
      Object.assign(window, { changes });
    });
    const answered = page.waitForResponse((response) => isLists(response.url()), { timeout: 60_000 });
    await page.getByRole('button', { name: en('map.zoom_in'), exact: true }).click();
    const { data } = await (await answered).json();
    const list = page.locator('.explorer-list');
    await expect(list.locator('.explorer-summary')).toHaveText(data.summary);
    expect(await page.evaluate(() => Reflect.get(window, 'changes').nodes)).toBe(0);
    await page.getByRole('button', { name: en('map.list') }).click();
    await expect(list.locator('h3')).toHaveText(data.items.map(({ title }: { title: string }) => title));
  });
});
