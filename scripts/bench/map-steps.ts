/** What a step of zoom costs the page beside what the map's library does for itself. */
import { chromium } from '@playwright/test';
import type { Browser, CDPSession, Page, Route } from '@playwright/test';
import { z } from 'zod';
import { mapListsContract } from '#lib/features/map/map.contract.ts';
import { translator } from '#lib/i18n/t.ts';
import { chromiumArguments } from '#tests/support/chromium.ts';
import { ensureBrowser } from '#tests/support/ensure-browser.ts';
import { startSite } from '#tests/support/site.ts';
import type { BenchPart } from './part.ts';
import { percentile, table } from './part.ts';

/** Over England, with about 1,000 sample homes and 40 markers in view. */
const path = '/en/map?at=52.50000,-1.50000,5.00';
const windows = [
  { name: '390 px', viewport: { width: 390, height: 844 }, hasTouch: true },
  { name: '1280 px', viewport: { width: 1280, height: 900 }, hasTouch: false },
] as const;
const steps = ['in', 'in', 'in', 'out', 'out', 'out'] as const;
const rounds = 2;
/** What a processor of a quarter of this one's speed takes. */
const slower = 4;
/** Milliseconds after the answer in which the page ends what it does: its list comes in pieces, its address after a rest. */
const settling = 1_200;
/** Milliseconds in which a map at rest has drawn all of its list. */
const resting = 3_000;

const lists = z.looseObject({ data: z.looseObject({}) });

/** The same view without its homes: the library draws the same places and streets, and nothing of ours stands over them. */
async function withoutHomes(route: Route): Promise<void> {
  const response = await route.fetch();
  const answer = lists.parse(await response.json());
  await route.fulfill({ response, json: { ...answer, data: { ...answer.data, houses: [], clusters: [], items: [] } } });
}

/** Milliseconds that the page's main thread has worked. */
async function worked(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

const answered = (page: Page): Promise<unknown> =>
  page.waitForResponse((response) => new URL(response.url()).pathname === mapListsContract.path, { timeout: 60_000 });

type Times = { readonly steps: readonly number[]; readonly rest: number };

/** What each step took, and the rest of the last one's list. */
async function stepsOf(browser: Browser, baseUrl: string, window: (typeof windows)[number], hasHomes: boolean): Promise<Times> {
  const { viewport, hasTouch } = window;
  const t = translator('en-us');
  const context = await browser.newContext({ baseURL: baseUrl, viewport, hasTouch });
  try {
    const page = await context.newPage();
    if (!hasHomes) await page.route((url) => url.pathname === mapListsContract.path, withoutHomes);
    const first = answered(page);
    await page.goto(path);
    if (hasTouch) await page.getByRole('button', { name: t('map.show') }).click();
    await first;
    await page.waitForTimeout(settling * 2);
    const cdp = await context.newCDPSession(page);
    // The thread's own time, and not that in which others had the processor.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const times: number[] = [];
    for (const step of steps) {
      const before = await worked(cdp);
      const answer = answered(page);
      await page.getByRole('button', { name: t(step === 'in' ? 'map.zoom_in' : 'map.zoom_out'), exact: true }).click();
      await answer;
      await page.waitForTimeout(settling);
      times.push((await worked(cdp)) - before);
    }
    const before = await worked(cdp);
    await page.waitForTimeout(resting);
    return { steps: times, rest: (await worked(cdp)) - before };
  } finally {
    await context.close();
  }
}

export const mapSteps: BenchPart = {
  name: 'map-steps',
  title: 'Zooming the map',
  method: `Processor time of the page's main thread for a step of zoom, times ${slower}, for a processor of a quarter of the speed: Chromium with software rendering, the sample's homes, medians of ${rounds * steps.length} steps. Of it the library's own is what the same steps take where the answers hold no homes. The rest of the list is drawn once, when nobody has moved the map for a while.`,
  async run(say) {
    const executablePath = ensureBrowser();
    const site = await startSite({ LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '0' });
    const browser = await chromium.launch({
      executablePath,
      args: [...chromiumArguments.filter((argument) => argument !== '--disable-gpu'), '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    });
    try {
      const rows: (string | number)[][] = [];
      for (const window of windows) {
        const times = { all: [] as Times[], library: [] as Times[] };
        for (let round = 0; round < rounds; round++) {
          times.library.push(await stepsOf(browser, site.baseUrl, window, false));
          times.all.push(await stepsOf(browser, site.baseUrl, window, true));
        }
        const median = (values: readonly number[]): number => percentile(values, 0.5) * slower;
        const [library, all] = [median(times.library.flatMap(({ steps: each }) => each)), median(times.all.flatMap(({ steps: each }) => each))];
        const rest = median(times.all.map((each) => each.rest)) - median(times.library.map((each) => each.rest));
        rows.push([window.name, library.toFixed(0), all.toFixed(0), (all - library).toFixed(0), rest.toFixed(0)]);
        say(`${window.name}: ${(all - library).toFixed(0)} ms beyond the library's ${library.toFixed(0)}`);
      }
      return table(['window', 'library, ms', 'all, ms', 'beyond the library, ms', 'rest of the list, ms'], rows);
    } finally {
      await browser.close();
      await site.stop();
    }
  },
};
