/** Every page type in every locale: complete, accessible and fitting the narrowest phones; in dark and on a desk in one of them. */
import type { Page } from '@playwright/test';
import { isChinese, localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { axe, everyRule } from '../support/axe.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { journeyLocales } from '../support/matrix.ts';
import { pageTypes } from '../support/page-types.ts';

const vietnamese = /[ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ]/i;

/** Whether a text is in the locale's language, by its letters. */
function isIn(locale: Locale, text: string): boolean {
  const han = /\p{Script=Han}/u.test(text);
  if (isChinese(locale)) return han;
  return !han && (locale === 'en-us' || vietnamese.test(text));
}

/** Each violation with the first elements it is about. */
async function violations(page: Page, rules?: 'beside a notice'): Promise<string[]> {
  const judge = axe(page).withTags(everyRule);
  // A link half under a notice counts as small; sizes are judged below, when the notice is closed.
  if (rules === 'beside a notice') judge.disableRules(['target-size']);
  const found = await judge.analyze();
  return found.violations.map(
    ({ id, help, nodes }) =>
      `${id} (${help}): ${nodes
        .slice(0, 3)
        .map(({ html }) => html.slice(0, 160))
        .join(' | ')}`,
  );
}

/** What sticks out of the window to the right. */
async function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    // What lies in a strip that scrolls by itself does not widen the page.
    const clipped = (element: Element): boolean => {
      for (let above = element.parentElement; above && above !== document.body; above = above.parentElement)
        if (getComputedStyle(above).overflowX !== 'visible') return true;
      return false;
    };
    const wide = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > clientWidth + 1 && !clipped(element));
    return [`page is ${scrollWidth} px wide`, ...wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 120))];
  });
}

/** A notice lies over the page until it is closed; what it half covers is judged as the reader has it afterwards. */
async function settleNotices(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: page.url() }]);
  await page.evaluate(() => {
    sessionStorage.setItem('appBarClosed', '1');
    for (const key of ['appPromptClosed', 'isShowEntryUserGuide']) localStorage.setItem(key, '1');
  });
  await page.reload();
}

for (const { name, status, locales } of pageTypes) {
  for (const locale of locales) {
    test(`${name} in ${locale} is complete, accessible and fits`, async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const response = await page.goto(addressOf(name, locale));
      expect(response?.status()).toBe(status);
      await expect(page.locator('html')).toHaveAttribute('lang', localeFacts[locale].lang);
      const title = await page.title();
      expect.soft(isIn(locale, title), `title in ${locale}: ${title}`).toBe(true);
      expect.soft(await page.locator('h1').count(), 'headings of the first level').toBe(1);
      expect.soft(await page.locator('body').innerText()).not.toMatch(/\bundefined\b|\bNaN\b|\[object |\{\{|\}\}|Invalid Date/);
      expect.soft(await overflowing(page), 'at 390 px').toEqual([]);
      expect.soft(await violations(page, 'beside a notice'), 'light, 390 px').toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect.soft(await overflowing(page), 'at 320 px').toEqual([]);
      // Markup and colours are the same in every language.
      if (!journeyLocales('wide', locales).includes(locale)) return;
      await settleNotices(page);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: 'dark' });
      expect.soft(await violations(page), 'dark, 1280 px').toEqual([]);
    });
  }
}
