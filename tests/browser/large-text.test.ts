/** Letters of twice the size: nothing widens the page, no word is cut in two, and the head of the page holds what it shows. */
import { addressOf, expect, test } from '../support/browser.ts';
import { brokenWords } from '../support/broken-words.ts';
import { misfits } from '../support/misfits.ts';

const kinds = [
  'index',
  'new_list3',
  'country_page',
  'house_detail',
  'unit_detail',
  'house_compare',
  'search',
  'guides',
  'help',
  'about',
  'contact_us',
  'login',
] as const;

for (const width of [1280, 390])
  test(`on ${width} pixels every kind of page has room for letters of twice the size`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const name of kinds) {
      await page.goto(addressOf(name, 'en-us'));
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      expect.soft(await misfits(page), name).toEqual([]);
      expect.soft(await brokenWords(page), name).toEqual([]);
      const header = page.locator('header.header .bar');
      const room = await header.evaluate((bar) =>
        [...bar.children].every((one) => one.getBoundingClientRect().bottom <= bar.getBoundingClientRect().bottom + 1),
      );
      expect.soft(room, `head of ${name}`).toBe(true);
    }
  });

test('every kind of page asks for the same faces of type, in its head', async ({ page }) => {
  const asked = new Set<string>();
  for (const name of kinds) {
    await page.goto(addressOf(name, 'en-us'), { waitUntil: 'domcontentloaded' });
    const hrefs = await page.locator('head link[rel=preload][as=font]').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    asked.add(hrefs.join(' '));
  }
  expect([...asked]).toEqual([expect.stringMatching(/latin-400.* .*latin-600/)]);
});
