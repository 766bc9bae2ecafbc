/** The pictures of a home's card in a list: several, fetched by who moves them, and moved without script too. */
import { addressOf, expect, test } from '../support/browser.ts';

test.use({ viewport: { width: 1280, height: 900 } });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('[R3.52] a card has several pictures to swipe, and only the first is fetched before', async ({ page }) => {
      const fetched = new Set<string>();
      page.on('request', (request) => void (request.resourceType() === 'image' && fetched.add(new URL(request.url()).pathname)));
      await page.goto(addressOf('new_list2', 'en-us'), { waitUntil: 'networkidle' });
      const cards = page.locator('[data-list-top] .card');
      // A picture's address without its width and format.
      const namesIn = (at: number) =>
        cards
          .nth(at)
          .locator('.pictures img')
          .evaluateAll((all) => all.map((one) => one.getAttribute('src')?.replace(/-\d+\.\w+$/, '') ?? ''));
      const isFetched = (name: string): boolean => [...fetched].some((path) => path.startsWith(`${name}-`));
      for (let at = 0; at < 2; at++) {
        const [first = '', ...more] = await namesIn(at);
        expect(new Set([first, ...more]).size).toBe(4);
        // Browsers put nothing off where scripts are turned off: what is read when would tell where the reader is.
        expect([isFetched(first), javaScriptEnabled ? more.filter(isFetched) : []]).toEqual([true, []]);
      }

      const row = cards.first().locator('.pictures');
      const box = await row.boundingBox();
      if (!box) throw new Error('the row of pictures has no place');
      await page.mouse.move(box.x + 90, box.y + 90);
      await page.mouse.wheel(box.width, 0);
      await expect.poll(() => row.evaluate((element) => Math.round(element.scrollLeft / element.clientWidth))).toBe(1);
      const [, second = ''] = await namesIn(0);
      await expect.poll(() => isFetched(second)).toBe(true);
      await expect
        .poll(() =>
          row
            .locator('img')
            .nth(1)
            .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
        )
        .toBe(true);
      // Nothing but the row has moved, and its pictures lead where the name does.
      expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0]);
      const href = (await cards.first().getByRole('heading').getByRole('link').getAttribute('href')) ?? 'none';
      await page.mouse.click(box.x + box.width / 2, box.y + 60);
      await expect(page).toHaveURL(new RegExp(`${href.replaceAll('?', String.raw`\?`)}$`));
    });
  });
}

test('the row of pictures is moved by keys, and named by its first picture', async ({ page }) => {
  await page.goto(addressOf('new_list2', 'en-us'));
  const card = page.locator('[data-list-top] .card').first();
  const name = (await card.getByRole('heading').textContent()) ?? '';
  const row = card.getByRole('link', { name: new RegExp(name) }).first();
  await expect(row).toHaveClass('pictures');
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => row.evaluate((element) => Math.round(element.scrollLeft / element.clientWidth))).toBe(1);
  await expect(page).toHaveURL(addressOf('new_list2', 'en-us'));
});
