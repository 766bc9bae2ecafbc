/** What a reader sees when a page fails: rendered by the built bundle with services that break. */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createSite } from '#lib/paths.ts';
import { createRenderContext, missingPage } from '#lib/render-context.ts';
import type { RenderContext } from '#lib/render-context.ts';
import { routeOf } from '#lib/routes.ts';
import type { RenderedPage } from '#server/pages/page-cache.ts';
import { createPageRendering } from '#server/pages/render-page.ts';
import { openBuild } from '#server/start.ts';

const lines: string[] = [];

/** The page at a path, rendered with these loaders. */
async function rendered(path: string, loaders: RenderContext['loaders']): Promise<RenderedPage> {
  const { render } = await openBuild(process.env['BUILD_DIR'] ?? 'dist');
  const site = createSite('http://localhost:4321', new Map());
  const context = createRenderContext({ geo: loadGeo(), site, localeHosts: new Map(), loaders, siteVariant: 'main' });
  const rendering = createPageRendering({ render, context, log: pino({}, { write: (line: string) => void lines.push(line) }) });
  const address = new URL(`http://localhost:4321${path}`);
  const found = await rendering.locate(address);
  if (found.kind !== 'page') throw new Error(`${path} is no page`);
  return rendering.render({ file: `/${routeOf(found.page.name).page}`, page: found.page, address, environment: 'web' }, 'trace-of-this');
}

test('[R8.43] a page that fails shows a generic message in the reader’s language and the way home, and nothing of the error', async () => {
  for (const [path, words, home] of [
    ['/en/uk/london', translator('en-us')('errors.failed_title'), '/en'],
    ['/vn/uk/london', translator('vi-vn')('errors.failed_title'), '/vn'],
    ['/uk/london', translator('zh-cn')('errors.failed_title'), '/'],
  ] as const) {
    const page = await rendered(path, undefined);
    const html = page.html.text;
    expect(page.status, path).toBe(500);
    expect(page.storable, path).toBe(false);
    expect(html, path).toContain(`href="${home}"`);
    expect(html, path).toContain(words);
    expect(html, path).not.toMatch(/without a database|at file:|Error:/);
  }
});

test('a page that fails is in the log with what failed, where, and the trace its reader was given', async () => {
  lines.length = 0;
  await rendered('/en/uk/london', undefined);
  const [line = '{}'] = lines;
  expect(JSON.parse(line)).toMatchObject({ trace: 'trace-of-this', path: '/en/uk/london', error: expect.stringContaining('without a database') });
  expect(line).toContain('view-of');
});

test('a page that fails because a part is away says when to come back', async () => {
  const away = new Proxy({} as NonNullable<RenderContext['loaders']>, {
    get() {
      throw Object.assign(new Error('away'), { statusCode: 503 });
    },
  });
  const page = await rendered('/vn/uk/london', away);
  expect([page.status, page.headers['retry-after']]).toEqual([503, '5']);
  expect(page.html.text).toContain(translator('vi-vn')('errors.failed_title'));
  expect((await rendered('/vn/uk/london', undefined)).headers['retry-after']).toBeUndefined();
});

test('while accounts are closed their pages say so in every language, with a way to search', async () => {
  const { render } = await openBuild(process.env['BUILD_DIR'] ?? 'dist');
  const site = createSite('http://localhost:4321', new Map());
  // A site without accounts.
  const loaders = { accounts: undefined, frontPage: { trust: async () => undefined, film: undefined } } as unknown as NonNullable<RenderContext['loaders']>;
  const context = createRenderContext({ geo: loadGeo(), site, localeHosts: new Map(), loaders, siteVariant: 'main' });
  const rendering = createPageRendering({ render, context, log: pino({ level: 'silent' }) });
  for (const locale of locales) {
    const order = { file: '/closed', page: missingPage(locale), address: new URL('http://localhost:4321/404'), environment: 'web' } as const;
    const page = await rendering.render(order, 'trace-of-this');
    const html = page.html.text;
    expect([page.status, page.storable], locale).toEqual([503, false]);
    for (const text of [translator(locale)('errors.closed_title'), translator(locale)('errors.closed_text'), 'search-closed', 'noindex'])
      expect(html, locale).toContain(text);
  }
});
