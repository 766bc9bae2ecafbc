/** What a reader sees when a page fails: rendered by the built bundle with services that break. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { translator } from '#lib/i18n/t.ts';
import { createSite } from '#lib/paths.ts';
import { createRenderContext } from '#lib/render-context.ts';
import type { RenderContext } from '#lib/render-context.ts';
import type { PageRenderer } from '#server/pages/pages-handler.ts';
import { loadGeo } from '#lib/services.ts';

test('[R8.43] a page that fails shows a generic message in the reader’s language and the way home, and nothing of the error', async () => {
  const { render }: { render: PageRenderer } = await import(pathToFileURL(join(process.env['BUILD_DIR'] ?? 'dist', 'server/entry.mjs')).href);
  const context = createRenderContext({
    geo: loadGeo(),
    site: createSite('http://localhost:4321', new Map()),
    localeHosts: new Map(),
    loaders: undefined,
    siteVariant: 'main',
  });
  for (const [path, words, home] of [
    ['/en/uk/london', translator('en-us')('errors.failed_title'), '/en'],
    ['/vn/uk/london', translator('vi-vn')('errors.failed_title'), '/vn'],
    ['/uk/london', translator('zh-cn')('errors.failed_title'), '/'],
  ] as const) {
    const answer = await render(new Request(`http://localhost:4321${path}`), context);
    const html = await answer.text();
    expect(answer.status, path).toBe(500);
    expect(html, path).toContain(`href="${home}"`);
    expect(html, path).toContain(words);
    expect(html, path).not.toMatch(/without a database|at file:|Error:/);
  }
});

test('a page that fails because a part is away says when to come back', async () => {
  const { render }: { render: PageRenderer } = await import(pathToFileURL(join(process.env['BUILD_DIR'] ?? 'dist', 'server/entry.mjs')).href);
  const away = new Proxy({} as NonNullable<RenderContext['loaders']>, {
    get() {
      throw Object.assign(new Error('away'), { statusCode: 503 });
    },
  });
  const parts = { geo: loadGeo(), site: createSite('http://localhost:4321', new Map()), localeHosts: new Map(), siteVariant: 'main' } as const;
  const answer = await render(new Request('http://localhost:4321/vn/uk/london'), createRenderContext({ ...parts, loaders: away }));
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(await answer.text()).toContain(translator('vi-vn')('errors.failed_title'));
  const faulty = await render(new Request('http://localhost:4321/vn/uk/london'), createRenderContext({ ...parts, loaders: undefined }));
  expect(faulty.headers.get('retry-after')).toBeNull();
});
