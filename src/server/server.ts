/** The HTTP server: health → pictures and machine files → files of the build → pages, with security headers on all of it. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { boundToHost } from '#lib/own-cookies.ts';
import { isApiPath } from '#lib/api/contract.ts';
import { clientAddress } from '#lib/api/address.ts';
import type { Refusal } from '#lib/log/security-log.ts';
import { boundConnections, usualBounds } from './connections.ts';
import type { ConnectionBounds } from './connections.ts';
import type { Handler } from './handler.ts';
import { acceptedEncodings, hostOf, send } from './respond.ts';
import { headersOfStatus, routeError } from '#lib/api/route-error.ts';
import { loggedPath } from '#lib/log/logged-path.ts';
import { markOfMails } from '#lib/mail/layout.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { lastResort, lastResortHeaders, localeAskedFor } from '#server/pages/last-resort.ts';
import { assetPolicy, documentHeaders, securityHeaders, sharedPicture, svgPolicy } from '#server/pages/security-headers.ts';
import type { StaticFile } from '#server/files/static-files.ts';
import { environmentOf, isInAppView } from '#lib/user-agent.ts';

export type ServerOptions = {
  readonly siteUrl: string;
  /** Hosts that are not the site's are sent to it; only when the operator has named the site's address. */
  readonly canonicalHosts: ReadonlySet<string> | undefined;
  /** Origins of locales that live on a host of their own: whoever asks there is answered in that language whatever fails. */
  readonly localeHosts?: ReadonlyMap<Locale, string>;
  readonly handlers: readonly Handler[];
  /** What takes forms that are posted to a page; no page takes one without it. */
  readonly forms?: Handler;
  readonly log: Logger;
  readonly bounds?: Partial<ConnectionBounds>;
  /** How many proxies in front may be believed about the client's address. */
  readonly trustedProxies?: number;
  readonly onRefused?: (refusal: Refusal) => void;
  /** Called with method, status, milliseconds and what answered. */
  readonly onRequest: (status: number, milliseconds: number, by: string) => void;
};

const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
const maxUrlLength = 4_096;
/** Slower than this is worth a line in the log, in milliseconds. */
const slow = 1_000;

/**
 * A handler for the build's files.
 * @param prefixOfHost the path prefix of a locale that has this host to itself: its pages lie below that prefix.
 */
export function filesHandler(find: (pathname: string) => Promise<StaticFile | undefined>, prefixOfHost: (host: string) => string = () => ''): Handler {
  return async (request, response, url) => {
    let pathname: string;
    try {
      pathname = decodeURIComponent(url.pathname);
    } catch {
      return undefined;
    }
    // `/en/blog/` is another spelling of `/en/blog`; the pages' router sends it there.
    if (pathname.length > 1 && pathname.endsWith('/')) return undefined;
    const prefix = prefixOfHost(hostOf(request));
    const file = (prefix ? await find(`${prefix}${pathname === '/' ? '' : pathname}`) : undefined) ?? (await find(pathname));
    if (!file) return undefined;
    if (file.type.startsWith('text/html') && isInAppView(environmentOf(request.headers['user-agent'] ?? ''))) {
      // Written once for everybody, so its chrome is hidden by a mark on the page (R2.189).
      send(request, response, {
        status: 200,
        headers: { 'content-type': file.type, 'cache-control': 'private, no-cache' },
        body: file.plain.toString().replace('<html ', '<html data-environment="app" '),
      });
      return 'file';
    }
    const accepts = acceptedEncodings(request);
    const encoding = accepts.br && file.br ? 'br' : accepts.gzip && file.gzip ? 'gzip' : undefined;
    const headers: Record<string, string> = {
      'content-type': file.type,
      'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
      vary: 'Accept-Encoding',
      ...(file.immutable ? assetPolicy(url.pathname) : {}),
      ...(file.type.startsWith('image/svg+xml') ? svgPolicy : {}),
      // Mails carry it, and mail programs of the web show them in pages of their own.
      ...(pathname === markOfMails ? sharedPicture : {}),
    };
    if (encoding) headers['content-encoding'] = encoding;
    // A name that is never used twice needs no tag.
    if (file.immutable) for (const name of documentHeaders) response.removeHeader(name);
    send(request, response, {
      status: 200,
      headers,
      body: (encoding === 'br' ? file.br : encoding === 'gzip' ? file.gzip : undefined) ?? file.plain,
      ...(file.immutable ? {} : { etag: file.etag }),
    });
    return 'file';
  };
}

/** Segments that lead up or nowhere, also as a URL would read them: what is below `/fonts/` must not turn out to be a page elsewhere. */
const dotSegment = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?=$|[/\\;]|%2f|%5c)/i;

/** A target with its host (RFC 9112, section 3.2.2): the host is the one that is asked, whatever the header says. Undefined where it has none. */
function absoluteForm(target: string): { readonly host: string; readonly target: string } | undefined {
  const [whole, host = ''] = /^https?:\/\/([a-z\d.-]+(?::\d{1,5})?|\[[\da-f:.]+\](?::\d{1,5})?)(?=[/?]|$)/i.exec(target) ?? [];
  if (whole === undefined) return undefined;
  const rest = target.slice(whole.length);
  return { host, target: rest.startsWith('/') ? rest : `/${rest}` };
}

function parseTarget(target: string, siteUrl: string): URL | undefined {
  if (target.length > maxUrlLength || !target.startsWith('/')) return undefined;
  if (dotSegment.test(target.split('?', 1)[0] ?? '')) return undefined;
  // A target such as //evil.example/x is a path here, never another host.
  const url = new URL(siteUrl);
  const [path = '/', ...rest] = target.split('?');
  try {
    url.pathname = path;
    url.search = rest.length > 0 ? `?${rest.join('?').split('#')[0]}` : '';
    return url;
  } catch {
    return undefined;
  }
}

/** The path with runs of slashes and a trailing one removed, if that changes it. */
function withoutStraySlashes(pathname: string): string | undefined {
  const tidy = pathname.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  return tidy === pathname ? undefined : tidy;
}

export function createHttpServer(options: ServerOptions): Server {
  const { handlers, log, onRequest } = options;
  const localeOf = localeAskedFor(options.localeHosts ?? new Map());
  const isSecure = options.siteUrl.startsWith('https:');
  const secure = securityHeaders(isSecure);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<string> {
    const asked = absoluteForm(request.url ?? '/');
    if (asked) {
      request.url = asked.target;
      request.headers.host = asked.host;
    }
    const url = parseTarget(request.url ?? '/', options.siteUrl);
    if (!url) {
      const tooLong = (request.url?.length ?? 0) > maxUrlLength;
      send(request, response, { status: tooLong ? 414 : 400, headers: plain, body: tooLong ? 'The address is too long.' : 'The address cannot be read.' });
      return 'refused';
    }
    const isApi = isApiPath(url.pathname);
    const takesForm = request.method === 'POST' && !isApi ? options.forms : undefined;
    if (request.method !== 'GET' && request.method !== 'HEAD' && !takesForm && !isApi) {
      request.resume();
      send(request, response, { status: 405, headers: { ...plain, allow: 'GET, HEAD', connection: 'close' }, body: 'Pages are read with GET.' });
      return 'refused';
    }
    const host = hostOf(request);
    const tidy = withoutStraySlashes(url.pathname);
    const health = /^\/(livez|readyz|metrics|server_status)$/.test(url.pathname);
    if (!health && options.canonicalHosts && !options.canonicalHosts.has(host)) {
      const trace = String(response.getHeader('x-trace-id') ?? '');
      options.onRefused?.({ event: 'host', address: clientAddress(request, options.trustedProxies ?? 0), trace, path: url.pathname });
      send(request, response, { status: 308, headers: { ...plain, location: `${options.siteUrl}${tidy ?? url.pathname}${url.search}` }, body: '' });
      return 'redirect';
    }
    if (tidy !== undefined) {
      send(request, response, { status: 308, headers: { ...plain, location: `${tidy}${url.search}` }, body: '' });
      return 'redirect';
    }
    for (const handle of takesForm ? [takesForm] : handlers) {
      const by = await handle(request, response, url);
      if (by) return by;
    }
    send(request, response, { status: 404, headers: plain, body: 'Not found.' });
    return 'none';
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const started = performance.now();
    const trace = randomUUID();
    if (isSecure && request.headers.cookie !== undefined) request.headers.cookie = boundToHost(request.headers.cookie);
    for (const [name, value] of Object.entries(secure)) response.setHeader(name, value);
    response.setHeader('x-trace-id', trace);
    answer(request, response).then(
      (by) => {
        const took = performance.now() - started;
        onRequest(response.statusCode, took, by);
        const line = { trace, method: request.method, path: loggedPath(request.url ?? ''), status: response.statusCode, ms: Math.round(took), by };
        if (response.statusCode >= 500) log.error(line, 'answered with an error');
        else if (took > slow) log.warn(line, 'slow answer');
        else log.debug(line, 'answered');
      },
      (error: unknown) => {
        log.error({ trace, path: loggedPath(request.url ?? ''), error: (error as Error).message, stack: (error as Error).stack }, 'request failed');
        if (response.headersSent) response.destroy();
        else {
          // Whatever else a handler let through is our fault, even if it names a status of its own.
          const status = routeError(error).statusCode === 503 ? 503 : 500;
          const pathname = (request.url ?? '/').split('?')[0] ?? '/';
          const body = lastResort('failed', localeOf(pathname, hostOf(request)));
          send(request, response, { status, headers: { ...lastResortHeaders, ...headersOfStatus(status) }, body });
        }
      },
    );
  }

  const { listener, guard } = boundConnections(handle, { ...usualBounds, ...options.bounds });
  // Node looks for slow clients only now and then: as often as it takes to hold the limits.
  const limits = { maxHeaderSize: 16_384, headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 10_000, connectionsCheckingInterval: 2_000 };
  const server = createServer(limits, listener);
  guard(server);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const status =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? '408 Request Timeout'
          : '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  });
  return server;
}
