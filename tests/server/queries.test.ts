/** How many queries each page type takes when it is rendered anew. The count may not grow by oversight. */
import { expect, inject, test } from 'vitest';
import { routeOf } from '#lib/routes.ts';
import { findPagePaths, pageTypes } from '#tests/support/page-types.ts';

test('queries per page type', async () => {
  const baseUrl = inject('baseUrl');
  const paths = await findPagePaths(baseUrl);
  const counts: Record<string, number> = {};
  for (const { name } of pageTypes) {
    if (name !== 'filtered' && name !== 'missing' && routeOf(name).render !== 'cached') continue;
    const path = paths[name] ?? '';
    // A campaign code keeps the page out of the cache.
    const response = await fetch(`${baseUrl}${path}${path.includes('?') ? '&' : '?'}semcode=queries`);
    await response.arrayBuffer();
    counts[name] = Number(/db;desc="(\d+)"/.exec(response.headers.get('server-timing') ?? '')?.[1] ?? -1);
  }
  expect(Object.values(counts), 'pages that say how many').not.toContain(-1);
  await expect(`${JSON.stringify(counts, null, 2)}\n`).toMatchFileSnapshot('queries.json');
});

test('a page from the cache takes none', async () => {
  const baseUrl = inject('baseUrl');
  const address = `${baseUrl}/en/uk/london`;
  await (await fetch(address)).arrayBuffer();
  const before = await metric(baseUrl, 'hit');
  await (await fetch(address)).arrayBuffer();
  expect((await metric(baseUrl, 'hit')) - before).toBe(1);
});

async function metric(baseUrl: string, by: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  return [...text.matchAll(new RegExp(`^loftling_requests_total\\{[^}]*by="${by}"[^}]*\\} (\\d+)`, 'gm'))].reduce((sum, [, count]) => sum + Number(count), 0);
}
