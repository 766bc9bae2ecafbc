/** The HTTP server over a socket, with pages from a stand-in renderer: what it does is the same for any page. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createHealth } from '#server/health.ts';
import { createRateLimits } from '#lib/api/rate-limits.ts';
import { PageCache } from '#server/pages/page-cache.ts';
import { nestedErrorText } from '#server/pages/last-resort.ts';
import { createPagesHandler } from '#server/pages/pages-handler.ts';
import { createPageRendering } from '#server/pages/render-page.ts';
import { hasRoom } from '#lib/db/disk-room.ts';
import { createHttpServer, filesHandler } from '#server/server.ts';
import { contentTypeOf, createStaticFiles } from '#server/files/static-files.ts';
import { createRenderContext } from '#lib/render-context.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createSite } from '#lib/paths.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { visitorOf } from '#tests/support/visitors.ts';

const siteUrl = 'https://homes.example.org';
const folder = mkdtempSync(join(tmpdir(), 'loftling-http-'));
const log = pino({ level: 'silent' });
const rendered: string[] = [];
let failing = false;
let databaseDown = false;
let databaseLost = false;
let reserve = 1;
const cache = new PageCache({ maxBytes: 1_000_000, freshFor: 60_000 });
const context = createRenderContext({
  geo: loadGeo(),
  site: createSite(siteUrl, new Map()),
  localeHosts: new Map(),
  loaders: undefined,
  siteVariant: 'main',
});
const server = createHttpServer({
  siteUrl,
  log,
  canonicalHosts: undefined,
  onRequest: () => undefined,
  handlers: [
    createHealth({
      version: '7.63.0',
      engine: 'pglite',
      started: new Date(),
      cache,
      isOpen: () => true,
      isResponsive: () => !databaseLost,
      hasRoom: () => hasRoom(tmpdir(), reserve),
      ping: async () => {
        if (databaseDown) throw new Error('down');
      },
    }).handler,
    filesHandler(createStaticFiles(folder, 1_000_000).find),
    createPagesHandler({
      site: createSite(siteUrl, new Map()),
      log,
      cache,
      localeHosts: new Map(),
      maxRendering: 200,
      limits: createRateLimits(0),
      trustedProxies: 0,
      entrance: {
        enter: async () => ({
          visitor: visitorOf(),
          cookies: ['pre=1'],
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
        render: async (request, _file, view, outcome) => {
          if (failing) throw new Error('even the error page fails');
          if (databaseDown) {
            // As src/pages/500.astro does for a part that is away.
            outcome.failure = Object.assign(new Error('away'), { statusCode: 503 });
            return new Response('<h1>Away</h1>', { status: 500, headers: { 'content-type': 'text/html' } });
          }
          rendered.push(request.url);
          view.tags.add('city:7');
          return new Response(`<p>${request.url}</p>`, {
            status: request.url.endsWith('/404') ? 404 : 200,
            headers: { 'content-type': 'text/html', 'set-cookie': 'leak=1' },
          });
        },
      }),
    }),
  ],
});
let origin = '';
let port = 0;

beforeAll(async () => {
  mkdirSync(join(folder, '_assets'));
  writeFileSync(join(folder, '_assets/page.js'), 'export {};');
  writeFileSync(join(folder, 'icon-192.png'), 'PNG');
  for (const name of ['favicon.svg', '_assets/mask.svg']) writeFileSync(join(folder, name), '<svg xmlns="http://www.w3.org/2000/svg"><style>a{}</style></svg>');
  mkdirSync(join(folder, 'en/blog'), { recursive: true });
  writeFileSync(join(folder, 'en/blog/index.html'), '<h1>Blog</h1>');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  rendered.length = 0;
  failing = false;
  databaseDown = false;
});

/** Sends raw bytes and returns the status line. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk.toString();
    });
    socket.on('close', () => resolve(got.split('\r\n')[0] ?? ''));
    socket.on('error', reject);
    socket.setTimeout(3000, () => socket.destroy());
  });
}

test('security headers are on every answer: pages, files, errors, health', async () => {
  for (const path of ['/en/uk/london', '/_assets/page.js', '/_assets/none.js', '/livez', '/a//b']) {
    const { headers } = await fetch(origin + path, { redirect: 'manual' });
    expect(headers.get('content-security-policy'), path).toMatch(/(?:script|default)-src 'self';/);
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
    expect(headers.get('strict-transport-security'), path).toMatch(/max-age=63072000/);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBeTruthy();
    // It says what documents may do; a script or style is told nothing by it.
    expect(headers.get('permissions-policy') !== null, path).toBe(path !== '/_assets/page.js');
    expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin');
  }
});

test('the mark that mails carry is shown by mail programs of the web, in pages of their own', async () => {
  const { headers } = await fetch(`${origin}/icon-192.png`);
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});

test('a drawing says its encoding, and may do nothing where it is opened by itself', async () => {
  for (const path of ['/favicon.svg', '/_assets/mask.svg']) {
    const { headers } = await fetch(origin + path);
    expect([path, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([path, 'image/svg+xml; charset=utf-8', 'nosniff']);
    expect(headers.get('content-security-policy'), path).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'");
  }
  expect(contentTypeOf('plan.svg')).toBe('image/svg+xml; charset=utf-8');
});

test('a page is public, sets no cookie, keeps its tags to itself, and answers 304 to who has it', async () => {
  const first = await fetch(`${origin}/en/uk/manchester`);
  expect(first.headers.get('set-cookie')).toBeNull();
  expect(first.headers.get('x-tags')).toBeNull();
  const etag = first.headers.get('etag') ?? '';
  const second = await fetch(`${origin}/en/uk/manchester`, { headers: { 'if-none-match': etag } });
  expect([second.status, await second.text()]).toEqual([304, '']);
});

test('a forged host or forwarding header changes neither the page nor the cache', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, path: '/en/uk/bristol', headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' } },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => {
          body += chunk.toString();
        });
        response.on('end', () => resolve(body));
      },
    );
    sent.on('error', reject).end();
  });
  expect(answer).toBe(`<p>${siteUrl}/en/uk/bristol</p>`);
});

test('parameters nobody asked for never reach a page or its key', async () => {
  for (const query of ['?utm_source=x', '?fbclid=1&cityId=%27%3B--', `?q=${'a'.repeat(300)}`, '?schoolunique=../../etc', '?__proto__=1'])
    await fetch(`${origin}/en/uk/leeds${query}`);
  expect(new Set(rendered)).toEqual(new Set([`${siteUrl}/en/uk/leeds`]));
  expect(rendered).toHaveLength(1);
});

test('prerendered pages and files are served, and nothing outside their folder', async () => {
  expect(await (await fetch(`${origin}/en/blog`)).text()).toBe('<h1>Blog</h1>');
  expect((await fetch(`${origin}/_assets/page.js`)).headers.get('cache-control')).toContain('immutable');
  for (const path of ['/../../etc/passwd', '/_assets/..%2f..%2f..%2fetc%2fpasswd', '/%2e%2e/%2e%2e/etc/passwd', '/_assets/%00page.js']) {
    expect(await (await fetch(origin + path)).text(), path).not.toContain('root:');
  }
});

test('dot segments are refused before anything else, however they are spelt', async () => {
  const count = rendered.length;
  for (const path of [
    '/_assets/../en/uk/london',
    '/_assets/%2e%2e/en/uk/london',
    '/fonts/.%2E/en/profile',
    '/en/./uk',
    '/en/uk/..',
    '/fonts/..\\en/uk',
    '/fonts/..%2fen/uk',
    '/fonts/..;x/en/uk',
  ])
    expect(await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`), path).toContain(' 400 ');
  expect(rendered).toHaveLength(count);
  // Dots in names and in queries are dots.
  expect(await raw('GET /_assets/page.js?x=../.. HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain(' 200 ');
});

test('a target with its host is taken as its path at that host', async () => {
  expect(await raw('GET http://homes.example.org/en/blog HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain(' 200 ');
  expect(await raw('GET https://homes.example.org HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).not.toContain(' 400 ');
  for (const target of ['ftp://homes.example.org/en', 'http://user@homes.example.org/en', 'http:///en', 'http://homes.example.org/../en'])
    expect(await raw(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`), target).toContain(' 400 ');
});

test('stray slashes lead to the one spelling and never to another host', async () => {
  for (const [path, to] of [
    ['//evil.example/x', '/evil.example/x'],
    ['/en/uk//london/', '/en/uk/london'],
    ['/en/?cityId=1', '/en?cityId=1'],
  ]) {
    expect(await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).toContain('308');
    const { headers } = await fetch(`${origin}${path === '//evil.example/x' ? '/.' : ''}${path}`, { redirect: 'manual' });
    expect(headers.get('location'), path).toBe(to);
  }
});

test('other methods, long addresses, large headers and nonsense get their own answers', async () => {
  expect((await fetch(`${origin}/en`, { method: 'POST', body: 'x' })).status).toBe(405);
  expect((await fetch(`${origin}/${'a'.repeat(5000)}`)).status).toBe(414);
  expect(await raw(`GET / HTTP/1.1\r\nHost: a\r\nX-Big: ${'b'.repeat(20_000)}\r\n\r\n`)).toContain('431');
  expect(await raw('nonsense\r\n\r\n')).toContain('400');
});

test('[R8.44] when even the error page fails the reader is told so, by a page in their language that leads home', async () => {
  failing = true;
  for (const locale of locales) {
    const { prefix, lang } = localeFacts[locale];
    const path = `${prefix ? `/${prefix}` : ''}/uk/glasgow`;
    const answer = await fetch(`${origin}${path}`);
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')], locale).toEqual([
      500,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    for (const part of [`<html lang="${lang}"`, translator(locale)('errors.failed_title'), `href="${prefix ? `/${prefix}` : '/'}"`, nestedErrorText])
      expect(page, locale).toContain(part);
  }
  expect(nestedErrorText).toBe('An error occured while showing the error page');
});

test('a fault of any other handler shows the same page, in the language of the address or of its host', async () => {
  const broken = createHttpServer({
    siteUrl,
    log,
    canonicalHosts: undefined,
    localeHosts: new Map([['vi-vn', 'https://vn.example.org']]),
    onRequest: () => undefined,
    handlers: [() => Promise.reject(new Error('broken'))],
  });
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  const { port: its } = broken.address() as AddressInfo;
  const asked = (path: string, host: string): Promise<string> =>
    new Promise((resolve, reject) => {
      httpRequest({ port: its, path, headers: { host } }, (answer) => {
        let text = `${answer.statusCode} `;
        answer.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => resolve(text));
      })
        .on('error', reject)
        .end();
    });
  for (const [path, host, locale] of [
    ['/hk/uk', 'homes.example.org', 'zh-hk'],
    ['/uk', 'homes.example.org', 'zh-cn'],
    ['/uk?from=/en', 'vn.example.org', 'vi-vn'],
  ] as const)
    expect(await asked(path, host), path).toMatch(new RegExp(`^500 .*${translator(locale)('errors.failed_title')}`, 's'));
  await new Promise((resolve) => void broken.close(resolve));
});

test('pages already rendered survive a database that is down', async () => {
  await fetch(`${origin}/en/uk/cardiff`);
  cache.invalidate(['city:7']);
  failing = true;
  expect((await fetch(`${origin}/en/uk/cardiff`)).status).toBe(200);
});

test('a page that cannot be had while the database is away is 503 with when to come back, and is not kept', async () => {
  databaseDown = true;
  const away = await fetch(`${origin}/en/uk/york`);
  expect([away.status, away.headers.get('retry-after'), away.headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
  expect(await away.text()).toContain('Away');
  databaseDown = false;
  expect((await fetch(`${origin}/en/uk/york`)).status).toBe(200);
});

test('[R2.112] /server_status tells version, database and cache; /readyz follows the database', async () => {
  const answer = await fetch(`${origin}/server_status`);
  expect(await answer.json()).toMatchObject({ status: 'ok', version: '7.63.0', database: { engine: 'pglite', reachable: true } });
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  databaseDown = true;
  expect((await fetch(`${origin}/readyz`)).status).toBe(503);
  expect((await fetch(`${origin}/livez`)).status).toBe(200);
});

test('a process whose embedded database is lost for good calls itself dead, so that it is started again', async () => {
  databaseLost = true;
  const dead = await fetch(`${origin}/livez`);
  databaseLost = false;
  expect([dead.status, await dead.json()]).toEqual([503, { live: false }]);
  expect((await fetch(`${origin}/livez`)).status).toBe(200);
});

test('a server whose disk is nearly full asks for no more traffic, and says why', async () => {
  reserve = Number.MAX_SAFE_INTEGER;
  const full = await fetch(`${origin}/readyz`);
  reserve = 1;
  databaseDown = false;
  expect([full.status, await full.json()]).toEqual([503, expect.objectContaining({ ready: false, why: 'disk' })]);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
});
