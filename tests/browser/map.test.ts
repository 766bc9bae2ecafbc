/** The map page: a list without script; with a map, when somebody wants it, that list and map go together. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { translator } from '#lib/i18n/t.ts';
import { chromiumArguments, chromiumPath } from '../support/chromium.ts';
import { addressOf, expect, test } from '../support/browser.ts';

const en = translator('en-us');
const inLondon = '?cname=uk&rname=london';
const address = `${addressOf('map', 'en-us').split('?')[0]}${inLondon}`;

test.use({
  launchOptions: {
    executablePath: chromiumPath(),
    args: [...chromiumArguments.filter((argument) => argument !== '--disable-gpu'), '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  },
});
test.setTimeout(120_000);

const pins = (page: Page) => page.locator('.map-pin');
const rows = (page: Page) => page.locator('.explorer-list .map-home');
const summary = (page: Page) => page.locator('.explorer-summary');

async function openMap(page: Page): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: en('map.show') }).click();
  await expect(page.locator('.explorer[data-map="ready"]')).toBeVisible({ timeout: 60_000 });
  await expect(pins(page).first()).toBeVisible();
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('[R2.040][R1.07][R2.226] the map page is the list of the same homes, page by page, with filters', async ({ page }) => {
    await page.goto(addressOf('new_list2', 'en-us'));
    await page
      .getByRole('main')
      .getByRole('link', { name: en('map.map'), exact: true })
      .click();
    await expect(page).toHaveURL(/\/en\/map\?cname=uk&rname=london$/);
    await expect(rows(page)).toHaveCount(20);
    await expect(page.getByRole('button', { name: en('map.show') })).toBeHidden();
    await page.locator('main a[rel~="next"]').first().click();
    await expect(page).toHaveURL(/urlFilter=pga2$/);
    await expect(rows(page).first()).toBeVisible();
    await page.locator('main button[popovertarget="filters"]:visible').first().click();
    await page.locator('#filters a[href*="urlFilter=u"]').first().click();
    await expect(page).toHaveURL(/urlFilter=u[0-9a-z-]+/);
    await rows(page).first().getByRole('link').click();
    await expect(page).toHaveURL(/\/detail-(apartments|rent)-\d+$/);
  });
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
  await page.getByRole('button', { name: en('map.zoom_in'), exact: true }).click();
  await page.getByRole('button', { name: en('map.zoom_in'), exact: true }).click();
  await expect(summary(page)).not.toHaveText(before ?? '');
});

test('the map works by keyboard: arrows move it, Tab goes through homes in the order of the list, Escape closes', async ({ page }) => {
  await openMap(page);
  for (let step = 0; step < 2; step++) await page.getByRole('button', { name: en('map.zoom_in'), exact: true }).click();
  await expect(page.locator('.map-pin[data-look="home"]').first()).toBeVisible();
  const before = await summary(page).textContent();
  await page.locator('.explorer-canvas canvas').focus();
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight');
  await expect(summary(page)).not.toHaveText(before ?? '');
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.map-pin[data-look="home"]').first()).toBeVisible();

  const titles = await rows(page).locator('h3').allTextContents();
  const named = (await page.locator('.map-pin[data-look="home"]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? '')))
    .map((label) => titles.findIndex((title) => label.startsWith(`${title.trim()}:`)))
    .filter((at) => at >= 0);
  expect(named).toEqual(named.toSorted((a, b) => a - b));

  await page.locator('.map-pin[data-look="home"]').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.explorer-chosen')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.explorer-chosen')).toHaveCount(0);
});

test('a home lights up on map and list together', async ({ page }) => {
  await openMap(page);
  for (let step = 0; step < 3; step++) {
    await page.getByRole('button', { name: en('map.zoom_in'), exact: true }).click();
    await expect(page.locator('.explorer-list:not([aria-busy])')).toBeVisible();
  }
  const pin = page.locator('.map-pin[data-look="home"]').first();
  await expect(pin).toBeVisible();
  await pin.focus();
  await expect(page.locator('.explorer-list .map-home[data-lit]')).toHaveCount(1);
  await rows(page).nth(1).hover();
  await expect(page.locator('.explorer-list .map-home[data-lit]')).toHaveCount(1);
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

test('a filter keeps the map where it is', async ({ page }) => {
  await openMap(page);
  await page.getByRole('main').locator('button[popovertarget="filters"]').first().click();
  await page.locator('#filters a[href*="urlFilter=u1004"]').first().click();
  await expect(page).toHaveURL(/urlFilter=u1004/);
  await expect(page.locator('.explorer[data-map="ready"]')).toBeVisible({ timeout: 60_000 });
  await expect(pins(page).first()).toBeAttached();
});

for (const [name, viewport, colorScheme] of [
  ['a phone in the dark', { width: 390, height: 844 }, 'dark'],
  ['a desk in the light', { width: 1280, height: 900 }, 'light'],
] as const) {
  test(`the open map has nothing that axe finds: ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await openMap(page);
    await page.locator('.map-layers summary').click();
    const { violations } = await new AxeBuilder({ page })
      .include('main')
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    expect(
      violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ html }) => html.slice(0, 140))
            .join(' | ')}`,
      ),
    ).toEqual([]);
  });
}

test('the map of a home shows the way to a school', async ({ page }) => {
  await page.goto(addressOf('house_map', 'en-us'));
  await expect(page.locator('.map > svg:visible').first()).toBeVisible();
  await page.getByRole('button', { name: en('map.show') }).click();
  await expect(page.locator('.house-map[data-map="ready"]')).toBeVisible({ timeout: 60_000 });
  await page.locator('.house-way').getByLabel(en('map.way_to')).selectOption({ index: 1 });
  await expect(page.locator('.house-way output strong')).toHaveText(/\d+ mins?, [\d.]+ k?m/);
  await expect(page.locator('.house-way output')).toContainText(en('map.way_estimate'));
});
