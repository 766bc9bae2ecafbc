/** What goes to parents and into visa folders: a page on paper, with where and when it is from. */
import { localeFacts } from '#lib/i18n/locales.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { anyHouses } from '../support/any-houses.ts';
import { mostSheets, sheetsOf } from '../support/paper.ts';

for (const locale of ['zh-cn', 'en-us', 'vi-vn'] as const)
  test(`a home and a comparison take at most ${mostSheets} sheets, with their address and without what can only be pressed (${locale})`, async ({
    page,
    request,
    baseURL,
  }) => {
    const homes = await anyHouses(request, baseURL, 4);
    const compared = `${addressOf('house_compare', locale).split('?')[0]}?ids=${homes.map(({ id }) => id).join(',')}`;
    for (const address of [...homes.slice(0, 2).map(({ path }) => `${localeFacts[locale].prefix ? `/${localeFacts[locale].prefix}` : ''}${path}`), compared]) {
      await page.goto(address);
      expect([address, sheetsOf(await page.pdf({ format: 'A4' })) <= mostSheets]).toEqual([address, true]);
      await page.emulateMedia({ media: 'print' });
      await expect(page.locator('.print-only')).toContainText(address);
      for (const selector of ['body > header', '.dock', '.footer', 'main button', 'main form'])
        for (const part of await page.locator(selector).all()) await expect(part).toBeHidden();
      // As it was: a page told to be a screen is printed as one.
      await page.emulateMedia({ media: null });
      await expect(page.locator('.print-only')).toBeHidden();
    }
  });
