/** The site as an app: what its manifest says in the language of the page it was installed from. */
import { describe, expect, inject, test } from 'vitest';
import { brandName } from '#lib/brand.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';

const ask = (path: string): Promise<Response> => fetch(`${inject('baseUrl')}${path}`, { redirect: 'manual' });

async function manifestOf(path: string): Promise<{ readonly href: string; readonly says: Record<string, unknown> }> {
  const html = await (await ask(path)).text();
  const links = [...html.matchAll(/<link rel="?manifest"? href="?([^\s">]+)/g)].map(([, href = '']) => href);
  expect(links, path).toHaveLength(1);
  const [href = ''] = links;
  const says: Record<string, unknown> = await (await ask(href)).json();
  return { href, says };
}

describe.each(locales)('%s', (locale) => {
  const paths = createPaths(locale, false);
  const start = paths.to('index');

  test('the app starts, and is called, in the language of its page, whether the build wrote that or the server', async () => {
    for (const path of [start, paths.local('/uk/london'), paths.to('appdownload'), paths.to('login'), paths.local('/no-such-page')]) {
      const { href, says } = await manifestOf(path);
      expect([path, href]).toEqual([path, paths.local('/manifest.webmanifest')]);
      expect(says).toMatchObject({
        id: start,
        start_url: start,
        scope: '/',
        display: 'standalone',
        lang: localeFacts[locale].lang,
        dir: 'ltr',
        short_name: brandName(locale),
        description: translator(locale)('chrome.footer_promise'),
      });
      expect(says['name']).toContain(brandName(locale));
    }
  });

  test('each of its icons is there, and the start is a page of its language', async () => {
    const { says } = await manifestOf(start);
    const icons = says['icons'] as readonly { readonly src: string; readonly type: string }[];
    expect(icons.length).toBeGreaterThan(0);
    for (const { src, type } of icons) expect((await ask(src)).headers.get('content-type')?.split(';')[0], src).toBe(type);
    expect(await (await ask(start)).text()).toMatch(new RegExp(`<html[^>]* lang="?${localeFacts[locale].lang}\\b`));
  });
});

test('no two languages are one app', async () => {
  const ids = await Promise.all(locales.map(async (locale) => (await manifestOf(createPaths(locale, false).to('index'))).says['id']));
  expect(new Set(ids).size).toBe(locales.length);
});

test('the address of the one manifest there was answers as before, so that what was installed from it goes on', async () => {
  const answer = await ask('/manifest.webmanifest');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  // Without an id of its own, an app goes by the address it starts at.
  expect(await answer.json()).toMatchObject({ id: '/', start_url: '/', scope: '/', name: 'Loftling 栖学' });
});
