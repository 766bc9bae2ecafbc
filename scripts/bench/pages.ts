/** Pages per second: from the cache, and rendered anew each time. */
import autocannon from 'autocannon';
import { routeOf } from '#lib/routes.ts';
import { findPagePaths, firstAddress } from '#tests/support/page-types.ts';
import { startSite } from '#tests/support/site.ts';
import type { BenchPart } from './part.ts';
import { table } from './part.ts';

const seconds = 4;
const pages = [
  'index',
  'city',
  'country_page',
  'new_list',
  'new_list2',
  'filtered',
  'new_list3',
  'new_list_search_by_neighbourhood',
  'house_detail',
  'unit_detail',
  'room_list',
  'house_compare',
  'blog',
  'help',
] as const;

type Measured = { name: string; perSecond: number; p50: number; p99: number; failed: number };

async function measure(kind: 'cached' | 'uncached', say: (line: string) => void): Promise<string> {
  const site = await startSite({ LOG_LEVEL: 'silent', EXPOSE_QUERY_COUNT: 'off' });
  try {
    const paths = await findPagePaths(site.baseUrl);
    const measured: Measured[] = [];
    for (const name of pages) {
      if (kind === 'uncached' && routeOf(name === 'filtered' ? 'new_list2' : name).render === 'built') continue;
      const path = firstAddress(paths, name);
      const joiner = path.includes('?') ? '&' : '?';
      let visit = 0;
      await fetch(`${site.baseUrl}${path}`);
      const result = await autocannon({
        url: `${site.baseUrl}${path}`,
        connections: kind === 'cached' ? 32 : 8,
        duration: seconds,
        headers: { 'accept-encoding': 'br, gzip' },
        // A campaign code is shown to the page but is no part of any cache key, so each visit renders.
        ...(kind === 'uncached'
          ? { requests: [{ setupRequest: (request: { path: string }) => ({ ...request, path: `${path}${joiner}semcode=b${visit++}` }) }] }
          : {}),
      });
      measured.push({ name, perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, failed: result.non2xx + result.errors });
      say(`${name}: ${result.requests.average.toFixed(0)}/s`);
    }
    return table(
      ['page', 'requests/s', 'p50 ms', 'p99 ms', 'failed'],
      measured.map((one) => [one.name, one.perSecond.toFixed(0), one.p50, one.p99, one.failed]),
    );
  } finally {
    await site.stop();
  }
}

const place = 'The client (autocannon) runs on the same cores as the server and takes about half of them. About 1,200 sample homes on the embedded database.';

export const cached: BenchPart = {
  name: 'cached',
  title: 'Pages from the cache',
  method: `${seconds} s a page, 32 connections, brotli. ${place}`,
  run: (say) => measure('cached', say),
};
export const uncached: BenchPart = {
  name: 'uncached',
  title: 'Pages rendered anew',
  method: `${seconds} s a page, 8 connections, each request misses the cache (built pages are files and know no miss). ${place}`,
  run: (say) => measure('uncached', say),
};
