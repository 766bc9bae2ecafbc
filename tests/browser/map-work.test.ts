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
