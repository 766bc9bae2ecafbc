/** Streets under the map, from a small file of an invented town over London that is installed in a site of this test's own. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { installBasemap, removeBasemap } from '#lib/features/basemap/basemap.files.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/browser.ts';
import { drawsMaps } from '../support/drawn-map.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';
import type { StandIn } from '../support/stand-in.ts';
import { streetsFile } from '../support/streets-file.ts';
import { tileService } from '../support/tile-service.ts';

// Processors that draw a map take as long as it has pixels: the window is the smallest in which it opens by itself.
test.use({
  viewport: { width: 960, height: 600 },
  launchOptions: drawsMaps,
});
test.setTimeout(240_000);
test.describe.configure({ mode: 'serial' });

let site: Site;
test.beforeAll(async () => {
  // A site of its own, which fills its catalogue first.
  test.setTimeout(180_000);
  site = await startSite();
  const file = join(site.dataDir, 'london.pmtiles');
  writeFileSync(file, streetsFile({ box: { west: -0.5, south: 51.3, east: 0.25, north: 51.68 }, minZoom: 6, maxZoom: 13 }));
  await installBasemap(site.dataDir, file, new Date());
  rmSync(file);
});
test.afterAll(() => site.stop());

/** Opens the map of London; gives the letters that were drawn for it, and the answers of the file. */
async function openMap(page: Page, prefix: string, at: string, of: Site = site): Promise<{ letters: () => Promise<string>; ranges: number[] }> {
  const ranges: number[] = [];
  page.on('response', (response) => void (response.url().endsWith('.pmtiles') && ranges.push(response.status())));
  await page.addInitScript(() => {
    const letters = new Set<string>();
    Object.assign(window, { letters });
    const { fillText } = OffscreenCanvasRenderingContext2D.prototype;
    // The library draws each letter of a label once, on a canvas of its own.
    OffscreenCanvasRenderingContext2D.prototype.fillText = function (text: string, ...rest) {
      for (const letter of text) letters.add(letter);
      fillText.call(this, text, ...rest);
    };
  });
  await page.goto(`${of.baseUrl}${prefix}/map?cname=uk&rname=london&at=${at}`);
  await expect(page.locator('.explorer[data-map="ready"]')).toBeVisible({ timeout: 60_000 });
  return { ranges, letters: () => page.evaluate(() => [...(Reflect.get(window, 'letters') as Set<string>)].join('')) };
}

/** How many pixels of the map have a colour, to a few shades. */
async function pixelsOf(page: Page, colour: readonly [number, number, number]): Promise<number> {
  // By its place on the page: a picture of an element waits for two equal frames, which a map that is drawn by the processor gives late.
  const clip = (await page.locator('.explorer-canvas canvas').boundingBox()) ?? undefined;
  const { data, info } = await sharp(await page.screenshot(clip && { clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels) if (colour.every((part, index) => Math.abs((data[at + index] ?? 0) - part) <= 4)) count++;
  return count;
}

/** A colour of the map's style sheet. */
const colourOf = (page: Page, name: string): Promise<[number, number, number]> =>
  page.locator('.explorer-map').evaluate((map, property) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${property})`;
    map.append(probe);
    const parts = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [];
    probe.remove();
    return [0, 1, 2].map((index) => parts[index] ?? 0) as [number, number, number];
  }, name);

test.describe('in the evening', () => {
  test.use({ colorScheme: 'dark' });

  test('roads are drawn from ranges of the file, then by day, and the map says whose streets they are', async ({ page }) => {
    const { ranges } = await openMap(page, '/en', '51.50000,-0.12000,13.00');
    const en = translator('en-us');
    await expect(page.getByRole('link', { name: en('map.credit') })).toHaveAttribute('href', 'https://www.openstreetmap.org/copyright');
    // The same page for both: a map that is opened costs more than one that is drawn anew.
    for (const scheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const colour of ['--map-park', '--map-street'] as const)
        await expect.poll(async () => pixelsOf(page, await colourOf(page, colour)), { timeout: 60_000 }).toBeGreaterThan(200);
    }
    expect(ranges.length).toBeGreaterThan(1);
    expect(new Set(ranges)).toEqual(new Set([206]));
    await page.locator('.map-layers summary').click();
    await expect(page.locator('.map-layers')).toContainText(en('map.streets'));
  });
});

for (const [locale, prefix, name] of [
  ['zh-cn', '', '茶壶镇'],
  ['zh-tw', '/tw', '茶壺鎮'],
  ['vi-vn', '/vn', 'Ấm'],
] as const satisfies readonly (readonly [Locale, string, string])[]) {
  test(`labels are in the language of the page: ${locale}`, async ({ page }) => {
    const { letters } = await openMap(page, prefix, '51.50000,-0.12000,12.00');
    await expect(async () => {
      const drawn = await letters();
      expect([...name].filter((letter) => !drawn.includes(letter))).toEqual([]);
    }).toPass({ timeout: 60_000 });
  });
}

test('beyond the file, and without one, the map is our own drawing and says so', async ({ page }) => {
  const en = translator('en-us');
  await openMap(page, '/en', '53.48000,-2.24000,12.00');
  await page.locator('.map-layers summary').click();
  await expect(page.locator('.map-layers')).toContainText(en('map.schematic'));
  await removeBasemap(site.dataDir);
  const { ranges } = await openMap(page, '/en', '51.50000,-0.12000,12.00');
  await page.locator('.map-layers summary').click();
  await expect(page.locator('.map-layers')).toContainText(en('map.schematic'));
  await expect(page.locator('.map-credit')).toHaveCount(0);
  expect(ranges).toEqual([]);
});

test('streets at another origin: the policy of a map’s page names that one alone, and they are drawn', async ({ browser }) => {
  // The usual page complains of every host but ours.
  const page = await browser.newPage({ colorScheme: 'light' });
  const complaints: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  const origin = 'https://tiles.example.org';
  const bytes = streetsFile({ box: { west: -0.5, south: 51.3, east: 0.25, north: 51.68 }, minZoom: 6, maxZoom: 13 });
  const elsewhere = await startSite({ BASEMAP_URL: `${origin}/london.pmtiles` });
  try {
    const asked: string[] = [];
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'range, if-match', 'access-control-expose-headers': 'etag' };
    await page.route(`${origin}/**`, async (route) => {
      const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec((await route.request().headerValue('range')) ?? '') ?? [];
      asked.push(route.request().url());
      const end = Math.min(bytes.length - 1, to === '' ? bytes.length - 1 : Number(to));
      await route.fulfill({
        status: route.request().method() === 'OPTIONS' ? 204 : 206,
        headers: { ...cors, etag: '"a"', 'content-range': `bytes ${from}-${end}/${bytes.length}` },
        body: Buffer.from(bytes.subarray(Number(from), end + 1)),
      });
    });
    const answer = await page.goto(`${elsewhere.baseUrl}/en/map?cname=uk&rname=london&at=51.50000,-0.12000,13.00`);
    const calls = (policy: string | undefined): string | undefined => /connect-src ([^;]*)/.exec(policy ?? '')?.[1];
    expect(calls(answer?.headers()['content-security-policy'])).toBe(`'self' ${origin}`);
    await expect(page.locator('.explorer[data-map="ready"]')).toBeVisible({ timeout: 60_000 });
    const park = await colourOf(page, '--map-park');
    await expect.poll(() => pixelsOf(page, park), { timeout: 60_000 }).toBeGreaterThan(200);
    expect(new Set(asked)).toEqual(new Set([`${origin}/london.pmtiles`]));
    const without = await page.request.get(`${elsewhere.baseUrl}/en/about`);
    expect(calls(without.headers()['content-security-policy'])).toBe("'self'");
    expect(complaints).toEqual([]);
  } finally {
    await page.close();
    await elsewhere.stop();
  }
});

test.describe('tiles of a service that our server asks', () => {
  let service: StandIn;
  let withTiles: Site;
  let isDown = false;
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    service = await tileService((_, response) => {
      if (isDown) response.writeHead(503).end();
      return isDown;
    });
    withTiles = await startSite({ TILES_URL: `${service.origin}/planet` });
  });
  test.afterAll(async () => {
    await withTiles.stop();
    await service.close();
  });

  test('are drawn by day and in the evening, ask no host but ours, and the map names whom they name', async ({ page }) => {
    const hosts = new Set<string>();
    const tiles: number[] = [];
    page.on('request', (request) => void hosts.add(new URL(request.url()).host));
    page.on('response', (response) => void (/\/basemap\/tiles\//.test(response.url()) && tiles.push(response.status())));
    // Between the park and the lake of a tile.
    await openMap(page, '/en', '51.49561,-0.11206,13.60', withTiles);
    await page.locator('.map-layers summary').click();
    await expect(page.locator('.map-layers')).toContainText(translator('en-us')('map.streets'));
    // What it lies over is counted, too.
    await page.locator('.map-layers summary').click();
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const colour of ['--map-park', '--map-street', '--map-lake', '--map-land'] as const)
        await expect.poll(async () => pixelsOf(page, await colourOf(page, colour)), { timeout: 60_000 }).toBeGreaterThan(200);
      expect(await violations(page, { without: ['target-size'] })).toEqual([]);
    }
    expect(tiles.length).toBeGreaterThan(1);
    expect(new Set(tiles)).toEqual(new Set([200]));
    expect([...hosts]).toEqual([new URL(withTiles.baseUrl).host]);
    const credit = page.locator('.map-credit');
    await expect(credit).toHaveText(/OpenFreeMap.*© OpenMapTiles.*Data from.*OpenStreetMap/);
    await expect(credit.getByRole('link', { name: 'OpenStreetMap' })).toHaveAttribute('href', 'https://www.openstreetmap.org/copyright');
  });

  test('have labels in the language of the page', async ({ page }) => {
    const { letters } = await openMap(page, '/tw', '51.50000,-0.12000,12.00', withTiles);
    await expect(async () => {
      const drawn = await letters();
      expect([...'茶壺鎮'].filter((letter) => !drawn.includes(letter))).toEqual([]);
    }).toPass({ timeout: 60_000 });
  });

  test('that do not come leave our own drawing, and markers do not wait for them', async ({ browser }) => {
    // The usual page complains of the status.
    const page = await browser.newPage({ colorScheme: 'light' });
    try {
      isDown = true;
      await openMap(page, '/en', '53.48000,-2.24000,13.00', withTiles);
      await expect(page.locator('.map-pin').first()).toBeVisible();
      // White, as the streets would be.
      const own = await colourOf(page, '--map-street');
      await expect.poll(() => pixelsOf(page, own), { timeout: 60_000 }).toBeGreaterThan(2_000);
      // Soft edges of our own grid have this shade too; land would fill the map, of some 200,000 pixels.
      expect(await pixelsOf(page, await colourOf(page, '--map-land'))).toBeLessThan(5_000);
    } finally {
      isDown = false;
      await page.close();
    }
  });
});
