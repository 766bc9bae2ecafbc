/** What one client may take of the pages, and what the operator hears of a page that fails. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createRateLimits, limits } from '#lib/api/rate-limits.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Refusal } from '#lib/log/security-log.ts';
import { createSite } from '#lib/paths.ts';
import { createRenderContext } from '#lib/render-context.ts';
import { PageCache } from '#server/pages/page-cache.ts';
import { createPagesHandler } from '#server/pages/pages-handler.ts';
import { createPageRendering } from '#server/pages/render-page.ts';
import { createHttpServer } from '#server/server.ts';
import { visitorOf } from '#tests/support/visitors.ts';

const siteUrl = 'https://homes.example.org';
const lines: string[] = [];
const refusals: Refusal[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
const site = createSite(siteUrl, new Map());
const context = createRenderContext({ geo: loadGeo(), site, localeHosts: new Map(), loaders: undefined, siteVariant: 'main' });
let gate = Promise.resolve();
let begun = 0;
let server: Server;
let origin = '';

beforeAll(async () => {
  server = createHttpServer({
    siteUrl,
    log,
    canonicalHosts: undefined,
    onRequest: () => undefined,
    handlers: [
      createPagesHandler({
        site,
        log,
        cache: new PageCache({ maxBytes: 1_000_000, freshFor: 60_000 }),
        localeHosts: new Map(),
        maxRendering: 200,
        limits: createRateLimits(1),
        trustedProxies: 1,
        onRefused: (refusal) => void refusals.push(refusal),
        entrance: {
          enter: async () => ({
            visitor: visitorOf(),
            cookies: [],
          }),
          currencyOf: () => undefined,
          keepCurrency: () => '',
          send: () => Promise.reject(new Error('nothing is sent here')),
          keep: async () => false,
          keepFor: async () => undefined,
          kept: async () => undefined,
          withFiles: async (_, kept) => kept,
          forget: async () => undefined,
          arrive: () => Promise.reject(new Error('nobody arrives here')),
          redeem: async () => [],
          forApp: async () => undefined,
          formOf: () => Promise.reject(new Error('no form arrives here')),
        },
        rendering: createPageRendering({
          log,
          context,
          render: async (request, _file, _view, outcome) => {
            begun++;
            await gate;
            if (new URL(request.url).pathname !== '/en/uk/leeds') return new Response('<p>page</p>', { headers: { 'content-type': 'text/html' } });
            outcome.failure = new Error('the rent is missing');
            return new Response('<h1>Sorry</h1>', { status: 500, headers: { 'content-type': 'text/html' } });
          },
        }),
      }),
    ],
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const ask = (path: string, from: string, cookie?: string): Promise<Response> =>
  fetch(origin + path, { headers: { 'x-forwarded-for': from, ...(cookie === undefined ? {} : { cookie }) } });

test('pages of results are limited by address, and who has had enough hears so in the language of the page', async () => {
  for (const [at, locale] of locales.entries()) {
    const from = `192.0.2.${at + 1}`;
    const path = site.paths(locale).to('search');
    for (let asked = 0; asked < limits.search.points; asked++) expect((await ask(`${path}?q=leeds`, from)).status).toBe(200);
    const refused = await ask(`${path}?q=leeds`, from);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0, refused.headers.get('cache-control')]).toEqual([429, true, 'no-store']);
    // A page: in its language, fit for a phone, with the minutes to wait, the same search again and a way back.
    const page = await refused.text();
    const t = translator(locale);
    expect(page).toContain(`<html lang="${localeFacts[locale].lang}">`);
    for (const part of [
      'name="viewport"',
      '<style>',
      t('errors.limit_title'),
      t('errors.limit_text', { count: 1 }),
      '<a href="">',
      `href="${site.paths(locale).to('index')}"`,
    ])
      expect(page).toContain(part);
    // From now on this browser is counted by itself, its neighbours too.
    const visit = refused.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await ask(`${path}?q=leeds`, from, visit)).status).toBe(200);
    // Only what searches counts.
    expect((await ask(path, from)).status).toBe(200);
  }
  expect((await ask('/search?q=leeds+rooms', '192.0.2.200')).status).toBe(200);
  expect(refusals).toContainEqual(expect.objectContaining({ event: 'limit', path: '/en/search', address: '192.0.2.2' }));
});

test('one client has eight renders waiting at most, others theirs; a page that is made already is not one of them', async () => {
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  begun = 0;
  const asked = Array.from({ length: 8 }, (_, at) => ask(`/en/uk/london?page=${at + 1}`, '203.0.113.1'));
  // Six are begun at once, and two wait for them.
  await vi.waitFor(() => expect(begun).toBe(6), { timeout: 20_000 });
  const refused = await ask('/en/uk/london?page=99', '203.0.113.1');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  const same = ask('/en/uk/london?page=1', '203.0.113.1');
  const other = ask('/en/uk/london?page=99', '203.0.113.2');
  const behindOurProxy = Array.from({ length: 10 }, (_, at) => ask(`/en/uk/manchester?page=${at + 1}`, '10.0.0.7'));
  open.resolve();
  expect((await Promise.all([...asked, same, other, ...behindOurProxy])).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect((await ask('/en/uk/london?page=98', '203.0.113.1')).status).toBe(200);
});

test('a page that fails is in the log with what made it fail, and the trace of the answer', async () => {
  lines.length = 0;
  const answer = await ask('/en/uk/leeds?cityId=1', '203.0.113.9');
  expect([answer.status, await answer.text()]).toEqual([500, '<h1>Sorry</h1>']);
  const line = lines.map((one) => JSON.parse(one) as Record<string, unknown>).find(({ msg }) => msg === 'a page failed');
  expect(line).toMatchObject({ error: 'the rent is missing', trace: answer.headers.get('x-trace-id'), path: '/en/uk/leeds' });
  expect(line?.['stack']).toContain('pages-bounds.test.ts');
});
