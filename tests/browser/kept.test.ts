/** What a reader keeps on a device: saved and compared from a list, there again after a reload and in a second tab. */
import type { Page } from '@playwright/test';
import { translator } from '#lib/i18n/t.ts';
import { addressOf, expect, test } from '../support/browser.ts';

// English would ask about cookies first.
const t = translator('vi-vn');
const pressed = (page: Page, what: 'favourite' | 'compared') => page.locator(`main [data-keep="${what}"][aria-pressed="true"]`);
const compare = (page: Page, at: number) => page.locator('main [data-keep="compared"]').nth(at);
const nameOf = async (page: Page, at: number): Promise<string> => (await page.locator('main .card').nth(at).locator(':is(h2, h3) a').textContent()) ?? '';

test('[R2.039] three homes of a list are compared, and the tray knows them after a reload and in a second tab', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(addressOf('new_list2', 'vi-vn'));
  const tray = page.locator('[data-tray]');
  await expect(tray).toBeHidden();
  for (const at of [0, 1, 2]) {
    await compare(page, at).click();
    await expect(compare(page, at)).toHaveAttribute('aria-pressed', 'true');
  }
  const go = tray.getByRole('link', { name: t('kept.tray_go', { number: 3, most: 4 }) });
  await expect(go).toBeVisible();
  // With the header, not more than a quarter of a phone.
  const heights = await page.evaluate(() => ['.header', '[data-notices]'].map((one) => document.querySelector(one)?.getBoundingClientRect().height ?? 0));
  expect(heights.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(844 / 4);

  const other = await context.newPage();
  await other.goto(addressOf('new_list2', 'vi-vn'));
  await expect(pressed(other, 'compared')).toHaveCount(3);
  await page.reload();
  await expect(pressed(page, 'compared')).toHaveCount(3);
  const name = await nameOf(page, 1);
  await tray.getByRole('button', { name: t('kept.tray_remove', { name }) }).click();
  await expect(pressed(page, 'compared')).toHaveCount(2);
  await expect(pressed(other, 'compared')).toHaveCount(2);
  await other.close();

  await compare(page, 1).click();
  await compare(page, 3).click();
  await expect(pressed(page, 'compared')).toHaveCount(4);
  await compare(page, 4).click();
  await expect(page.getByRole('status').filter({ hasText: t('kept.tray_full', { most: 4 }) })).toBeVisible();
  await tray.getByRole('link').click();
  await expect(page.locator('thead th[scope=col]')).toHaveCount(4);
  // On a phone two homes are in sight and a strip of the third; the names and questions stay where they are.
  const table = page.getByRole('region', { name: t('house.compare_title') });
  const box = async (what: string): Promise<{ x: number; y: number; right: number }> => {
    const { x, y, width } = (await table.locator(what).first().boundingBox()) ?? { x: 0, y: 0, width: 0 };
    return { x, y, right: x + width };
  };
  const edge = 390 - 16;
  expect((await box('thead th:nth-of-type(2)')).right).toBeLessThan(edge);
  expect((await box('thead th:nth-of-type(3)')).x).toBeLessThan(edge);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const [head, question] = ['thead th:nth-of-type(2)', 'tbody tr:last-child th'] as const;
  await table.evaluate((one) => one.scrollTo(40, one.scrollHeight));
  const { top, left } = await table.evaluate((one) => one.getBoundingClientRect().toJSON() as { top: number; left: number });
  expect(Math.abs((await box(head)).y - top)).toBeLessThan(2);
  expect(Math.abs((await box(question)).x - left)).toBeLessThan(2);
  await expect(table.getByRole('rowheader', { name: `(${t('house.compare_differs')})` }).first()).toBeAttached();
  // Its bare address, as menus link it, shows what is compared.
  await page.goto(addressOf('house_compare', 'vi-vn').replace(/\?.*/, ''));
  await expect(page).toHaveURL(/\?ids=\d+,\d+,\d+,\d+$/);
});

test('[R1.01] hearts keep homes on this device; the page of saved homes shows them and hands them on', async ({ page, browser, baseURL }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(addressOf('favourites', 'vi-vn'));
  await expect(page.getByRole('heading', { name: t('kept.empty_title') })).toBeVisible();
  await page.goto(addressOf('new_list2', 'vi-vn'));
  const hearts = page.locator('main [data-keep="favourite"]');
  const name = (await page.locator('main .card h3').first().textContent()) ?? '';
  await expect(hearts.first()).toHaveAccessibleName(t('kept.save_name', { name }));
  await hearts.nth(1).click();
  // Kept, so that the order of the two is theirs and not that of what is still loading.
  await expect(pressed(page, 'favourite')).toHaveCount(1);
  await hearts.nth(0).click();
  await expect(pressed(page, 'favourite')).toHaveCount(2);
  const link = page.locator('.saved-link');
  await expect(link).toHaveText(`${t('kept.saved')}2`);
  await link.click();
  const cards = page.locator('[data-shortlist] article');
  await expect(cards).toHaveCount(2);
  await expect(cards.first().getByRole('heading')).toHaveText(name);
  await expect(page.locator('[data-shortlist] [data-keep="favourite"][aria-pressed="true"]')).toHaveCount(2);

  await page.getByLabel(t('kept.name'), { exact: true }).fill('Leeds, with Linh');
  await page.getByRole('button', { name: t('kept.name_make') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('kept.shortlist_named', { name: 'Leeds, with Linh' }));
  // Somebody else opens it, without script.
  const parent = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const sent = await parent.newPage();
  await sent.goto(page.url());
  await expect(sent.locator('[data-shortlist] article')).toHaveCount(2);
  await expect(sent.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  // What cannot work without script is not shown; what can, is a form.
  await expect(sent.locator('[data-keep="favourite"]').first()).toBeHidden();
  for (const box of await sent.getByRole('checkbox').all()) await box.check();
  await expect(
    sent
      .locator('article')
      .first()
      .getByRole('checkbox', { name: t('kept.compare_name', { name }) }),
  ).toBeChecked();
  await sent.getByRole('button', { name: t('shortlist.board_compare', { most: 4 }) }).click();
  await expect(sent.locator('thead th[scope=col]')).toHaveCount(2);
  await parent.close();
});

test('what is ticked on the board is what this device compares', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(addressOf('new_list2', 'vi-vn'));
  for (const at of [0, 1]) {
    await page.locator('main [data-keep="favourite"]').nth(at).click();
    await expect(pressed(page, 'favourite')).toHaveCount(at + 1);
  }
  await page.goto(addressOf('favourites', 'vi-vn'));
  const boxes = page.locator('[data-pick]');
  await expect(boxes).toHaveCount(2);
  await boxes.first().check();
  const tray = page.locator('[data-tray]');
  await expect(tray.getByRole('link', { name: t('kept.tray_go', { number: 1, most: 4 }) })).toBeVisible();
  // One bar is enough.
  await expect(page.locator('.compare-bar')).toBeHidden();
  await boxes.nth(1).check();
  await page.reload();
  await expect(page.locator('[data-pick]:checked')).toHaveCount(2);
  await boxes.first().uncheck();
  await expect(tray.getByRole('link', { name: t('kept.tray_go', { number: 1, most: 4 }) })).toBeVisible();
  // What is asked of the board is asked of the page, which keeps its homes.
  await page.locator('.for summary').click();
  await page.locator('.for select').first().selectOption({ index: 1 });
  await page.locator('.for').getByRole('button').click();
  await expect(page).toHaveURL(/\/favourites\?schoolunique=/);
  expect(page.url()).not.toContain('ids=');
  await expect(boxes).toHaveCount(2);
  await expect(page.locator('.for select').first()).not.toHaveValue('');
});

test('who waits for a fully booked home finds it among the saved homes, with its present state', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // The last homes of a list are those without vacancies.
  await page.goto('/vn/uk/london');
  const pages = await page.locator('a[href*="/pga"]').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  const last = pages.toSorted((a, b) => Number(/\d+$/.exec(a)) - Number(/\d+$/.exec(b))).at(-1);
  if (last) await page.goto(last);
  const full = page.locator('main .card').filter({ hasText: t('listings.sold_out') });
  const name = (await full.first().locator(':is(h2, h3)').textContent()) ?? '';
  await full.first().locator(':is(h2, h3) a').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  // Homes that can be had come before what this one has no more of.
  expect(await page.locator('main section').first().locator('.card').count()).toBeGreaterThan(0);
  const notice = page.locator('[data-keep="notice"]');
  await notice.click();
  await expect(notice).toHaveAttribute('aria-pressed', 'true');
  await page.goto(addressOf('favourites', 'vi-vn'));
  const awaited = page.locator('[data-noticed] [data-vacancy]');
  await expect(awaited).toHaveCount(1);
  await expect(awaited).toContainText(name);
  await expect(awaited.locator('.tag').first()).toHaveText(t('kept.notice_full'));
  await awaited.locator('[data-keep="notice"]').click();
  // Kept before the page is left.
  await expect.poll(() => page.evaluate(() => (JSON.parse(localStorage.getItem('kept') ?? '{}') as { notices?: unknown[] }).notices?.length ?? 0)).toBe(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: t('kept.empty_title') })).toBeVisible();
});

test('[R2.039] a home kept on this device is put beside those compared', async ({ page }) => {
  await page.goto(addressOf('new_list2', 'vi-vn'));
  const heart = page.locator('main [data-keep="favourite"]').nth(2);
  const name = await nameOf(page, 2);
  await heart.click();
  const compared = await compare(page, 0).getAttribute('value');
  await compare(page, 0).click();
  await expect(pressed(page, 'compared')).toHaveCount(1);
  await page.reload();
  await expect(pressed(page, 'favourite')).toHaveCount(1);
  await page.goto(`${addressOf('house_compare', 'vi-vn').split('?')[0]}?ids=${compared}`);
  const columns = page.locator('thead th[scope=col]');
  await expect(columns).toHaveCount(1);
  await page.getByRole('link', { name: t('house.compare_from_kept') }).click();
  await page
    .getByRole('link', { name: t('house.compare_add_name', { name }), exact: true })
    .last()
    .click();
  await expect(columns).toHaveCount(2);
  await expect(columns.nth(1)).toContainText(name);
});

test('what is kept moves nothing when it is shown', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    const kept = { v: 1, favourites: [], compared: [{ id: 1, at: 1, name: 'A' }], recent: [], notices: [] };
    localStorage.setItem('kept', JSON.stringify(kept));
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // Chinese pages wait for no typeface, so whatever moves is moved by what is kept.
  for (const name of ['new_list2', 'house_detail', 'index'] as const) {
    await page.goto(addressOf(name, 'zh-cn'));
    if (name === 'new_list2') await expect(page.locator('[data-tray]')).toBeVisible();
    else await expect(page.locator('[data-tray-homes] li')).toHaveCount(1);
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0)), name).toBeLessThan(0.001);
  }
});
