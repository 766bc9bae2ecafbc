/** The door of the pages: what class a page is of decides how it is answered, and nothing personal is ever kept. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refusalOf } from '#lib/access.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { createSite } from '#lib/paths.ts';
import { createRenderContext, missingPage } from '#lib/render-context.ts';
import { unusualCurrency } from '#lib/features/rates/chosen-currency.rules.ts';
import { currencyCookie } from '#lib/features/rates/currency-cookie.schema.ts';
import { resolvePath } from '#lib/resolve.ts';
import { routeOf, routes } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';
import { cookieIn } from '#lib/api/caller.ts';
import type { View } from '#lib/view.ts';
import type { Visitor } from '#lib/visitor.ts';
import { createRateLimits } from '#lib/api/rate-limits.ts';
import { PageCache } from '#server/pages/page-cache.ts';
import { createPagesHandler } from '#server/pages/pages-handler.ts';
import type { PagesOptions } from '#server/pages/pages-handler.ts';
import { createPageRendering } from '#server/pages/render-page.ts';
import type { Refusal } from '#lib/log/security-log.ts';
import { visitorOf } from '#tests/support/visitors.ts';

const siteUrl = 'https://homes.example.org';
const log = pino({ level: 'silent' });
const site = createSite(siteUrl, new Map());
const geo = loadGeo();
const context = createRenderContext({ geo, site, localeHosts: new Map(), loaders: undefined, siteVariant: 'main' });
const cache = new PageCache({ maxBytes: 4_000_000, freshFor: 60_000 });
const seen: { file: string; visitor: Visitor | undefined; query: URLSearchParams; currency: View['currency'] }[] = [];
let origin = '';
let server: Server;
let session: Visitor['session'];
const refusals: Refusal[] = [];

const rendering = createPageRendering({
  log,
  context,
  async render(request, file, view) {
    seen.push({ file, visitor: view.visitor, query: view.query, currency: view.currency });
    const status = file === '/closed' ? 503 : file === '/404' || new URL(request.url).pathname.includes('nobody') ? 404 : 200;
    return new Response(`<p>${file} for ${view.visitor?.session?.userId ?? 'everyone'}</p>`, { status, headers: { 'content-type': 'text/html' } });
  },
});

const named = (name: RouteName, locale: Locale = 'en-us') => ({ kind: 'page' as const, name, locale, params: {}, listing: undefined });

beforeAll(async () => {
  const options: PagesOptions = {
    site,
    cache,
    log,
    localeHosts: new Map(),
    maxRendering: 200,
    limits: createRateLimits(0),
    trustedProxies: 0,
    onRefused: (refusal) => void refusals.push(refusal),
    // A path below /as/ stands for the route of that name, whether its page exists already or not.
    rendering: {
      ...rendering,
      async locate(url) {
        const name = /^\/as\/(\w+)$/.exec(url.pathname)?.[1];
        if (name !== undefined && Object.hasOwn(routes, name)) return { kind: 'page', page: named(name as RouteName) };
        const found = resolvePath(geo, url.pathname);
        return found.kind === 'page' ? { kind: 'page', page: found } : { kind: 'missing', page: missingPage(found.locale) };
      },
    },
    entrance: {
      enter: async () => ({
        visitor: visitorOf({ session, csrfToken: 'token' }),
        cookies: ['loftling_pre=1; HttpOnly'],
      }),
      currencyOf: ({ headers }, locale) => unusualCurrency({ locale, kept: cookieIn(headers.cookie ?? '', currencyCookie) ?? '', country: undefined }),
      keepCurrency: (currency) => `currency=${currency}`,
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
  };
  const [handle, closedHandle] = [createPagesHandler(options), createPagesHandler({ ...options, isClosed: true })];
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', siteUrl);
    void (request.headers['x-closed'] ? closedHandle : handle)(request, response, url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  seen.length = 0;
  refusals.length = 0;
  session = undefined;
});

const names = Object.keys(routes) as RouteName[];

test('[R2.134] who is signed in is sent on from pages for those who are not: to where they wanted to, and nowhere outside', async () => {
  const guests = names.filter((name) => routeOf(name).guests);
  expect(guests.length).toBeGreaterThan(0);
  for (const name of guests) {
    session = { id: 's', userId: 7, standing: 'renter', provedAt: new Date(0) };
    const asked = async (redirect: string): Promise<string | null> => {
      const answer = await fetch(`${origin}/as/${name}?${new URLSearchParams({ redirect })}`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'private, no-store']);
      return answer.headers.get('location');
    };
    const reads = routeOf(name).query?.includes('redirect');
    expect(await asked('/en/uk/london')).toBe(reads ? '/en/uk/london' : '/en/profile');
    expect(await asked('//evil.example')).toBe('/en/profile');
    session = undefined;
    expect((await fetch(`${origin}/as/${name}`)).status).toBe(200);
  }
});

test('who comes from a page of ours to sign in is to come back to it, and to no other place', async () => {
  const asked = async (referer: string): Promise<string | null> => {
    seen.length = 0;
    await fetch(`${origin}/as/login`, { headers: { referer } });
    return seen[0]?.query.get('redirect') ?? null;
  };
  expect(await asked(`${siteUrl}/en/uk/london?currency=USD`)).toBe('/en/uk/london?currency=USD');
  for (const other of [
    'https://evil.example/en/uk',
    `${siteUrl}/en/users/login/code`,
    `${siteUrl}//evil.example`,
    'nonsense',
    `${siteUrl}/${'a'.repeat(3_000)}`,
  ])
    expect([other.slice(0, 40), await asked(other)]).toEqual([other.slice(0, 40), other === `${siteUrl}//evil.example` ? '/' : null]);
});

test('a currency chosen once holds on every page that tells amounts, and each such page is kept once for all who chose it', async () => {
  const asked = async (path: string, cookie = ''): Promise<readonly unknown[]> => {
    seen.length = 0;
    const answer = await fetch(origin + path, { headers: { cookie } });
    await answer.text();
    return [answer.headers.get('cache-control'), seen.map(({ query, currency }) => query.get('currency') ?? currency)];
  };
  const [everybodys, chosen] = ['public, max-age=0, must-revalidate', 'private, no-cache'];
  const list = '/en/uk/leeds';
  expect(await asked(list)).toEqual([everybodys, [undefined]]);
  expect(await asked(list, 'currency=VND')).toEqual([chosen, ['VND']]);
  // Kept: nobody who chose the same has it rendered again, and nobody else is shown it.
  expect(await asked(list, 'a=b; currency=VND')).toEqual([chosen, []]);
  expect(await asked(list)).toEqual([everybodys, []]);
  // What is usual in the language, and what is no currency of readers, is everybody's page.
  for (const kept of ['USD', 'vnd%00', 'XXX', 'BHD']) expect([kept, ...(await asked(list, `currency=${kept}`))]).toEqual([kept, everybodys, []]);
  // An address that names one is about that one, whoever opens it.
  expect(await asked(`${list}?currency=EUR`, 'currency=VND')).toEqual([everybodys, ['EUR']]);
  expect(await asked(`${list}?currency=EUR`)).toEqual([everybodys, []]);
  // A page that tells no amounts has no version of its own.
  expect(await asked('/en/city')).toEqual([everybodys, [undefined]]);
  expect(await asked('/en/city', 'currency=VND')).toEqual([everybodys, []]);
});

test('who chooses a currency is led back to where they were, where it counts; a link alone that names one is no choice', async () => {
  const sent = async (query: string, headers: Readonly<Record<string, string>> = {}): Promise<readonly unknown[]> => {
    const answer = await fetch(`${origin}/en/currency?${query}`, { redirect: 'manual', headers });
    return [answer.status, answer.headers.get('location'), answer.headers.get('set-cookie')];
  };
  const back = new URLSearchParams({ redirect: '/en/house-compare?ids=1,2&currency=EUR' });
  expect(await sent(`keep=currency&currency=gbp&${back}`)).toEqual([303, '/en/house-compare?ids=1,2', 'currency=GBP']);
  expect(await sent('keep=currency&currency=GBP&redirect=//evil.example')).toEqual([303, '/en', 'currency=GBP']);
  for (const none of ['currency=GBP', 'keep=currency', 'keep=currency&currency=XXX']) expect([none, ...(await sent(none))]).toEqual([none, 200, null, null]);
  // Without script the page knows where somebody came from.
  seen.length = 0;
  await fetch(`${origin}/en/currency`, { headers: { referer: `${siteUrl}/en/uk/london?map=1` } });
  await fetch(`${origin}/en/currency`, { headers: { referer: 'https://evil.example/en' } });
  expect(seen.map(({ query }) => query.get('redirect'))).toEqual(['/en/uk/london?map=1', null]);
});

test('every route of the class private is rendered for each who asks, is never kept, and says so', async () => {
  const open = names.filter((name) => routeOf(name).render === 'private' && routeOf(name).access === 'public' && !routeOf(name).guests && /^\w+$/.test(name));
  expect(open.length).toBeGreaterThan(0);
  for (const name of open) {
    const before = cache.size.entries;
    for (const userId of [7, 8]) {
      session = { id: 's', userId, standing: 'renter', provedAt: new Date(0) };
      const answer = await fetch(`${origin}/as/${name}`);
      expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('set-cookie')], name).toEqual([
        200,
        'private, no-store',
        'loftling_pre=1; HttpOnly',
      ]);
      expect(await answer.text(), name).toContain(`for ${userId}`);
    }
    expect(cache.size.entries, name).toBe(before);
  }
  expect(seen).toHaveLength(open.length * 2);
});

test('a route that asks for a login is rendered for nobody who is not signed in', async () => {
  const closed = names.filter((name) => routeOf(name).access !== 'public' && /^\w+$/.test(name));
  expect(closed.length).toBeGreaterThan(0);
  for (const name of closed) {
    const answer = await fetch(`${origin}/as/${name}`, { redirect: 'manual' });
    expect([404, 303], name).toContain(answer.status);
  }
  expect(seen.every(({ file }) => file === '/404')).toBe(true);
});

test('a page that is not for who is signed in is not there, and that they asked stands in the security log; a visitor leaves no line', async () => {
  const others = names.filter((name) => refusalOf(routeOf(name).access, 'renter') === 'not-found' && /^\w+$/.test(name));
  expect(others.length).toBeGreaterThan(10);
  for (const name of others) {
    session = undefined;
    await fetch(`${origin}/as/${name}`, { redirect: 'manual' });
    expect([name, refusals.splice(0)]).toEqual([name, []]);
    session = { id: 's', userId: 7, standing: 'renter', provedAt: new Date(0) };
    expect([name, (await fetch(`${origin}/as/${name}?code=secret`, { redirect: 'manual' })).status]).toEqual([name, 404]);
    expect([name, refusals.splice(0).map(({ event, path }) => [event, path])]).toEqual([name, [['role', routeOf(name).pattern ?? '']]]);
  }
});

test('while accounts are closed, pages of people say so and are kept nowhere; what needs nobody is there, and staff are not spoken of', async () => {
  session = undefined;
  const ask = async (path: string) => {
    const answer = await fetch(`${origin}${path}`, { redirect: 'manual', headers: { 'x-closed': '1' } });
    return [answer.status, answer.headers.get('cache-control'), await answer.text()];
  };
  const closed = [503, 'no-store', '<p>/closed for everyone</p>'];
  expect(await ask('/as/profile')).toEqual(closed);
  // What shows nothing without accounts, as the way in does; what shows something is shown.
  expect((await ask('/as/shared_list'))[0]).toBe(200);
  expect(await ask('/en/enquiry/nobody')).toEqual(closed);
  expect((await ask('/as/staff_people'))[0]).toBe(303);
  expect((await ask('/as/index'))[0]).toBe(200);
});

test('every route that asks for a login is of the class private', () => {
  expect(names.filter((name) => routeOf(name).access !== 'public' && routeOf(name).render !== 'private')).toEqual([]);
});

test('[R6.24] a page of the class cached is rendered once for everybody, and knows nobody', async () => {
  session = { id: 's', userId: 7, standing: 'renter', provedAt: new Date(0) };
  for (const cookie of ['uhouzz_token=a', 'uhouzz_token=b']) {
    const answer = await fetch(`${origin}/en/uk/manchester`, { headers: { cookie } });
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('set-cookie')]).toEqual([200, 'public, max-age=0, must-revalidate', null]);
    expect(await answer.text()).toContain('for everyone');
  }
  expect(seen.map(({ file, visitor }) => ({ file, visitor }))).toEqual([{ file: '/catalogue/list', visitor: undefined }]);
});

test('addresses that lead nowhere share one kept page for each language', async () => {
  const before = cache.size.entries;
  for (let index = 0; index < 50; index++) expect((await fetch(`${origin}/en/no-such-${index}`)).status).toBe(404);
  expect((await fetch(`${origin}/vn/no-such`)).status).toBe(404);
  expect(cache.size.entries - before).toBeLessThanOrEqual(2);
  expect(seen.length).toBeLessThanOrEqual(2);
});

test('a page of the build that is no file does not exist', async () => {
  expect((await fetch(`${origin}/as/partners`)).status).toBe(404);
});
