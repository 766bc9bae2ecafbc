/** The search field of the header: a form until somebody turns to it, then a combobox with a panel. */
import { brotliCompressSync } from 'node:zlib';
import { translator } from '#lib/i18n/t.ts';
import { violations } from '../support/axe.ts';
import { addressOf, expect, test } from '../support/browser.ts';

test.use({ viewport: { width: 1280, height: 900 } });

test('[R4.071] [R2.209] [R2.210] the panel is hidden at first; on focus it shows popular cities and schools by country', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => /\/_\w+Api\/|\/_api\/|\/_track\//.test(request.url()) && calls.push(request.url()));
  await page.goto(addressOf('new_list2', 'zh-cn'), { waitUntil: 'networkidle' });
  await expect(page.locator('.search-panel')).toHaveCount(0);
  expect(calls, 'calls before anybody acts').toEqual([]);
  await page.locator('#search-header').focus();
  const panel = page.locator('.search-panel');
  await expect(panel.getByRole('tab')).not.toHaveCount(0);
  await expect(panel.getByRole('tabpanel').getByRole('link').first()).toBeVisible();
  const second = panel.getByRole('tab').nth(1);
  const before = await panel.getByRole('tabpanel').textContent();
  await second.click();
  await expect(second).toHaveAttribute('aria-selected', 'true');
  expect(await panel.getByRole('tabpanel').textContent()).not.toBe(before);
  expect(await violations(page, { include: ['.search-panel'] })).toEqual([]);
});

test('[R4.072] [R9.20] [R2.207] typing asks once it rests for 350 ms, shows suggestions in tabs, and typing again resets the tabs', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/search/suggest') && asked.push(new URL(request.url()).searchParams.get('keyword') ?? ''));
  await page.goto(addressOf('new_list2', 'en-us'));
  const field = page.locator('#search-header');
  await field.focus();
  await expect(page.getByRole('tab').first()).toBeVisible();
  // Time stands still, so that a slow machine's pause between two letters is no rest; calls are signed with it, so it is now.
  const now = new Date();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now.getTime() + 1_000);
  await field.pressSequentially('london');
  await page.clock.runFor(340);
  expect(asked).toEqual([]);
  await page.clock.runFor(20);
  await page.clock.resume();
  await expect(page.getByRole('option').first()).toContainText('London');
  expect(asked).toEqual(['london']);
  const tabs = page.locator('.search-tabs button');
  await tabs.nth(1).click();
  await expect(tabs.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await field.focus();
  await field.press('Backspace');
  await expect(page.locator('.search-tabs button').first()).toHaveAttribute('aria-pressed', 'true');
  expect(await violations(page, { include: ['.search-panel', 'form.search'] })).toEqual([]);
});

test('[R4.074] [R2.211] arrows choose, Enter follows, and what was picked is remembered until it is deleted', async ({ page }) => {
  await page.goto(addressOf('guides', 'en-us'));
  const field = page.locator('#search-header');
  await field.fill('manchester');
  await expect(page.getByRole('option').first()).toContainText('Manchester');
  await field.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-activedescendant', (await page.getByRole('option').first().getAttribute('id')) ?? '');
  const url = await page.getByRole('option').first().getAttribute('href');
  const recorded = page.waitForResponse((response) => response.url().includes('/search/log/record'));
  // Told by the page itself: while it is left, it answers nobody.
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (!document.querySelector('.search-panel')) sessionStorage.setItem('closed-at', location.pathname);
    }).observe(document.body, { childList: true, subtree: true });
  });
  // The next page takes its time, so that what closes has closed where it was.
  await page.route(`**${url}`, async (route) => {
    await new Promise((resolve) => void setTimeout(resolve, 500));
    await route.continue();
  });
  await field.press('Enter');
  await recorded;
  await page.waitForURL(`**${url}`);
  expect(await page.evaluate(() => sessionStorage.getItem('closed-at'))).toBe(addressOf('guides', 'en-us'));
  await page.locator('#search-header').focus();
  const history = page.locator('.search-history');
  await expect(history.getByRole('link').first()).toHaveText('Manchester');
  await history.getByRole('button').first().click();
  await expect(history).toHaveCount(0);
  await page.reload();
  await page.locator('#search-header').focus();
  await expect(page.getByRole('tab').first()).toBeVisible();
  await expect(page.locator('.search-history')).toHaveCount(0);
});

test('[R4.073] a click elsewhere, Tab and Escape close the panel', async ({ page }) => {
  await page.goto(addressOf('guides', 'en-us'));
  const field = page.locator('#search-header');
  const panel = page.locator('.search-panel');
  await field.focus();
  await expect(panel).toBeVisible();
  await page.mouse.click(10, 700);
  await expect(panel).toHaveCount(0);
  await field.click();
  await expect(panel).toBeVisible();
  await field.press('Escape');
  await expect(panel).toHaveCount(0);
  // Tab goes through the panel first; it closes once the focus has left both.
  await field.click();
  await expect(panel.getByRole('tab').first()).toBeVisible();
  const within = panel.locator(':focus');
  await field.press('Tab');
  for (let step = 0; step < 80 && (await panel.count()) > 0; step++) await page.keyboard.press('Tab');
  await expect(within).toHaveCount(0);
  await expect(panel).toHaveCount(0);
  await field.focus();
  await expect(panel).toBeVisible();
  await field.press('Shift+Tab');
  await expect(panel).toHaveCount(0);
});

test('[R2.208] more results are loaded until there are no more, each shown once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/search/keyword') && asked.push(new URL(request.url()).searchParams.get('page') ?? ''));
  await page.goto(addressOf('guides', 'en-us'));
  await page.locator('#search-header').fill('university');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  expect(asked).toEqual([]);
  const more = page.locator('.search-more');
  for (let press = 0; press < 3; press++) {
    const before = await options.count();
    await more.click();
    await expect(options).not.toHaveCount(before);
    expect(await options.count()).toBeGreaterThan(before);
  }
  await expect(more).toHaveText(/\d/);
  expect(asked).toEqual(asked.map((_, index) => String(index + 1)));
  const links = await options.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(new Set(links).size).toBe(links.length);
});

test('[R5.61] [R2.208] a misspelt keyword that finds nothing leads on by other spellings', async ({ page }) => {
  await page.route('**/search/suggest**', (route) => route.fulfill({ json: { error_code: 0, message: '', data: [] } }));
  await page.route('**/search/keyword**', (route) =>
    route.fulfill({
      json: {
        error_code: 0,
        message: '',
        data: { items: [], paginate: { current_page: 1, total: 0 }, suggestions: { term_suggest: { options: [{ text: 'Leeds' }] } } },
      },
    }),
  );
  await page.goto(addressOf('guides', 'vi-vn'));
  const field = page.locator('#search-header');
  await field.fill('leedz');
  await expect(page.locator('.search-note')).toContainText('leedz');
  await page.locator('.search-terms').getByRole('button', { name: 'Leeds' }).click();
  await expect(field).toHaveValue('Leeds');
});

test('[R8.32] when searching fails, neither a spinner nor an empty tip stays', async ({ page }) => {
  await page.route('**/search/suggest**', (route) => route.fulfill({ json: { error_code: 500, message: 'x', data: null } }));
  await page.goto(addressOf('guides', 'en-us'));
  const answered = page.waitForResponse((response) => response.url().includes('/search/suggest'));
  await page.locator('#search-header').fill('london');
  await answered;
  await expect(page.locator('.search-note')).toHaveCount(0);
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(page.locator('.toast[data-shown]')).toHaveCount(0);
});

test('a slow answer to an older keyword never overwrites a newer one', async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const late = new Promise<void>((resolve) => {
    void page.route('**/search/suggest?*keyword=lon&*', async (route) => {
      await held;
      // A question that was taken back has nobody left to answer.
      await route.continue().catch(() => undefined);
      resolve();
    });
  });
  await page.goto(addressOf('guides', 'en-us'));
  const field = page.locator('#search-header');
  const asked = page.waitForRequest((request) => request.url().includes('keyword=lon&'));
  await field.fill('lon');
  const older = await asked;
  await field.fill('manchester');
  await expect(page.getByRole('option').first()).toContainText('Manchester');
  release();
  await late;
  // Taken back or answered: in both cases the page has been told before its next frames.
  await expect.poll(async () => older.failure()?.errorText ?? (await older.response())?.status()).toBeTruthy();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(page.getByRole('option').first()).toContainText('Manchester');
});

test('the island costs at most 25 KB beyond React, and 75 KB with it', async ({ page }) => {
  const scripts = new Map<string, number>();
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), brotliCompressSync(await response.body()).length);
  });
  await page.goto(addressOf('new_list2', 'en-us'), { waitUntil: 'networkidle' });
  const before = new Set(scripts.keys());
  await page.locator('#search-header').focus();
  await expect(page.getByRole('tab').first()).toBeVisible();
  const woken = [...scripts].filter(([url]) => !before.has(url));
  const sum = (part: readonly (readonly [string, number])[]): number => part.reduce((total, [, bytes]) => total + bytes, 0);
  expect(sum(woken.filter(([url]) => !/\/(?:react|client)\./.test(url)))).toBeLessThanOrEqual(25 * 1024);
  expect(sum(woken)).toBeLessThanOrEqual(75 * 1024);
});

test('[R2.212] the panel has a way to open the map', async ({ page }) => {
  await page.goto(addressOf('guides', 'zh-tw'));
  await page.locator('#search-header').focus();
  await expect(page.locator('.search-map')).toHaveAttribute('href', '/tw/map');
});

test('[R7.003] calls send the page’s cookies', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'selectlang', value: 'en-us', url: baseURL ?? '' }]);
  await page.goto(addressOf('guides', 'en-us'));
  const asked = page.waitForRequest((request) => request.url().includes('/search/suggest'));
  await page.locator('#search-header').fill('leeds');
  expect((await (await asked).allHeaders())['cookie']).toContain('selectlang=en-us');
});

test('[R8.06] [R9.11] a failed call says so for 3 seconds, and what it should have done is undone', async ({ page }) => {
  const entry = { type: 'city', city_id: 826001, name_zh: '', name_tc: '', name_en: 'London', name_vi: '', title: 'London', url: '/en/uk/london' };
  await page.route('**/search/log/last**', (route) => route.fulfill({ json: { error_code: 0, message: '', data: [entry] } }));
  await page.route('**/search/log/delete**', (route) => route.fulfill({ json: { error_code: 503, message: 'Busy just now.', data: null } }));
  await page.goto(addressOf('guides', 'en-us'));
  await page.locator('#search-header').focus();
  const history = page.locator('.search-history');
  await expect(history.getByRole('link')).toHaveText('London');
  // Standing still, so that a slow machine takes nothing from the three seconds.
  const now = new Date('2026-11-21T12:00:00Z');
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now.getTime() + 1_000);
  await history.getByRole('button').click();
  const toast = page.getByRole('status').filter({ hasText: 'Busy just now.' });
  await expect(toast).toBeVisible();
  await expect(history.getByRole('link')).toHaveText('London');
  await page.clock.runFor(2_800);
  await expect(toast).toBeVisible();
  await page.clock.runFor(400);
  await expect(toast).toHaveCount(0);
});

test('[R8.42] a part of the page that a new release has removed is fetched again with the page, once', async ({ page }) => {
  let asked = 0;
  await page.route('**/_assets/mount.*.js', (route) =>
    asked++ === 0 ? route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("gone")' }) : route.continue(),
  );
  // A part that is lost while one that can be done without is on its way waits for the next touch.
  await page.goto(addressOf('guides', 'en-us'), { waitUntil: 'networkidle' });
  const loaded = page.waitForEvent('load');
  await page.locator('#search-header').focus();
  await loaded;
  await page.locator('#search-header').focus();
  await expect(page.locator('.search-panel')).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('the field is a form with a results page', async ({ page }) => {
    await page.goto(addressOf('guides', 'en-us'));
    await page.locator('#search-header').fill('rooms london');
    await page.locator('#search-header').press('Enter');
    await expect(page).toHaveURL(/\/en\/search\?q=rooms\+london/);
    await expect(
      page
        .locator('main')
        .getByRole('link', { name: /London/ })
        .first(),
    ).toBeVisible();
  });
});

for (const [width, appId] of [
  [767, '4'],
  [768, '13'],
] as const)
  test(`[R3.19] at ${width} px the site speaks to the API as ${appId === '4' ? 'a phone' : 'a computer'}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(addressOf('guides', 'en-us'));
    const asked = page.waitForRequest((request) => request.url().includes('/search/suggest'));
    await page.locator('#search-header').fill('lond');
    expect((await asked).headers()['app-id']).toBe(appId);
  });

test('[R4.073] on a phone the search takes the window above the keyboard, and Back closes it where it was', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(addressOf('index', 'en-us'));
  // One search at a time is in sight.
  await expect(page.locator('#search-header')).toBeHidden();
  const field = page.locator('#search-home');
  await field.click();
  const panel = page.locator('.search-panel');
  await expect(panel.getByRole('tabpanel').getByRole('link').first()).toBeVisible();
  // What a keyboard of 360 pixels leaves.
  await page.setViewportSize({ width: 390, height: 484 });
  await field.fill('manchester');
  await expect(page.getByRole('option').nth(3)).toBeInViewport({ ratio: 1 });
  expect((await field.boundingBox())?.y).toBeLessThan(60);
  await expect.poll(async () => (await panel.boundingBox())?.height).toBe(484 - 60);
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${addressOf('index', 'en-us')}$`));
});

test('an empty search is answered in the language of the page, not of the browser', async ({ page }) => {
  await page.goto(addressOf('guides', 'zh-cn'));
  const field = page.locator('#search-header');
  await field.focus();
  await expect(page.locator('.search-panel')).toBeVisible();
  await field.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(translator('zh-cn')('search.box_empty'));
  await field.fill('london');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const width of [390, 1280])
  test(`the large field's suggestions are no action buttons, and nothing lies over what is typed (${width})`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(addressOf('index', 'en-us'));
    const field = page.locator('form.search.large input[type=search]');
    await field.click();
    const tab = page.locator('form.search.large .search-panel').getByRole('tab').first();
    await expect(tab).toBeVisible();
    await field.fill('london');
    const tabs = page.locator('form.search.large .search-tabs button');
    await expect(tabs.first()).toBeVisible();
    // The pointer rests where it clicked, and the panel may open under it.
    await page.mouse.move(0, 0);
    const fills = () => page.locator('form.search.large .search-panel button').evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    await expect.poll(async () => [...new Set(await fills())]).toEqual(['rgba(0, 0, 0, 0)']);
    const [typed, close] = [await field.boundingBox(), await page.locator('form.search.large .search-close').boundingBox()];
    const inset = await field.evaluate((one) => Number.parseFloat(getComputedStyle(one).paddingInlineStart));
    if (width === 390) expect((typed?.x ?? 0) + inset).toBeGreaterThanOrEqual((close?.x ?? 0) + (close?.width ?? 0));
    else expect(close).toBeNull();
    expect(await violations(page, { include: ['form.search.large'] })).toEqual([]);
  });
