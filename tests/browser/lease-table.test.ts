/** The lease options of homes as they are: monthly rents, rents before an offer, schools with long names. */
import { createPaths } from '#lib/paths.ts';
import { expect, test } from '../support/browser.ts';
import { journeyLocales } from '../support/matrix.ts';

const widths = { narrow: [390], wide: [1280, 1024] };
const journeys = (['narrow', 'wide'] as const).flatMap((width) => journeyLocales(width).map((locale) => [locale, width] as const));

for (const [locale, kind] of journeys)
  test(`no lease option is cut off or drawn out by a squeezed column (${locale}, ${kind})`, async ({ page, request, baseURL }) => {
    test.setTimeout(120_000);
    const list = await (await request.get(`${baseURL}${createPaths(locale, false).local('/uk/leeds')}`)).text();
    const homes = [...new Set([...list.matchAll(/href="(\/[^"]*\/detail-(?:apartments|rent)-\d+)"/g)].map(([, path = '']) => path))].slice(0, 8);
    expect(homes.length).toBeGreaterThan(3);
    for (const home of homes) {
      await page.goto(home);
      for (const width of widths[kind]) {
        await page.setViewportSize({ width, height: 900 });
        const tables = await page.locator('table.leases').evaluateAll((all) =>
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
