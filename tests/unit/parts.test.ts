/** The page of parts: for who develops on this machine, and missing wherever else it is asked for. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import { readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { locales } from '#lib/i18n/locales.ts';
import { PageText } from '#lib/page-text.ts';
import { createPaths } from '#lib/paths.ts';
import { resolvePath } from '#lib/resolve.ts';
import { createPartsHandler } from '#server/pages/parts-handler.ts';
import type { PageRendering } from '#server/pages/render-page.ts';

const geo = createGeoIndex(readPlaceFiles('src/content/places'));
const html = '<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){}</style><source media="(prefers-color-scheme: dark)">';
const render = vi.fn<PageRendering['render']>(async () => ({ status: 200, headers: {}, html: PageText.of(html), tags: [], storable: false }));

async function ask(path: string, host = 'localhost:4321') {
  let body = '';
  const request = { method: 'GET', headers: { host }, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage;
  const response = {
    setHeader: () => response,
    writeHead: () => response,
    end: (chunk: string | Buffer = '') => {
      body = chunk.toString();
    },
  } as unknown as ServerResponse;
  const outcome = await createPartsHandler({ render })(request, response, new URL(path, `http://${host}`));
  return { outcome, body };
}

test('no route leads to the page of parts, in any language: only its own handler answers, which is not there in production', () => {
  for (const locale of locales) expect(resolvePath(geo, createPaths(locale, false).to('staff_parts')), locale).toMatchObject({ kind: 'missing' });
});

test('it answers this machine alone, in every language, as the device is set or as its address says', async () => {
  for (const locale of locales) {
    const path = createPaths(locale, false).to('staff_parts');
    expect(await ask(path)).toEqual({ outcome: 'parts', body: html });
    expect(render).toHaveBeenLastCalledWith(expect.objectContaining({ file: '/staff/parts', page: expect.objectContaining({ locale }) }), 'parts');
    expect((await ask(path, 'homes.example.org')).outcome).toBeUndefined();
  }
  expect((await ask('/en/staff/parts?scheme=dark')).body).toBe('<style>:root{color-scheme:dark}@media all{}</style><source media="all">');
  expect((await ask('/en/staff/parts?scheme=light')).body).toBe('<style>:root{color-scheme:light}@media not all{}</style><source media="not all">');
  for (const path of ['/staff', '/xx/staff/parts', '/en/staff/parts/one']) expect((await ask(path)).outcome, path).toBeUndefined();
});
