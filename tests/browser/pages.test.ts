/**
 * Every page type: complete in every language and fitting the narrowest phones; accessible on phones in light and on desks in dark, each
 * in a language that has its turn, or with JOURNEYS=full in all.
 */
import type { Page } from '@playwright/test';
import { isChinese, localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { violations } from '../support/axe.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { turnLocales } from '../support/matrix.ts';
import { pageTypes } from '../support/page-types.ts';

const vietnamese = /[ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ]/i;

/** Whether a text is in the locale's language, by its letters. */
function isIn(locale: Locale, text: string): boolean {
  const han = /\p{Script=Han}/u.test(text);
  if (isChinese(locale)) return han;
  return !han && (locale === 'en-us' || vietnamese.test(text));
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

/** A notice lies over the page until it is closed; what it half covers is judged as the reader has it afterwards. Before the page is opened. */
async function settleNotices(page: Page, url: string): Promise<void> {
  await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
  await page.addInitScript(() => {
    sessionStorage.setItem('appBarClosed', '1');
    for (const key of ['appPromptClosed', 'isShowEntryUserGuide']) localStorage.setItem(key, '1');
  });
}

for (const [turn, { name, status, locales }] of pageTypes.entries()) {
  test(`${name} is complete in every language, accessible and fits`, async ({ page, baseURL }) => {
    // One visit for each language, and with JOURNEYS=full two judgements of each. The page of all calls has 17,000 elements.
    test.setTimeout(600_000);
    // Markup and colours are the same in every language: each kind of page is judged in two, another one on a desk than on a phone.
    const [onPhones, onDesks] = [turnLocales(turn, locales), turnLocales(turn + 2, locales)];
    for (const locale of locales) {
      await page.setViewportSize({ width: 390, height: 844 });
      const response = await page.goto(addressOf(name, locale));
      expect.soft(response?.status(), locale).toBe(status);
      await expect.soft(page.locator('html')).toHaveAttribute('lang', localeFacts[locale].lang);
      const title = await page.title();
      expect.soft(isIn(locale, title), `title in ${locale}: ${title}`).toBe(true);
      expect.soft(await page.locator('h1').count(), `headings of the first level in ${locale}`).toBe(1);
      expect.soft(await page.locator('body').innerText(), locale).not.toMatch(/\bundefined\b|\bNaN\b|\[object |\{\{|\}\}|Invalid Date/);
      expect.soft(await overflowing(page), `${locale} at 390 px`).toEqual([]);
      // A link half under a notice counts as small; sizes are judged below, when the notice is closed.
      if (onPhones.includes(locale)) expect.soft(await violations(page, { without: ['target-size'] }), `${locale}, light, 390 px`).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect.soft(await overflowing(page), `${locale} at 320 px`).toEqual([]);
    }
    await settleNotices(page, baseURL ?? '');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const locale of onDesks) {
      await page.goto(addressOf(name, locale));
      expect.soft(await violations(page), `${locale}, dark, 1280 px`).toEqual([]);
    }
  });
}
