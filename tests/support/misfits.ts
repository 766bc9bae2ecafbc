/** What of a page does not fit its window. */
import type { Page } from '@playwright/test';

/** What widens the page, and words cut off inside what hides its overflow. */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const cut = [...document.body.querySelectorAll('a, button, h1, h2, h3, p, td, th, summary, strong')].filter((one) => {
      const { overflowX, display } = getComputedStyle(one);
      return one.checkVisibility() && display !== 'inline' && /hidden|clip/.test(overflowX) && one.clientWidth > 2 && one.scrollWidth > one.clientWidth + 2;
    });
    return [...(scrollWidth > clientWidth + 1 ? [`${scrollWidth} px wide`] : []), ...cut.slice(0, 3).map((one) => `cut: ${one.outerHTML.slice(0, 120)}`)];
  });
}
