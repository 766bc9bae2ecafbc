/**
 * The door of the pages. What a path means is asked first; the answer decides whether the page is cached or private:
 * - cached: the same for everyone, kept as bytes under the tags that the render collected;
 * - private: rendered for the one who asks, kept nowhere.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { clientAddress } from '#lib/api/address.ts';
import type { RateLimits } from '#lib/api/rate-limits.ts';
import { headersOfStatus, routeError } from '#lib/api/route-error.ts';
import { lacksProof, realmOf, refusalOf } from '#lib/access.ts';
import type { Realm } from '#lib/access.ts';
import type { RealnameCheck } from '#lib/api/gates/realname.ts';
import { staffCookie, standingIn } from '#lib/api/gates/session.ts';
import { cookieIn, localeOfHeader } from '#lib/api/caller.ts';
import { externalQuery } from '#lib/features/accounts/external-access.schema.ts';
import { localeOfArrival } from '#lib/features/accounts/third-parties.rules.ts';
import { realnamePath } from '#lib/features/realname/realname.rules.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { Submitted } from '#lib/forms/form.schema.ts';
import { defaultLocale, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { Refusal } from '#lib/log/security-log.ts';
import { newPreSession, preSessionOf, setPreSession } from '#lib/pre-session.ts';
import type { Site } from '#lib/paths.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import { missingPage } from '#lib/render-context.ts';
import { safePath } from '#lib/safe-path.ts';
import { isOpen, isPublic, routeOf } from '#lib/routes.ts';
import type { View } from '#lib/view.ts';
import { acceptedEncodings, hostOf, send } from '../respond.ts';
import { environmentOf, isInAppView } from '#lib/user-agent.ts';
import { createClientShares } from './client-shares.ts';
import { chosenIn, chosenQuery } from '#lib/features/rates/chosen-currency.rules.ts';
import { formPages } from '#lib/form-pages.ts';
import { loggedPath } from '#lib/log/logged-path.ts';
import { lastResort, lastResortHeaders, limitPage, localeAskedFor } from './last-resort.ts';
import type { KeptPage, PageCache } from './page-cache.ts';
import { valuesIn } from './form-body.ts';
import type { Entrance } from './entrance.ts';
import { pageQuery, withCampaign } from './query.ts';
import type { PageOrder, PageRendering } from './render-page.ts';
import type { Entered } from './visitors.ts';

export type PagesOptions = {
  readonly rendering: PageRendering;
  readonly site: Site;
  readonly localeHosts: ReadonlyMap<Locale, string>;
  readonly cache: PageCache;
  readonly log: Logger;
  /** Renders waiting at once before new ones are turned away with 503. */
  readonly maxRendering: number;
  /** Of pages that search. */
  readonly limits: RateLimits;
  /** How many proxies in front may be believed about the client's address. */
  readonly trustedProxies: number;
  readonly onRefused?: (refusal: Refusal) => void;
  /** Who asks for a private page, and what becomes of its form. */
  readonly entrance: Entrance;
  /** What stands before what asks for a certified name; nothing without it. */
  readonly names?: RealnameCheck;
  /** Nobody can sign in or write to us here: pages that need it say so. */
  readonly isClosed?: boolean;
};

/** A request at the door. */
type Asked = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pathname: string;
  /** What stands in the address, read by nobody yet. */
  readonly given: URLSearchParams;
  readonly trace: string;
  readonly client: string;
};

/** Longest value of a private page's parameter, in characters; a path to come back to may have a question in it. */
const longestParameter = 2_048;
/** R3.12. */
const wantedCookie = 'loginRedirectUrl';
const wantedSeconds = 1_800;
/** Longest path kept in a cookie, in characters before they are written out. */
const longestWanted = 1_024;
/** Says in the address of a page of staff that what was written in its form was kept. */
const keptQuery = 'kept';
const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } as const;

/** Parameters that a form has a tick for each of, joined by commas. */
const ticked: ReadonlySet<string> = new Set(['threads']);
const mostTicked = 50;

/** The address of a private page with the parameters that its route reads, each of bounded length. */
function privateAddress(url: URL, origin: string, names: readonly string[]): URL {
  const address = new URL(url.pathname, origin);
  for (const name of names) {
    const value = ticked.has(name) ? url.searchParams.getAll(name).slice(0, mostTicked).join(',') || null : url.searchParams.get(name);
    if (value !== null && value.length <= longestParameter) address.searchParams.set(name, value);
  }
  return address;
}

const pathOf = ({ pathname, search }: URL): string => `${pathname}${search}`;
/** The path of a page of staff that gives back what was written in its form. */
const withKept = (path: string, { search }: URL): string => `${path}${search === '' ? '?' : '&'}${keptQuery}=1`;

/** R3.12: the page somebody wanted who had to sign in first. @param path empty to forget it. */
const wantedPage = (path: string, { protocol }: URL): string =>
  setCookie(wantedCookie, path.length > longestWanted ? '' : path, path === '' ? 0 : wantedSeconds, protocol === 'https:', { httpOnly: true });

/**
 * The page of this site that a reader came from to sign in, so that they come back to it; undefined for none of ours, and for
 * those of signing in itself.
 */
function cameFrom(referer: string | undefined, origin: string): string | undefined {
  const from = URL.parse(referer ?? '');
  if (!from || from.origin !== origin || from.href.length > longestParameter || from.pathname.includes('/users/')) return undefined;
  return safePath(from.pathname + from.search) || undefined;
}

/** Makes the handler for everything that is a page. */
export function createPagesHandler(options: PagesOptions): (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<string> {
  const { cache, rendering, site, log } = options;
  const shares = createClientShares();
  const hostOrigins = new Map(
    locales.flatMap((locale) => {
      const origin = options.localeHosts.get(locale);
      return origin ? [[new URL(origin).host, origin] as const] : [];
    }),
  );

  /** @param isOwn whether it is for readers who chose a currency, at an address that others have a page at, too. */
  async function sendPage({ request, response, given }: Asked, page: KeptPage, environment: View['environment'], isOwn = false): Promise<void> {
    const { bytes, encoding } = await page.body(acceptedEncodings(request));
    const headers: Record<string, string> = { ...page.headers, vary: 'Accept-Encoding' };
    if (headers['location'] !== undefined) headers['location'] = withCampaign(headers['location'], given);
    // The in-app view has the same address without chrome, and a chosen currency no address at all, so caches between us must keep neither.
    if ((environment === 'app' || isOwn) && headers['cache-control']?.startsWith('public')) headers['cache-control'] = 'private, no-cache';
    if (encoding) headers['content-encoding'] = encoding;
    if (page.status >= 500) headers['cache-control'] = 'no-store';
    send(request, response, { status: page.status, headers, body: bytes, etag: page.etag });
  }

  /**
   * The page for what does not exist: one for each language and view, however many addresses lead nowhere. Of a home that is not there the
   * address names the city, and there is one for each city.
   */
  async function showMissing(
    asked: Asked,
    locale: Locale,
    { address, environment, page: looked }: Pick<PageOrder, 'address' | 'environment'> & Partial<Pick<PageOrder, 'page'>>,
  ): Promise<string> {
    const city = looked?.listing && 'city' in looked.listing ? looked.listing.city : undefined;
    const order = { file: '/404', page: missingPage(locale, city), address: new URL('/404', address), environment };
    const { page } = await cache.get(`missing ${environment} ${locale} ${address.origin} ${city?.id ?? ''}`, async () => {
      const rendered = await rendering.render(order, asked.trace);
      return { ...rendered, storable: rendered.status === 404 };
    });
    await sendPage(asked, page, environment);
    return 'missing';
  }

  /** What says that a page of people is closed: links of pages that are the same for everybody lead here. For a while, so 503. */
  async function showClosed(asked: Asked, locale: Locale, { address, environment }: Pick<PageOrder, 'address' | 'environment'>): Promise<string> {
    const order = { file: '/closed', page: missingPage(locale), address: new URL('/404', address), environment };
    const page = await cache.renderOnce(() => rendering.render(order, asked.trace));
    if (!asked.request.complete) asked.request.resume();
    await sendPage(asked, page, environment);
    return 'closed';
  }

  /**
   * Whoever must be known first goes to the login page and comes back, to what they had written as well; without one the page is
   * as good as missing.
   */
  async function showLogin(asked: Asked, order: PageOrder, realm: Realm): Promise<string> {
    const { request, response } = asked;
    const { page, address } = order;
    const entrance = realm === 'staff' ? 'staff_login' : 'login';
    if (!isOpen(entrance)) return showMissing(asked, page.locale, order);
    if (options.isClosed && realm === 'people') return showClosed(asked, page.locale, order);
    const path = pathOf(address);
    const { form } = routeOf(page.name);
    // It is given back to the page that the address or the cookie names, so where they hold none nothing is kept.
    const isKept = request.method === 'POST' && form !== undefined && path.length <= longestWanted && (await keep(asked, formPages[form], path));
    const back = new URLSearchParams({ redirect: isKept && realm === 'staff' ? withKept(path, address) : path });
    if (realm === 'people') {
      if (isKept) back.set('kept', '1');
      // Steps in between, as a lost password, forget the address.
      response.setHeader('set-cookie', wantedPage(path, address));
    } else if (cookieIn(request.headers.cookie ?? '', staffCookie)) back.set('ended', '1');
    if (!request.complete) request.resume();
    const location = `${site.paths(page.locale).to(entrance)}?${back}`;
    send(request, response, { status: 303, headers: { ...plain, 'cache-control': 'private, no-store', location }, body: '' });
    return 'login';
  }

  /**
   * Whoever is to show once more who they are, or under which name they are certified, goes to the page that asks for it and comes back, to
   * what they had written as well.
   * @param what the page that asks for it. @param written what the form held; undefined where none was sent.
   */
  async function showProof(
    asked: Asked,
    { page, address }: PageOrder,
    visitor: Entered['visitor'],
    what: 'prove' | 'account_realname',
    written?: Submitted['values'],
  ): Promise<string> {
    const { request, response } = asked;
    const path = pathOf(address);
    const isNamed = path.length <= longestWanted;
    if (written && isNamed) await options.entrance.keepFor(visitor, path, written);
    const back = written && visitor.staff ? withKept(path, address) : path;
    if (visitor.session) response.setHeader('set-cookie', wantedPage(path, address));
    if (!request.complete) request.resume();
    const location = `${site.paths(page.locale).to(visitor.staff ? 'staff_prove' : what)}?${new URLSearchParams({ redirect: back })}`;
    send(request, response, { status: 303, headers: { ...plain, 'cache-control': 'private, no-store', location }, body: '' });
    return 'proof';
  }

  async function keep({ request, client }: Asked, form: FormPage, path: string): Promise<boolean> {
    const release = shares.take(client);
    return release ? options.entrance.keep(request, form, path, client).finally(release) : false;
  }

  /** A private page; a form that was posted to it is sent first, and the page says what was wrong with it. */
  async function showPrivate(asked: Asked, order: PageOrder): Promise<string> {
    const { request, response, client } = asked;
    const { name, locale } = order.page;
    const { access, guests, query, proof } = routeOf(name);
    const { visitor, cookies } = await options.entrance.enter(request, access, locale);
    const refusal = refusalOf(access, standingIn(visitor));
    // Whoever is nobody yet is shown the sign-in; who is somebody else asks for what is not theirs.
    if (refusal && (visitor.session ?? visitor.staff) !== undefined)
      options.onRefused?.({ event: 'role', address: client, trace: asked.trace, path: routeOf(name).pattern ?? '' });
    if (refusal === 'not-found') return showMissing(asked, locale, order);
    if (refusal) return showLogin(asked, order, realmOf(access));
    if (lacksProof(proof, visitor.staff ?? visitor.session, {}, new Date())) return showProof(asked, order, visitor, 'prove');
    const wanted = cookieIn(request.headers.cookie ?? '', wantedCookie);
    // R2.134: who is signed in already goes on to where they wanted to.
    if (guests && visitor.session && request.method !== 'POST') {
      const location = safePath(order.address.searchParams.get('redirect'), site.paths(locale).to('profile'));
      send(request, response, { status: 303, headers: { ...plain, 'cache-control': 'private, no-store', location }, body: '' });
      return 'login';
    }
    if (guests && query?.includes('redirect') && !order.address.searchParams.has('redirect')) {
      const back = cameFrom(request.headers.referer, order.address.origin) ?? (safePath(wanted, '') || undefined);
      if (back !== undefined) order.address.searchParams.set('redirect', back);
    }
    // What feedback is about: the page alone, without what stands in its address besides.
    if (query?.includes('from') && !order.address.searchParams.has('from')) {
      const back = cameFrom(request.headers.referer, order.address.origin)?.split('?')[0];
      const found = back === undefined ? undefined : await rendering.locate(new URL(back, order.address.origin));
      // The address of a private page can be a key to it.
      if (back !== undefined && found?.kind === 'page' && isPublic(found.page.name)) order.address.searchParams.set('from', back);
    }
    const release = shares.take(client);
    if (!release) return refuse(asked);
    try {
      return await sendAndShow(asked, order, { visitor, cookies });
    } finally {
      release();
    }
  }

  /** Where the form of a page leads before it is sent: it asks for a certified name, and whoever is there has none (R4.047, R4.048). */
  async function nameFirst(form: FormName, { session }: Entered['visitor'], locale: Locale, path: string): Promise<Entered['visitor']['realname']> {
    const { contract, definition } = formPages[form];
    if (!options.names || !contract.realname || !session) return undefined;
    const step = await options.names({ userId: session.userId, locale, mark: contract.realname });
    return step === 'run' ? undefined : { form: definition.id, href: realnamePath(site.paths(locale), path) };
  }

  /** Sends the form of a private page where one came, and shows what comes of it. */
  async function sendAndShow(asked: Asked, order: PageOrder, { visitor, cookies }: Entered): Promise<string> {
    const { request, response, trace, client } = asked;
    const { name, locale, params } = order.page;
    const { form } = routeOf(name);
    const wanted = cookieIn(request.headers.cookie ?? '', wantedCookie);
    const own = pathOf(order.address);
    const sendingOf = (of: FormName) => ({ request, form: formPages[of], params, locale, paths: site.paths(locale), address: client, trace });
    const sent = request.method === 'POST' && form ? await options.entrance.send(sendingOf(form)) : undefined;
    if (sent?.kind === 'done') {
      if (sent.cookies.length > 0) response.setHeader('set-cookie', [...sent.cookies]);
      send(request, response, { status: 303, headers: { ...plain, 'cache-control': 'private, no-store', location: sent.path }, body: '' });
      return 'form';
    }
    const { contract } = form ? formPages[form] : {};
    const { failed, values: written } = sent?.submitted ?? {};
    if (failed === 'proof-needed' && contract?.proof) return showProof(asked, order, visitor, 'prove', written);
    if (failed === 'realname-needed' && contract?.realname) return showProof(asked, order, visitor, 'account_realname', written);
    // Back from signing in or from showing who they are, with what was written before.
    const isFrom = visitor.staff ? asked.given.get(keptQuery) === '1' : visitor.session !== undefined && wanted === own;
    // A script that signs somebody in follows where it is led to, and then opens that page: what was written waits for the page.
    const isOpened = (request.headers['sec-fetch-dest'] ?? 'document') === 'document';
    const isBack = isFrom && isOpened && request.method === 'GET';
    const kept = isBack && form ? await options.entrance.kept(visitor, own) : undefined;
    const submitted = sent?.submitted ?? (kept && form && (await options.entrance.withFiles(sendingOf(form), kept)));
    const realname = form && (await nameFirst(form, visitor, locale, own));
    const page = await cache.renderOnce(() => rendering.render({ ...order, visitor: { ...visitor, submitted, realname } }, trace));
    // The entrance of staff is spoken of nowhere.
    const isPeoples = routeOf(name).page?.startsWith('staff/') !== true;
    if (page.status === 404) return options.isClosed && isPeoples ? showClosed(asked, locale, order) : showMissing(asked, locale, order);
    // Only a page that shows it gives it back: what failed may be asked for again.
    const isShown = page.status < 400;
    const toKeep = isBack && visitor.session && isShown ? [...cookies, wantedPage('', order.address)] : cookies;
    if (kept && isShown) await options.entrance.forget(visitor, own);
    // Here and not before: the page for what does not exist is everybody's and may be kept anywhere.
    if (toKeep.length > 0) response.setHeader('set-cookie', [...toKeep]);
    if (!request.complete) response.setHeader('connection', 'close');
    await sendPage(asked, sent && page.status === 200 ? { ...page, status: sent.status } : page, order.environment);
    return 'private';
  }

  const localeOf = localeAskedFor(options.localeHosts);

  function refuse({ request, response, pathname }: Asked): string {
    send(request, response, {
      status: 503,
      headers: { ...lastResortHeaders, 'retry-after': '2' },
      body: lastResort('busy', localeOf(pathname, hostOf(request))),
    });
    return 'refused';
  }

  /**
   * A page of results is a dozen searches: whoever asks for many of them waits. A browser without a visit is given one with the page that
   * says so, and is counted by itself from then on: one address may be a campus.
   */
  async function waitForResults({ request, response, trace, client }: Asked, { locale }: PageOrder['page'], path: string): Promise<boolean> {
    const visit = preSessionOf(request.headers.cookie ?? '');
    const wait = await options.limits.spend('search', client, visit);
    if (wait === undefined) return false;
    options.onRefused?.({ event: 'limit', address: client, trace, path });
    if (visit === undefined) response.setHeader('set-cookie', setPreSession(newPreSession(), site.origin.startsWith('https:')));
    send(request, response, { status: 429, headers: { ...lastResortHeaders, 'retry-after': String(wait) }, body: limitPage(locale, wait) });
    return true;
  }

  /**
   * The one thing by which a page that is kept for all differs by reader: in which of 31 currencies it tells amounts besides, where it tells
   * any and its address asks for none. Undefined, as for nearly everybody, where that is the one of the language.
   */
  function currencyFor({ request }: Asked, { page: { name, locale }, address }: PageOrder): CurrencyCode | undefined {
    const tells = routeOf(name).query?.includes('currency') === true && !address.searchParams.has('currency');
    return tells ? options.entrance.currencyOf(request, locale) : undefined;
  }

  /**
   * Keeps the currency that somebody chose and leads back to where they were, where it counts from now on.
   * @returns undefined where nothing was chosen: the page shows what there is.
   */
  function keepChoice(asked: Asked, { page: { locale }, address }: PageOrder): string | undefined {
    const chosen = chosenIn(asked.given);
    if (chosen === undefined) return undefined;
    const back = new URL(safePath(address.searchParams.get('redirect'), site.paths(locale).to('index')), address.origin);
    for (const name of ['currency', chosenQuery.name]) back.searchParams.delete(name);
    return leadOn(asked, `${pathOf(back)}${back.hash}`.replaceAll('%2C', ','), [options.entrance.keepCurrency(chosen)]);
  }

  async function showCached(asked: Asked, order: PageOrder, isBounded: boolean): Promise<string> {
    const { environment, address } = order;
    const currency = currencyFor(asked, order);
    const key = `${isBounded ? '' : 'once '}${environment} ${address.href}${currency === undefined ? '' : ` ${currency}`}`;
    const isAtHand = cache.isAtHand(key);
    if (!isAtHand && cache.rendering >= options.maxRendering) return refuse(asked);
    const release = isAtHand ? () => undefined : shares.take(asked.client);
    if (!release) return refuse(asked);
    const { page, state } = await cache
      .get(key, async () => {
        const rendered = await rendering.render({ ...order, currency }, asked.trace);
        return { ...rendered, storable: isBounded && rendered.storable };
      })
      .finally(release);
    if (page.status === 404) return showMissing(asked, order.page.locale, order);
    await sendPage(asked, page, environment, currency !== undefined);
    return state;
  }

  function leadOn({ request, response }: Asked, location: string, cookies: readonly string[]): string {
    if (cookies.length > 0) response.setHeader('set-cookie', [...cookies]);
    // What stands in the address that they come from must not be told where they go.
    response.setHeader('referrer-policy', 'no-referrer');
    send(request, response, { status: 303, headers: { ...plain, 'cache-control': 'private, no-store', location }, body: '' });
    return 'arrival';
  }

  /** Another site's form brings none of our cookies along, so what it holds comes once more by GET, which does. */
  async function leadArrivalOn(asked: Asked, path: string, form: FormPage): Promise<string> {
    const values = new URLSearchParams(await options.entrance.formOf(asked.request, form));
    return leadOn(asked, `${path}?${values.size > 0 ? values : 'why=gone'}`, []);
  }

  /** Takes what another site sent along. The address names no language; the cookie of who set out does. */
  async function arrive(
    asked: Asked,
    { locale: usual, params }: PageOrder['page'],
    form: FormPage,
    values: Readonly<Record<string, string>>,
    origin: string,
  ): Promise<string> {
    const { request, trace, client } = asked;
    const hosted = locales.find((one) => options.localeHosts.get(one) === origin);
    const locale = hosted ?? localeOfArrival(request.headers.cookie, usual === defaultLocale ? localeOfHeader(request.headers['accept-language']) : usual);
    const { path, cookies } = await options.entrance.arrive({ request, form, params, locale, paths: site.paths(locale), address: client, trace, values });
    return leadOn(asked, path, cookies);
  }

  return async function handlePage(request, response, url) {
    const client = clientAddress(request, options.trustedProxies);
    const asked: Asked = { request, response, client, pathname: url.pathname, given: url.searchParams, trace: String(response.getHeader('x-trace-id') ?? '') };
    // Only hosts of the configuration name an origin: a forged Host header changes nothing.
    const origin = hostOrigins.get(hostOf(request)) ?? site.origin;
    const environment = isInAppView(environmentOf(request.headers['user-agent'] ?? '')) ? 'app' : 'web';
    const addressWith = (query: URLSearchParams): URL => new URL(`${url.pathname}${query.size > 0 ? `?${query}` : ''}`, origin);
    try {
      // A redirect carries along what the page it leads to may read.
      const found = await rendering.locate(addressWith(pageQuery(url.searchParams).query));
      if (found.kind === 'redirect') {
        send(request, response, {
          status: 308,
          headers: { ...plain, 'cache-control': 'public, max-age=0, must-revalidate', location: found.location },
          body: '',
        });
        return 'redirect';
      }
      const { name, locale } = found.page;
      const route = routeOf(name);
      const { query, bounded } = pageQuery(url.searchParams, found.kind === 'missing' ? [] : (route.query ?? []));
      const address = addressWith(query);
      if (request.method === 'POST' && (found.kind === 'missing' || route.form === undefined)) {
        request.resume();
        send(request, response, { status: 405, headers: { ...plain, allow: 'GET, HEAD', connection: 'close' }, body: 'Pages are read with GET.' });
        return 'refused';
      }
      // A page of the build that is no file does not exist.
      if (found.kind === 'missing' || route.render === 'built') return await showMissing(asked, locale, { address, environment });
      if (query.has('q') && (await waitForResults(asked, found.page, url.pathname))) return 'refused';
      if (route.arrival && route.form) {
        const form = formPages[route.form];
        const values = valuesIn(form, url.searchParams);
        if (request.method === 'POST') return await leadArrivalOn(asked, url.pathname, form);
        if (Object.keys(values).length > 0) return await arrive(asked, found.page, form, values, origin);
      }
      if (route.external) {
        const own = privateAddress(url, origin, route.query ?? []);
        // What only looks at the address does not use its token up.
        const isAsked = request.method === 'GET';
        if (Object.values(externalQuery).some((one) => url.searchParams.has(one)))
          return leadOn(asked, pathOf(own), isAsked ? await options.entrance.redeem(url.searchParams, name, url.pathname) : []);
        await options.entrance.forApp(request, name);
      }
      const order: PageOrder = { file: `/${route.page}`, page: found.page, address, environment };
      if (name === 'currency') {
        const kept = keepChoice(asked, order);
        if (kept !== undefined) return kept;
        const back = address.searchParams.has('redirect') ? undefined : cameFrom(request.headers.referer, origin);
        if (back !== undefined) address.searchParams.set('redirect', back);
        return await showCached(asked, order, false);
      }
      if (route.render === 'private') return await showPrivate(asked, { ...order, address: privateAddress(url, origin, route.query ?? []) });
      return await showCached(asked, order, bounded);
    } catch (error) {
      const { message, statusCode } = routeError(error);
      log.error(
        { trace: asked.trace, path: loggedPath(url.pathname), error: message, stack: error instanceof Error ? error.stack : undefined },
        'a page could not be rendered',
      );
      const body = lastResort('failed', localeOf(url.pathname, hostOf(request)));
      send(request, response, { status: statusCode, headers: { ...lastResortHeaders, ...headersOfStatus(statusCode) }, body });
      return 'failed';
    }
  };
}
