/** From an address to rendered bytes: what it means, and the page file that shows it. Serving and writing of files share this. */
import type { Logger } from 'pino';
import { headersOfStatus, routeError } from '#lib/api/route-error.ts';
import { chromeOf } from '#lib/features/chrome/chrome.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { loggedPath } from '#lib/log/logged-path.ts';
import type { CaptchaHosts } from '#lib/ports/captcha/captcha.ts';
import type { Located, RenderContext } from '#lib/render-context.ts';
import { resolvePath } from '#lib/resolve.ts';
import type { PageRequest } from '#lib/resolve.ts';
import { routeOf } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { PageText } from '#lib/page-text.ts';
import { createView } from '#lib/view-of.ts';
import type { Outcome, View } from '#lib/view.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { RenderedPage } from './page-cache.ts';
import { isSpecial, pageHeaders } from './security-headers.ts';

/** Renders the page file at a neutral address (`/catalogue/list`) for a view: what the built bundle exports. */
export type PageRenderer = (request: Request, file: string, view: View, outcome: Outcome) => Promise<Response>;

/** A page to render: its file, the request it answers, and where it was asked for. */
export type PageOrder = {
  readonly file: string;
  readonly page: PageRequest;
  readonly address: URL;
  readonly environment: View['environment'];
  readonly visitor?: Visitor;
  /** In which amounts are told where the address names no currency, if it is not the one of the language. */
  readonly currency?: CurrencyCode | undefined;
};

export type PageRendering = {
  /** What an address means. */
  locate(url: URL): Promise<Located>;
  /** Renders. What failed is logged with its trace, and is the page of errors with the status that fits. Statuses worth keeping are storable. */
  render(order: PageOrder, trace: string): Promise<RenderedPage>;
};

export type RenderingOptions = {
  readonly render: PageRenderer;
  readonly context: RenderContext;
  readonly log: Logger;
  /** The operator's token for maps; pages that carry it may talk to Mapbox. */
  readonly mapboxToken?: string | undefined;
  /** Address of a file of streets elsewhere; pages with a map may ask for it. */
  readonly basemapUrl?: string | undefined;
  /** Origins that forms' captchas may use in a language. */
  readonly captchaHosts?: ((locale: Locale) => CaptchaHosts) | undefined;
  /** Whether a page shows Google's prompt that signs in with one tap. */
  readonly hasOneTap?: ((locale: Locale, route: RouteName) => boolean) | undefined;
  /** Origins that forms of signing in lead to. */
  readonly signInHosts?: readonly string[] | undefined;
  /** Origins of providers that forms of payments lead to. */
  readonly payTo?: readonly string[] | undefined;
  /** Number of queries so far; given when answers should tell how many they took. */
  readonly queryCount?: (() => number) | undefined;
};

/** A missing page is kept once for each language, not under what was asked for. */
const storableStatus = new Set([200, 308, 410]);

/** It adorns the page: what keeps it away must not take the page along. */
async function trustOf({ loaders, now }: RenderContext): Promise<View['trust']> {
  try {
    return await loaders?.frontPage.trust(now());
  } catch {
    return undefined;
  }
}

export function createPageRendering({
  render,
  context,
  log,
  mapboxToken,
  basemapUrl,
  captchaHosts,
  hasOneTap,
  signInHosts = [],
  payTo = [],
  queryCount,
}: RenderingOptions): PageRendering {
  return {
    locate: (url) => context.locate(url, resolvePath(context.geo, url.pathname, context.hostLocale(url))),

    async render({ file, page, address, environment, visitor, currency }, trace) {
      const before = queryCount?.() ?? 0;
      const chrome = chromeOf(routeOf(page.name), environment, page.locale);
      const trust = chrome.footer ? await trustOf(context) : undefined;
      const view = createView(context, page, { query: address.searchParams, environment, visitor, trust, currency });
      const outcome: Outcome = { failure: undefined };
      const answer = await render(new Request(address), file, view, outcome);
      const html = (answer.body === null && outcome.html) || PageText.of(await answer.text());
      const isPrivate = routeOf(page.name).render === 'private';
      const headers: Record<string, string> = {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': isPrivate ? 'private, no-store' : 'public, max-age=0, must-revalidate',
      };
      const suggested = answer.headers.get('content-security-policy');
      // Only pages with islands carry script lines of their own.
      const ownScripts = suggested && html.hasIsland ? suggested : undefined;
      const film = page.name === 'index' ? context.loaders?.frontPage.film : undefined;
      const tap = environment === 'web' && (hasOneTap?.(page.locale, page.name) ?? false);
      if (ownScripts || film || tap || isSpecial(page.name))
        Object.assign(
          headers,
          pageHeaders({
            route: page.name,
            suggested: ownScripts,
            hasMapboxMap: mapboxToken !== undefined && html.includes(mapboxToken),
            hosts: { films: film ? [new URL(film).origin] : [], signIn: signInHosts, payTo },
            hasOneTap: tap,
            ...(isPrivate && captchaHosts ? { captcha: captchaHosts(page.locale) } : {}),
            basemapOrigin: basemapUrl !== undefined && html.includes('explorer-map') ? new URL(basemapUrl).origin : undefined,
          }),
        );
      const location = answer.headers.get('location');
      if (location) headers['location'] = location;
      if (queryCount) headers['server-timing'] = `db;desc="${queryCount() - before}"`;
      if (outcome.failure === undefined)
        return { status: answer.status, headers, html, tags: [...view.tags], storable: !isPrivate && storableStatus.has(answer.status) };
      const { message, statusCode } = routeError(outcome.failure);
      const stack = outcome.failure instanceof Error ? outcome.failure.stack : undefined;
      log.error({ trace, path: loggedPath(address.pathname), error: message, stack }, 'a page failed');
      // Search engines keep a page that is away for a while, and drop one that fails.
      const status = statusCode === 503 ? 503 : 500;
      return { status, headers: { ...headers, ...headersOfStatus(status) }, html, tags: [], storable: false };
    },
  };
}
