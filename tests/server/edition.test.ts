/** The network edition of the site: its pages lead to no partner pages and to no other languages. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRenderContext } from '#lib/render-context.ts';
import { createPageRendering } from '#server/pages/render-page.ts';
import { openBuild } from '#server/start.ts';
import { openTestApi } from '#tests/support/test-api.ts';
import type { TestApi } from '#tests/support/test-api.ts';

let on: TestApi;
beforeAll(async () => void (on = await openTestApi()));
afterAll(() => on.close());

async function page(siteVariant: 'main' | 'net'): Promise<string> {
  const { geo, site, loaders } = on.services;
  const rendering = createPageRendering({
    render: (await openBuild(process.env['BUILD_DIR'] ?? 'dist')).render,
    log: pino({ level: 'silent' }),
    context: createRenderContext({ geo, site, loaders, localeHosts: new Map(), siteVariant }),
  });
  const address = new URL(site.paths('en-us').to('search'), site.origin);
  const found = await rendering.locate(address);
  if (found.kind !== 'page') throw new Error(`${address.pathname} is ${found.kind}`);
  const { html } = await rendering.render({ file: '/catalogue/search', page: found.page, address, environment: 'web' }, 'trace');
  return html.text;
}

test('[R6.17] [R6.18] pages of the network edition show neither partners nor languages', async () => {
  const [main, net] = [await page('main'), await page('net')];
  for (const [html, count] of [
    [main, 3],
    [net, 0],
  ] as const) {
    expect(html.match(/class="?language-links/g)?.length ?? 0).toBe(count);
    // Its panel has currencies alone there.
    expect(/class="?choice"?[^>]*>\s*English/.test(html)).toBe(count > 0);
    expect(/href="[^"]*\/general-pages\/partners"/.test(html)).toBe(count > 0);
  }
});
