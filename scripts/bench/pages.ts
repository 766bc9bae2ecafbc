/** Pages per second: from the cache, and rendered anew each time. */
import { routeOf } from '#lib/routes.ts';
import { findPagePaths, firstAddress } from '#tests/support/page-types.ts';
import { startSite } from '#tests/support/site.ts';
import { load } from './load.ts';
import type { Load } from './load.ts';
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

type Measured = Load & { readonly name: string };

async function measure(kind: 'cached' | 'uncached', say: (line: string) => void): Promise<string> {
  const site = await startSite({ LOG_LEVEL: 'silent', EXPOSE_QUERY_COUNT: 'off' });
  try {
    const paths = await findPagePaths(site.baseUrl);
    const measured: Measured[] = [];
    for (const name of pages) {
      if (kind === 'uncached' && routeOf(name === 'filtered' ? 'new_list2' : name).render === 'built') continue;
      const path = firstAddress(paths, name);
      const joiner = path.includes('?') ? '&' : '?';
      await fetch(`${site.baseUrl}${path}`);
      const result = await load({
        origin: site.baseUrl,
        connections: kind === 'cached' ? 32 : 8,
        seconds,
        headers: { 'accept-encoding': 'br, gzip' },
        // A campaign code is shown to the page but is no part of any cache key, so each visit renders.
        paths: [kind === 'cached' ? path : `${path}${joiner}city_id={n}`],
      });
      measured.push({ name, ...result });
      say(`${name}: ${result.perSecond}/s`);
    }
    return table(
      ['page', 'requests/s', 'p50 ms', 'p99 ms', 'failed'],
      measured.map((one) => [one.name, one.perSecond, one.p50, one.p99, one.failed]),
    );
  } finally {
    await site.stop();
  }
}

const place = 'The client (undici, bodies unread) runs on the same cores as the server. About 1,200 sample homes on the embedded database.';

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
