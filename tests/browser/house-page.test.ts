/** A home's page: how long it is, what one sees first, what opens, and choosing a month and a lease without script. */
import { localeFacts } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { anyHouses } from '../support/any-houses.ts';
import { addressOf, expect, test } from '../support/browser.ts';

const sizes = [
  { width: 390, height: 844, most: 8_000 },
  { width: 1280, height: 900, most: 6_300 },
] as const;
const consent = () => [{ name: 'cookie_consent', value: 'necessary', url: process.env['SITE_BASE_URL'] ?? '' }];

for (const locale of ['zh-cn', 'en-us', 'vi-vn'] as const)
  test(`homes’ pages are at most ${sizes.map(({ width, most }) => `${most} high at ${width}`).join(' and ')} (${locale})`, async ({
    page,
    request,
    baseURL,
  }) => {
    const { prefix } = localeFacts[locale];
    await page.context().addCookies(consent());
    for (const { path } of await anyHouses(request, baseURL, 3, '/uk/london')) {
      await page.goto(`${prefix && `/${prefix}`}${path}`);
      // What is below the window is not laid out before somebody comes near, but for what is folded: all of it counts.
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('* { content-visibility: visible !important; }');
        document.adoptedStyleSheets.push(sheet);
      });
      for (const { width, height, most } of sizes) {
        await page.setViewportSize({ width, height });
        await page.waitForLoadState('networkidle');
        const size = await page.evaluate(() => ({ height: document.documentElement.scrollHeight, width: document.documentElement.scrollWidth }));
        expect.soft(size.height, `${path} at ${width}`).toBeLessThanOrEqual(most);
        expect.soft(size.width, path).toBe(width);
      }
    }
  });

test('who goes to a part that is folded finds it open', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.context().addCookies(consent());
  await page.goto(addressOf('house_detail', 'en-us'));
  const checks = page.locator('.checked');
  await expect(checks).not.toHaveAttribute('open');
  await page.locator('.tabs a[href="#checks"]').click();
  await expect(checks).toHaveAttribute('open');
  await expect(checks.locator('.checks li').first()).toBeVisible();
  await page.goto(`${addressOf('house_detail', 'en-us')}?currency=EUR#trend`);
  await expect(page.locator('details:has(#trend) .chart')).toBeVisible();
});

test('on paper everything that is folded is printed', async ({ page }) => {
  await page.goto(addressOf('house_detail', 'en-us'));
  await page.emulateMedia({ media: 'print' });
  for (const inside of ['.included details li', '.checked .checks li', '.cancel details table', '.price .lines dl'])
    await expect(page.locator(inside).first()).toBeVisible();
});

for (const locale of ['zh-cn', 'en-us', 'vi-vn'] as const)
  test(`on a desk name, pictures, sum and the way to book are in the first window; the price is whole in one of 600 pixels (${locale})`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.context().addCookies(consent());
    await page.goto(addressOf('house_detail', locale));
    const book = page.locator('.side').getByRole('link', { name: translator(locale)('orders.book'), exact: true });
    for (const part of [page.getByRole('heading', { level: 1 }), page.locator('.price .all'), book]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual(650);
    }
    await page.setViewportSize({ width: 1280, height: 600 });
    // A notice at the foot of the window takes a line of it until it is read.
    await page.locator('.foot-note button:visible').last().click();
    await page.locator('#included').scrollIntoViewIfNeeded();
    await expect(page.locator('.price')).toBeInViewport({ ratio: 0.99 });
    const scrolls = await page.locator('.side').evaluate((side) => side.scrollHeight - side.clientHeight);
    expect(scrolls).toBeLessThanOrEqual(0);
    await expect(book).toBeInViewport({ ratio: 1 });
    // Beside the price the bar says nothing twice; below it the sum and the way to book are in the bar.
    const mini = page.locator('.bar > .mini a');
    await expect(mini).toBeHidden();
    await page.locator('#faq').scrollIntoViewIfNeeded();
    await expect(mini).toBeInViewport({ ratio: 1 });
  });

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  for (const width of [390, 1280])
    test(`a lease is chosen on its card: its sum is shown, and it leads to the page that says the same (${width})`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(addressOf('house_detail', 'en-us'));
      const card = page.locator('article.unit:has(label + label):visible').first();
      await expect(card.locator('.sum:visible')).toHaveCount(1);
      const before = await card.locator('.sum:visible strong').innerText();
      await card.locator('label').nth(1).click();
      await expect(card.locator('.sum:visible')).toHaveCount(1);
      const total = await card.locator('.sum:visible strong').innerText();
      expect(total).not.toBe(before);
      await card.locator('.sum:visible').getByRole('link').click();
      await expect(page).toHaveURL(/hcr\d{2,}$/);
      await expect(page.locator('.price .all strong')).toHaveText(total);
    });

  test('another month of move-in leads price, rooms and what follows, and the way back to the list', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(addressOf('house_detail', 'en-us'));
    const months = page.locator('.intakes');
    const other = months.locator('a:not([aria-current])').first();
    const month = await other.innerText();
    await other.click();
    await expect(page).toHaveURL(/\?ask=u1000a\d{6}#rooms$/);
    await expect(months.locator('[aria-current]')).toHaveText(month);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /^noindex/);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).not.toContain('?');
    const [, code = ''] = /ask=(u1000a\d{6})/.exec(page.url()) ?? [];
    const sum = page.locator('article.unit').first().locator('.sum:visible');
    await expect(sum.locator('strong')).toHaveText(await page.locator('.price .all strong').innerText());
    for (const [part, way] of [
      [page.locator('.side'), /\/order\/|book/],
      [page.locator('.ask'), /askform/],
      [page.locator('main'), /house-compare/],
      [page.locator('article.unit').first(), /\/h\d+u\d+hcr\d+/],
    ] as const) {
      const hrefs = (await part.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))).filter((href) => way.test(href));
      expect([String(way), hrefs.length > 0, hrefs.filter((href) => !href.includes(code))]).toEqual([String(way), true, []]);
    }
    const total = await sum.locator('strong').innerText();
    await sum.getByRole('link').click();
    await expect(page.locator('.price .all strong')).toHaveText(total);
    await page.goBack();
    await expect(page.locator('[data-asked] a').first()).toHaveAttribute('href', new RegExp(`/${code}$`));
  });

  test('a part that is folded is seen by whoever goes to it', async ({ page }) => {
    await page.goto(`${addressOf('house_detail', 'en-us')}#checks`);
    await expect(page.locator('.checked .checks li').first()).toBeVisible();
  });

  test('what comes back is shown for what happened', async ({ page }) => {
    await page.goto(addressOf('house_detail', 'en-us'));
    const cases = page.locator('.cases');
    await expect(cases.locator('.case:visible')).toHaveCount(1);
    for (const chip of await cases.locator('label').all()) {
      await chip.click();
      await expect(cases.locator('.case:visible')).toHaveCount(1);
      await expect(cases.locator('.case:visible li').first()).toBeVisible();
    }
  });
});

test('another month changes the page in place: what was pressed stays where it was, and Back leads to the month before', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(addressOf('house_detail', 'en-us'));
  const chosen = page.locator('.intakes [aria-current]');
  const first = await chosen.innerText();
  const other = page.locator('.intakes a:not([aria-current])').first();
  const month = await other.innerText();
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await other.focus();
  const before = await other.evaluate((link) => link.getBoundingClientRect().top);
  await other.press('Enter');
  await expect(page).toHaveURL(/\?ask=u1000a\d{6}$/);
  await expect(chosen).toHaveText(month);
  await expect(chosen).toBeFocused();
  expect(Math.abs((await chosen.evaluate((link) => link.getBoundingClientRect().top)) - before)).toBeLessThanOrEqual(2);
  await expect(page.getByRole('status').filter({ hasText: month })).toBeAttached();
  await page.goBack();
  await expect(chosen).toHaveText(first);
  expect(await page.evaluate(() => Reflect.get(window, 'stayed'))).toBe(true);
});
