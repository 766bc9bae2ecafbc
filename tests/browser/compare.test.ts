/** The comparison on a phone: which home and which question one looks at stays in sight, by finger and by keys; and for which stay it is. */
import type { Locator, Page } from '@playwright/test';
import { consent } from '#lib/features/tracking/consent.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { addressOf, expect, test } from '../support/browser.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: consent.cookie, value: 'necessary', url: baseURL ?? '' }]);
});

const boxOf = async (one: Locator): Promise<{ left: number; top: number; right: number; bottom: number }> =>
  one.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  });

for (const locale of ['en-us', 'zh-cn', 'vi-vn'] as const)
  test(`whatever is scrolled, names stand above and questions before what they are of (${locale})`, async ({ page }) => {
    const t = translator(locale);
    await page.goto(addressOf('new_list2', locale));
    const ids = await page
      .locator('[data-keep="favourite"]')
      .evaluateAll((hearts) => [...new Set(hearts.map((one) => (one as HTMLElement).dataset['home']))].slice(0, 4));
    await page.goto(`${addressOf('house_compare', locale).split('?')[0] ?? ''}?ids=${ids.join(',')}`);
    const table = page.getByRole('region', { name: t('house.compare_title') });
    const columns = table.getByRole('columnheader');
    await expect(columns).toHaveCount(4);
    // It is said and seen that there is more: part of a third home stands at the edge.
    await expect(page.getByText(t('house.compare_cue', { count: 4 }))).toBeVisible();
    const [window, third] = [await boxOf(table), await boxOf(columns.nth(2))];
    expect([third.left < window.right, third.right > window.right]).toEqual([true, true]);

    // By keys alone: it has the focus, and goes both ways.
    await table.focus();
    await expect(table).toBeFocused();
    for (const key of ['ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    await expect.poll(() => table.evaluate((one) => one.scrollLeft > 0 && one.scrollTop > 0)).toBe(true);

    for (const row of await table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
      .all()) {
      // All the way to the side, and with half of the row above the names' edge.
      await table.evaluate((one) => one.scrollTo(one.scrollWidth, 0));
      const high = await row.evaluate((one) => one.getBoundingClientRect().height);
      await row.evaluate((one, within) => {
        const scrolled = one.closest('[role=region]');
        const names = scrolled?.querySelector('thead .acts td');
        if (scrolled && names) scrolled.scrollTop = 0;
        // What stays in sight of the head is what of it lies below the edge once one scrolls.
        if (scrolled && names) {
          scrolled.scrollTop = 400;
          const head = names.getBoundingClientRect().bottom - scrolled.getBoundingClientRect().top;
          scrolled.scrollTop += one.getBoundingClientRect().top + within - scrolled.getBoundingClientRect().top - head;
        }
      }, high / 2);
      const head = row.getByRole('rowheader');
      const [names, label, cell] = [await boxOf(table.locator('thead .acts td').last()), await boxOf(head.locator('.label')), await boxOf(head)];
      const said = await head.innerText();
      expect.soft(Math.abs(cell.left - window.left), said).toBeLessThan(2);
      // As far as the row reaches below the names, its question is there to read; where it has less room than the words, their end is.
      const room = cell.bottom - names.bottom;
      const shown = Math.min(label.bottom, window.bottom) - Math.max(label.top, names.bottom);
      expect.soft(shown, said).toBeGreaterThan(Math.min(label.bottom - label.top, room) - 24);
    }
  });

const comparedIn = async (page: Page, locale: Locale, count: number): Promise<string> => {
  await page.goto(addressOf('new_list2', locale));
  const ids = await page.locator('[data-keep="favourite"]').evaluateAll((hearts) => [...new Set(hearts.map((one) => (one as HTMLElement).dataset['home']))]);
  return `${addressOf('house_compare', locale).split('?')[0] ?? ''}?ids=${ids.slice(0, count).join(',')}`;
};

for (const width of [390, 1280])
  test(`three homes fit ${width} px; picture, name, sum and the way to book stay in sight`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(await comparedIn(page, 'vi-vn', 3));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.locator('[data-row="stock"]').scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollBy(0, 200));
    const top = width < 768 ? 0 : 64;
    for (const part of ['.pictures .picture', '.names a', '.sum', '.acts a']) {
      const { top: upper, bottom } = await boxOf(page.locator(`thead ${part}`).first());
      expect(bottom, part).toBeGreaterThan(top + 20);
      expect(upper, part).toBeLessThan(260);
      if (part !== '.pictures .picture') expect(upper, part).toBeGreaterThanOrEqual(top);
    }
  });

test('a stay is chosen without script, stands in the address, and goes along to each home', async ({ browser, page, baseURL }) => {
  const address = await comparedIn(page, 'en-us', 2);
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const plain = await context.newPage();
  await plain.goto(address);
  const t = translator('en-us');
  const form = plain.getByRole('form', { name: t('house.compare_stay') });
  await form.getByLabel(t('listings.filter_months')).selectOption({ index: 0 });
  await form.getByLabel(t('listings.filter_leases')).selectOption({ index: 0 });
  const [month = '', band = ''] = await form.locator('select').evaluateAll((selects) => selects.map((one) => (one as HTMLSelectElement).value));
  await form.getByRole('button').click();
  const intake = `intake=${month.slice(0, 7).replace('-', '')}a${band}`;
  await expect(plain).toHaveURL(new RegExp(`\\?ids=\\d+,\\d+&${intake}$`));
  for (const home of await plain.locator('thead th[scope=col] a').all()) await expect(home).toHaveAttribute('href', new RegExp(`${intake}$`));
  await context.close();
});

test('only what is different is shown to who asks for it, without script too', async ({ page }) => {
  await page.goto(await comparedIn(page, 'en-us', 2));
  const same = page.locator('[data-row]:not(.differs)');
  expect(await same.count()).toBeGreaterThan(0);
  await page.getByLabel(translator('en-us')('house.compare_only_different')).check();
  for (const row of await same.all()) await expect(row).toBeHidden();
  await expect(page.locator('[data-row].differs').first()).toBeVisible();
});
