/** Pages: from a request to a kept or freshly rendered page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { RenderContext } from '#lib/render-context.ts';
import type { PageCache, RenderedPage } from './page-cache.ts';
import { pageQuery } from './query.ts';
import { acceptedEncodings, send } from '../respond.ts';
import { headersOfStatus, routeError } from '#lib/api/route-error.ts';
import { pagePolicy } from './security-headers.ts';
import { environmentOf, isInAppView } from '../user-agent.ts';

export type PageRenderer = (request: Request, context: RenderContext) => Promise<Response>;

export type PagesOptions = {
  readonly render: PageRenderer;
  readonly contextFor: (environment: 'web' | 'app') => RenderContext;
  readonly siteUrl: string;
  readonly localeHosts: ReadonlyMap<Locale, string>;
  readonly cache: PageCache;
  readonly log: Logger;
  /** Renders waiting at once before new ones are turned away with 503. */
  readonly maxRendering: number;
  /** The operator's token for maps; pages that carry it may talk to Mapbox. */
  readonly mapboxToken?: string | undefined;
  /** Number of queries so far; given when answers should tell how many they took. */
  readonly queryCount: (() => number) | undefined;
};

/** Statuses worth keeping. Errors never are. */
const storableStatus = new Set([200, 308, 404, 410]);
export const nestedErrorText = 'An error occured while showing the error page';

/** Makes the handler for everything that is a page. */
export function createPagesHandler(options: PagesOptions): (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<string> {
  const { cache, render, contextFor, log, queryCount } = options;
  const hostOrigins = new Map(
    locales.flatMap((locale) => {
      const origin = options.localeHosts.get(locale);
      return origin ? [[new URL(origin).host, origin] as const] : [];
    }),
  );

  async function renderPage(address: URL, environment: 'web' | 'app', storable: boolean): Promise<RenderedPage> {
    const before = queryCount?.() ?? 0;
    const answer = await render(new Request(address), contextFor(environment));
    const body = Buffer.from(await answer.arrayBuffer());
    const headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=0, must-revalidate' };
    const suggested = answer.headers.get('content-security-policy');
    // Only pages with islands carry script lines of their own.
    if (suggested && body.includes('<astro-island'))
      headers['content-security-policy'] = pagePolicy(suggested, options.mapboxToken !== undefined && body.includes(options.mapboxToken));
    const location = answer.headers.get('location');
    if (location) headers['location'] = location;
    if (queryCount) headers['server-timing'] = `db;desc="${queryCount() - before}"`;
    const wait = answer.headers.get('retry-after');
    // Search engines keep a page that is away for a while, and drop one that fails.
    if (wait) headers['retry-after'] = wait;
    const status = wait ? 503 : answer.status;
    const tags = (answer.headers.get('x-tags') ?? '').split(' ').filter(Boolean);
    return { status, headers, body, tags, storable: storable && storableStatus.has(status) };
  }

  return async function handlePage(request, response, url) {
    // Only hosts of the configuration name an origin: a forged Host header changes nothing.
    const origin = hostOrigins.get(request.headers.host ?? '') ?? options.siteUrl;
    const shown = isInAppView(environmentOf(request.headers['user-agent'] ?? '')) ? 'app' : 'web';
    const { query, bounded } = pageQuery(url.searchParams);
    const search = query.size > 0 ? `?${query}` : '';
    const address = new URL(`${url.pathname}${search}`, origin);
    const key = `${bounded ? '' : 'once '}${shown} ${address.href}`;
    if (cache.rendering >= options.maxRendering && !cache.isAtHand(key)) {
      send(request, response, {
        status: 503,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '2', 'cache-control': 'no-store' },
        body: 'Too busy. Please try again in a moment.',
      });
      return 'refused';
    }
    try {
      const { page, state } = await cache.get(key, () => renderPage(address, shown, bounded));
      const { bytes, encoding } = await page.body(acceptedEncodings(request));
      const headers: Record<string, string> = { ...page.headers, vary: 'Accept-Encoding' };
      // The in-app view has the same address without chrome, so caches between us must not keep it.
      if (shown === 'app') headers['cache-control'] = 'private, no-cache';
      if (encoding) headers['content-encoding'] = encoding;
      if (page.status >= 500) headers['cache-control'] = 'no-store';
      send(request, response, { status: page.status, headers, body: bytes, etag: page.etag });
      return state;
    } catch (error) {
      const { message, statusCode } = routeError(error);
      log.error({ path: url.pathname, error: message, stack: error instanceof Error ? error.stack : undefined }, 'a page could not be rendered');
      send(request, response, {
        status: statusCode,
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          'cache-control': 'no-store',
          ...headersOfStatus(statusCode),
        },
        body: nestedErrorText,
      });
      return 'failed';
    }
  };
}
