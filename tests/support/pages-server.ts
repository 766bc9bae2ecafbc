/** Pages of people over HTTP, as the server answers them, with a rendering that writes next to nothing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { csrfOf } from '#lib/api/gates/csrf.ts';
import { createRateLimits } from '#lib/api/rate-limits.ts';
import { createRenderContext } from '#lib/render-context.ts';
import type { View } from '#lib/view.ts';
import type { Handler } from '#server/handler.ts';
import { createEntrance } from '#server/pages/entrance.ts';
import { PageCache } from '#server/pages/page-cache.ts';
import { createPagesHandler } from '#server/pages/pages-handler.ts';
import { createPageRendering } from '#server/pages/render-page.ts';
import type { AccountsDesk, Browser } from './accounts-desk.ts';

export type PagesServer = { /** `http://127.0.0.1:…` */ readonly address: string; close(): Promise<void> };

type Options = {
  readonly log?: Logger;
  /** What a page says, in place of the name of its file. */
  readonly body?: (file: string, view: View) => string;
  /** What forms need beyond calls and sessions. */
  readonly entrance?: Partial<Parameters<typeof createEntrance>[0]>;
  /** Asked before pages. */
  readonly first?: Handler;
};

export async function startPages(
  desk: AccountsDesk,
  { log = pino({ level: 'silent' }), body = (file) => file, entrance = {}, first }: Options = {},
): Promise<PagesServer> {
  const { site, geo, people } = desk.on.services;
  const pages = createPagesHandler({
    site,
    log,
    cache: new PageCache({ maxBytes: 4_000_000, freshFor: 60_000 }),
    localeHosts: new Map(),
    maxRendering: 200,
    ...(people ? { names: people.names } : {}),
    limits: createRateLimits(0),
    trustedProxies: 0,
    rendering: createPageRendering({
      log,
      context: createRenderContext({ geo, site, localeHosts: new Map(), loaders: undefined, siteVariant: 'main' }),
      render: async (_, file, view) => new Response(`<p>${body(file, view)}</p>`, { headers: { 'content-type': 'text/html' } }),
    }),
    entrance: createEntrance({
      api: desk.on.api,
      csrf: csrfOf({ secrets: desk.secrets }),
      ...(people ? { sessions: people.sessions } : {}),
      origin: site.origin,
      ownOrigins: new Set([site.origin]),
      ...entrance,
    }),
  });
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', site.origin);
    if ((await first?.(request, response, url)) === undefined) await pages(request, response, url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** A page as somebody's browser asks for it: the file that renders it, and the view that it would be rendered with. */
export type SeenPage = { readonly file: string; readonly view: View };

export type SeenPages = PagesServer & {
  /**
   * @param path with its language. What of its query the page does not read is not in the view.
   * @throws where another answer comes than a page.
   */
  see(by: Browser, path: string): Promise<SeenPage>;
};

/** Pages whose views are handed to the test, which asks the loaders what they would show; their clock is the desk's. */
export async function seePages(desk: AccountsDesk): Promise<SeenPages> {
  let seen: View | undefined;
  const server = await startPages(desk, {
    body(file, view) {
      seen = view;
      return file;
    },
  });
  return {
    ...server,
    async see(by, path) {
      const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(`${server.address}${path}`, { headers: { cookie, 'sec-fetch-site': 'same-origin' }, redirect: 'manual' });
      const body = await answer.text();
      if (answer.status !== 200 || !seen) throw new Error(`${path}: ${answer.status} ${answer.headers.get('location')}`);
      return { file: body.replaceAll(/<\/?p>/g, ''), view: Object.create(seen, { now: { value: desk.clock.now } }) };
    },
  };
}
