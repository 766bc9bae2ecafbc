/** The lease options of homes as they are: monthly rents, rents before an offer, schools with long names. */
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { expect, test } from '../support/browser.ts';
import { journeyLocales } from '../support/matrix.ts';

const widths = { narrow: [390, 360], wide: [1280, 1024, 800, 768] };
/** Homes quoted by the week and by the month, in places that count by the other. */
const lists = ['/uk/leeds', '/hongkong/hong-kong', '/us/new-york'];
/** Where some are quoted by the month though weeks are counted, and a school is known. */
const london = ['/uk/london', '/uk/london/pga2', '/uk/london/pga3'];
const journeys = (['narrow', 'wide'] as const).flatMap((width) => journeyLocales(width).map((locale) => [locale, width] as const));

for (const [locale, kind] of journeys)
  test(`no lease option is cut off or drawn out by a squeezed column (${locale}, ${kind})`, async ({ page, request, baseURL }) => {
    test.setTimeout(180_000);
    const { local } = createPaths(locale, false);
    const [quoted = ''] = translator(locale)('listings.listed_as', { rent: '@' }).split('@');
    const pages = await Promise.all(london.map(async (one) => (await request.get(`${baseURL}${local(one)}`)).text()));
    const quotedOtherwise = pages.flatMap((page) => page.split(/<li class="?card"?>/)).find((card) => card.includes(`>${quoted}`));
    const homes = [/href="(\/[^"?]*\/detail-(?:apartments|rent)-\d+)/.exec(quotedOtherwise ?? '')?.[1] ?? ''];
    expect(homes).not.toEqual(['']);
    for (const one of lists) {
      const list = await (await request.get(`${baseURL}${local(one)}`)).text();
      const found = [...new Set([...list.matchAll(/href="(\/[^"]*\/detail-(?:apartments|rent)-\d+)"/g)].map(([, path = '']) => path))].slice(0, 4);
      expect([one, found.length > 2]).toEqual([one, true]);
      homes.push(...found);
    }
    for (const home of homes) {
      // The table of all leases is on the page of a room.
      const [unit = ''] = /\/h\d+u\d+hcr0(?=["?])/.exec(await (await request.get(`${baseURL}${home}`)).text()) ?? [];
      await page.goto(home.replace(/\/detail-.*/, unit));
      for (const width of widths[kind]) {
        await page.setViewportSize({ width, height: 900 });
        const tables = await page.locator('table.leases').evaluateAll((all) =>
          all.map((table) => ({
            sticksOut: Math.max(table.scrollWidth - (table.parentElement?.clientWidth ?? 0), document.documentElement.scrollWidth - innerWidth),
            // Texts of one row that lie on each other.
            overlaps: [...table.querySelectorAll('tbody tr')].some((row) => {
              const boxes = [...row.children]
                .flatMap((cell) => [...cell.childNodes])
                .flatMap((node) => {
                  const range = document.createRange();
                  range.selectNodeContents(node);
                  return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
                });
              return boxes.some((a, at) =>
                boxes
                  .slice(at + 1)
                  .some((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6),
              );
            }),
            // Beyond the narrow form, which stands one fact below the other.
            tallest:
              getComputedStyle(table.querySelector('thead') ?? table).display === 'none'
                ? 0
                : Math.max(...[...table.querySelectorAll('tbody tr')].map((row) => row.clientHeight)),
          })),
        );
        for (const { sticksOut, tallest, overlaps } of tables)
          expect([home, width, sticksOut <= 0, tallest <= 120, overlaps]).toEqual([home, width, true, true, false]);
      }
    }
  });
