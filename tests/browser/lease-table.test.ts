/** The lease options of homes as they are: monthly rents, rents before an offer, schools with long names. */
import { createPaths } from '#lib/paths.ts';
import { expect, test } from '../support/browser.ts';

for (const locale of ['zh-cn', 'en-us', 'vi-vn'] as const)
  test(`no lease option is cut off or drawn out by a squeezed column (${locale})`, async ({ page, request, baseURL }) => {
    test.setTimeout(120_000);
    const list = await (await request.get(`${baseURL}${createPaths(locale, false).local('/uk/leeds')}`)).text();
    const homes = [...new Set([...list.matchAll(/href="(\/[^"]*\/detail-(?:apartments|rent)-\d+)"/g)].map(([, path = '']) => path))].slice(0, 8);
    expect(homes.length).toBeGreaterThan(3);
    for (const home of homes) {
      await page.goto(home);
      for (const width of [1280, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const tables = await page.locator('.leases table').evaluateAll((all) =>
          all.map((table) => ({
            sticksOut: table.scrollWidth - (table.parentElement?.clientWidth ?? 0),
            // Beyond the narrow form, which stands one fact below the other.
            tallest:
              getComputedStyle(table.querySelector('thead') ?? table).display === 'none'
                ? 0
                : Math.max(...[...table.querySelectorAll('tbody tr')].map((row) => row.clientHeight)),
          })),
        );
        for (const { sticksOut, tallest } of tables) expect([home, width, sticksOut <= 0, tallest <= 100]).toEqual([home, width, true, true]);
      }
    }
  });
