/** The comparison on a phone: which home and which question one looks at stays in sight, by finger and by keys. */
import type { Locator } from '@playwright/test';
import { consent } from '#lib/features/tracking/consent.rules.ts';
import { translator } from '#lib/i18n/t.ts';
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
        const names = scrolled?.querySelector('.names th');
        if (scrolled && names) scrolled.scrollTop = 0;
        if (scrolled && names)
          scrolled.scrollTop = one.getBoundingClientRect().top + within - scrolled.getBoundingClientRect().top - names.getBoundingClientRect().height;
      }, high / 2);
      const head = row.getByRole('rowheader');
      const [names, label, cell] = [await boxOf(columns.first()), await boxOf(head.locator('.label')), await boxOf(head)];
      const said = await head.innerText();
      expect.soft(Math.abs(cell.left - window.left), said).toBeLessThan(2);
      // As far as the row reaches below the names, its question is there to read; where it has less room than the words, their end is.
      const room = cell.bottom - names.bottom;
      const shown = Math.min(label.bottom, window.bottom) - Math.max(label.top, names.bottom);
      expect.soft(shown, said).toBeGreaterThan(Math.min(label.bottom - label.top, room) - 24);
    }
  });
