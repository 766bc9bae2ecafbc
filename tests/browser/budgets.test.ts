/** Bytes a page may cost before anybody touches it, on a phone with a fine screen. */
import { isChinese } from '#lib/i18n/locales.ts';
import { routeOf } from '#lib/routes.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { journeyLocales } from '../support/matrix.ts';
import { pageTypes } from '../support/page-types.ts';
import { weighPage } from '../support/page-weight.ts';

const kilobyte = 1_024;
const most = { script: 5 * kilobyte, islands: 3 * kilobyte, css: 12 * kilobyte, font: 35 * kilobyte };
/** Bytes of a first view with its pictures, of which the browser asks for those of the next three screens. Vietnamese ones bring 27 KB of fonts. */
const mostInAll = { list: 95 * kilobyte, index: 115 * kilobyte, country_page: 100 * kilobyte, house_detail: 115 * kilobyte } as const;
const lists: ReadonlySet<string> = new Set([
  'new_list',
  'new_list2',
  'new_list3',
  'new_list_search_by_neighbourhood',
  'new_list_search_by_property_type',
  'filtered',
]);

// The screen too: before it has read the page's viewport, the browser picks pictures for the screen, not for the window.
const phone = { width: 390, height: 844 };
test.use({ viewport: phone, screen: phone, deviceScaleFactor: 2, isMobile: true, hasTouch: true });

for (const { name, locales } of pageTypes) {
  if (name !== 'filtered' && name !== 'missing' && routeOf(name).render === 'private') continue;
  // Scripts and styles are the same in all; Vietnamese loads the most fonts, Chinese none.
  const weighed = new Set([...journeyLocales('narrow', locales), ...locales.filter((one) => one === 'vi-vn')]);
  test(`${name} keeps to its budget`, async ({ page }) => {
    for (const locale of weighed) {
      const weight = await weighPage(page, addressOf(name, locale));
      expect.soft(weight.script, `bytes of script in ${locale}`).toBeLessThanOrEqual(most.script);
      expect.soft(weight.islands, `bytes of what wakes islands in ${locale}`).toBeLessThanOrEqual(most.islands);
      expect
        .soft(weight.scripts.join('\n'), `React before interaction in ${locale}`)
        .not.toMatch(/react\.(?:transitional\.)?element|useSyncExternalStore|__SECRET_INTERNALS/);
      expect.soft(weight.css, `bytes of styles in ${locale}`).toBeLessThanOrEqual(most.css);
      expect.soft(weight.font, `bytes of fonts in ${locale}`).toBeLessThanOrEqual(isChinese(locale) ? 0 : most.font);
      const inAll = lists.has(name) ? mostInAll.list : name in mostInAll ? mostInAll[name as keyof typeof mostInAll] : undefined;
      if (inAll !== undefined) expect.soft(weight.total, `bytes of a first view in ${locale}`).toBeLessThanOrEqual(inAll);
    }
  });
}
