/** The first view of somebody whose connection has not brought the fonts yet: weight, faces and layout hold. */
import type { Page } from '@playwright/test';
import { addressOf, expect, test } from '../support/browser.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** The faces of the device or of ours that an element is really set in. */
async function facesOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}

for (const locale of ['en-us', 'vi-vn'] as const) {
  test(`without its fonts a page in ${locale} has bold type, one face in a word, and stays where it is when they come`, async ({ page }) => {
    const fonts: (() => void)[] = [];
    await page.route('**/*.woff2', (route) => new Promise<void>((resolve) => fonts.push(() => resolve(route.continue()))));
    await page.goto(addressOf('new_list3', locale), { waitUntil: 'domcontentloaded' });
    const heading = page.locator('h1');
    await expect(heading).toBeVisible();
    expect(await heading.evaluate((one) => getComputedStyle(one).fontWeight)).toBe('600');
    const widths = await heading.evaluate((one) => {
      const word = one.appendChild(document.createElement('span'));
      word.textContent = 'Manchester';
      return [400, 600].map((weight) => {
        word.style.fontWeight = String(weight);
        return word.getBoundingClientRect().width;
      });
    });
    // The regular face at both weights is the same width to the pixel. By how much a bold one is wider, each device rounds for itself.
    expect(widths[1]).toBeGreaterThan((widths[0] ?? 0) + 1);
    await heading.evaluate((one) => one.lastElementChild?.remove());
    expect(await facesOf(page, 'h1')).toEqual([expect.anything()]);
    // Styles of what lies below come late, too: here the fonts alone are to come.
    const areStyled = () => page.evaluate(() => [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet !== null));
    await expect.poll(areStyled).toBe(true);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (const send of fonts) send();
    await page.waitForLoadState('load');
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  });
}

test('on a Vietnamese page both weights are asked for in the head, and a heading is set in one face', async ({ page }) => {
  await page.goto(addressOf('new_list3', 'vi-vn'));
  await expect(page.locator('link[rel="preload"][as="font"]')).toHaveCount(2);
  await page.reload();
  expect(await facesOf(page, 'h1')).toEqual([expect.stringMatching(/^Be Vietnam Pro/)]);
});

test('styles of what lies below come late: the first screen waits for none, and nothing below is shown without its own', async ({ page }) => {
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.route('**/*.late.*.css', async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto(addressOf('new_list2', 'en-us'), { waitUntil: 'commit' });
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('.card').first()).toBeVisible();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  expect(await page.locator('.dock').count()).toBe(0);
  const top = await page.locator('.card').first().boundingBox();
  isHeld = false;
  for (const send of held) send();
  await page.waitForLoadState('load');
  expect(await page.locator('.dock').evaluate((one) => getComputedStyle(one).pointerEvents)).toBe('none');
  expect(await page.locator('.card').first().boundingBox()).toEqual(top);
});

test('the place of the share button is kept until the script says that the browser can share', async ({ page }) => {
  await page.goto(addressOf('house_detail', 'zh-cn'));
  const share = page.locator('header.top .share');
  await expect(share).toBeVisible();
  const size = (): Promise<readonly number[]> =>
    share.evaluate((one) => {
      const { width, height } = one.getBoundingClientRect();
      return [width, height];
    });
  const shown = await size();
  await page.locator('html').evaluate((root) => root.removeAttribute('data-can-share'));
  await expect(share).toBeHidden();
  expect(await size()).toEqual(shown);
});
