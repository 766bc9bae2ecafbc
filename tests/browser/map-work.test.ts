/** How much a map does for one step of zoom: counted, because times on a shared machine tell little. */
import { pageSize } from '#lib/features/finding/question.rules.ts';
import { mostPoints } from '#lib/features/map/map-clusters.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { drawsMaps } from '../support/drawn-map.ts';
import type { Page } from '@playwright/test';

const en = translator('en-us');

test.use({
  viewport: { width: 1100, height: 700 },
  launchOptions: drawsMaps,
});
test.setTimeout(120_000);

const isLists = (url: string): boolean => new URL(url).pathname === '/_houseApi/search/map';

/** As `ListedHomes.tsx` has them: rows that come with an answer; the others of its list follow when somebody turns to them, and when the map rests. */
const rowsAtOnce = 6;
/** As `use-whole-list.ts` has them: milliseconds after which a map rests. */
const rest = 2_500;

const rows = (page: Page) => page.locator('.explorer-list .map-home');
const zoomIn = (page: Page) => page.getByRole('button', { name: en('map.zoom_in'), exact: true });

/** Has a map rest when it is told to alone: on a busy machine a step may take longer than that. */
const restWhenTold = (page: Page): Promise<unknown> =>
  page.addInitScript((after) => {
    const { setTimeout: later } = window;
    const rests: (() => void)[] = [];
    Object.assign(window, { rests, setTimeout: (act: () => void, wait?: number) => (wait === after ? (rests.push(act), 0) : later(act, wait)) });
  }, rest);

async function openMap(page: Page, zoom: string): Promise<void> {
  const first = page.waitForResponse((response) => isLists(response.url()), { timeout: 60_000 });
  await page.goto(`${addressOf('map', 'en-us').split('?')[0]}?at=52.50000,-1.50000,${zoom}`);
  await first;
  // The notice of the visit takes a line from the map: what that draws anew is no part of a step.
  await expect(page.locator('.foot-note')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.map-pin').first()).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.explorer-list:not([aria-busy])')).toBeVisible();
}

/** Zooms in once, and tells what changed in the page until its list was no longer busy. */
async function changesOfStep(page: Page): Promise<{ readonly nodes: number; readonly rows: number; readonly pins: number }> {
  await page.evaluate(() => {
    const changes = { nodes: 0, rows: 0, pins: 0 };
    const done = new Promise((resolve) => {
      const observer = new MutationObserver((all) => {
        for (const { addedNodes, removedNodes } of all) {
          changes.nodes += addedNodes.length + removedNodes.length;
          for (const node of addedNodes) {
            if (!(node instanceof Element)) continue;
            for (const one of [node, ...node.querySelectorAll('*')]) {
              if (one.matches('.map-home')) changes.rows++;
              if (one.matches('.map-pin')) changes.pins++;
            }
          }
        }
        if (all.some(({ attributeName, oldValue }) => attributeName === 'aria-busy' && oldValue !== null)) {
          observer.disconnect();
          resolve(changes);
        }
      });
      const map = document.querySelector('.explorer');
      if (map) observer.observe(map, { childList: true, subtree: true, attributeFilter: ['aria-busy'], attributeOldValue: true });
    });
    Object.assign(window, { done });
  });
  // With the pointer where it is: over the list it would be a sign of somebody there.
  await zoomIn(page).evaluate((button) => button instanceof HTMLElement && button.click());
  return page.evaluate(() => Reflect.get(window, 'done'));
}

test('over all homes, a zoom asks once, and changes no more than the markers and the rows in sight', async ({ page }) => {
  await restWhenTold(page);
  await openMap(page, '4.50');
  // What the first step loads makes room for itself, and the markers are drawn once more for that.
  await changesOfStep(page);
  for (let step = 0; step < 3; step++) {
    const asked: string[] = [];
    const count = (request: { url(): string }): void => void (isLists(request.url()) && asked.push(request.url()));
    page.on('request', count);
    const changes = await changesOfStep(page);
    page.off('request', count);
    expect(asked).toHaveLength(1);
    const pins = await page.locator('.map-pin').count();
    expect(pins).toBeLessThanOrEqual(mostPoints);
    expect(changes.pins).toBeLessThanOrEqual(pins);
    expect(changes.rows).toBeLessThanOrEqual(rowsAtOnce);
    // Every place of a row and every marker may go, and another come.
    expect(changes.nodes).toBeLessThanOrEqual(2 * (pageSize + mostPoints) + 10);
  }
  // Once the map rests the list is whole.
  await page.evaluate(() => Reflect.get(window, 'rests').at(-1)());
  await expect(rows(page)).toHaveCount(pageSize);
});

test('who turns to the list has all of it, and keeps having it there', async ({ page }) => {
  // In this test no map rests.
  await restWhenTold(page);
  await openMap(page, '5.00');
  await expect(rows(page)).toHaveCount(rowsAtOnce);
  const places = page.locator('.explorer-list li');
  await expect(places).toHaveCount(pageSize);
  await rows(page).first().hover();
  await expect(rows(page)).toHaveCount(pageSize);

  await page.mouse.move(2, 2);
  await changesOfStep(page);
  await expect(rows(page)).not.toHaveCount(pageSize);
  await places.nth(pageSize - 2).evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await expect(rows(page)).toHaveCount(pageSize);
  await changesOfStep(page);
  expect(await rows(page).count()).toBe(await places.count());
});

test('while a map zooms nothing of the page changes, and the buttons of markers that stay are the same elements', async ({ page }) => {
  await openMap(page, '7.00');
  await page.evaluate(() => {
    const seen = { changes: [] as string[], first: [...document.querySelectorAll('.map-pin')] };
    const observer = new MutationObserver((all) => {
      for (const { target, type, attributeName } of all)
        if (target instanceof Element) seen.changes.push(`${type} ${target.tagName}.${target.className} ${attributeName ?? ''}`);
    });
    for (const map of document.querySelectorAll('.explorer-map')) observer.observe(map, { attributes: true, childList: true, subtree: true });
    Object.assign(window, { seen });
  });
  // What the answer changes is none of the zoom's: it waits until the zoom has been read.
  const read = Promise.withResolvers<void>();
  await page.route(
    (url) => isLists(url.href),
    async (route) => {
      await read.promise;
      await route.continue();
    },
  );
  const asked = page.waitForRequest((request) => isLists(request.url()), { timeout: 60_000 });
  const answered = page.waitForResponse((response) => isLists(response.url()), { timeout: 60_000 });
  await zoomIn(page).click();
  await asked;
  // Markers are moved by the layer that draws them.
  expect(await page.evaluate(() => Reflect.get(window, 'seen').changes)).toEqual([]);
  read.resolve();
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
    await page.goto(`${addressOf('map', 'en-us').split('?')[0]}?at=52.50000,-1.50000,5.00`);
    await page.evaluate(() => {
      for (const child of document.querySelectorAll('.explorer-list > div > *')) child.setAttribute('data-as-sent', '');
    });
    await page.getByRole('button', { name: en('map.show') }).click();
    await expect(page.locator('.map-pin').first()).toBeVisible({ timeout: 60_000 });
    // The first answer takes the place of what the page came with a moment after the markers are there.
    await expect(page.locator('[data-as-sent]')).toHaveCount(0);
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
    await zoomIn(page).click();
    const { data } = await (await answered).json();
    const list = page.locator('.explorer-list');
    await expect(list.locator('.explorer-summary')).toHaveText(data.summary);
    expect(await page.evaluate(() => Reflect.get(window, 'changes').nodes)).toBe(0);
    await page.getByRole('button', { name: en('map.list') }).click();
    await expect(list.locator('h3')).toHaveText(data.items.map(({ title }: { title: string }) => title));
  });
});
