/** API requests: answered by the calls or by an upstream, never kept here. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompress, constants } from 'node:zlib';
import { promisify } from 'node:util';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { translator } from '#lib/i18n/t.ts';
import { clientAddress } from '#lib/api/address.ts';
import { isCrossSite } from '#lib/api/admission.ts';
import { localeOfHeader, serverHeaders } from '#lib/api/caller.ts';
import { isApiPath, prefixOf } from '#lib/api/contract.ts';
import type { ApiPrefix, LimitName } from '#lib/api/contract.ts';
import type { RateLimits } from '#lib/api/rate-limits.ts';
import type { Refusal } from '#lib/log/security-log.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import { apiErrors } from '#lib/api/envelope.ts';
import type { ApiErrorName } from '#lib/api/envelope.ts';
import { preSessionOf } from '#lib/pre-session.ts';
import { headersOf } from '../request-headers.ts';
import { acceptedEncodings, send } from '../respond.ts';
import type { Handler } from '#server/handler.ts';
import type { Upstream } from './upstream.ts';

const brotli = promisify(brotliCompress);

/** Smaller answers are not worth compressing, in bytes. */
const leastCompressed = 1_400;

export type ApiHandlerOptions = {
  readonly api: Hono;
  readonly upstreams: ReadonlyMap<ApiPrefix, Upstream>;
  /** How many proxies in front may be believed. */
  readonly trustedProxies: number;
  readonly countryHeader: string | undefined;
  /** Origins of the site itself, whose pages may write. */
  readonly ownOrigins: ReadonlySet<string>;
  /** Of what is forwarded; the calls spend theirs themselves. */
  readonly limits: RateLimits;
  readonly log: Logger;
  readonly onRefused?: (refusal: Refusal) => void;
};

/** The methods that calls have; Node would take any word, and fetch refuses some. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The body as a stream that is read when somebody wants it. Giving it up leaves the connection open for the answer. */
function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

/** Paths of a backend below which somebody has a code sent. */
const codes = /send-?_?(?:code|sms|mail|email)/i;
/** Paths of a backend below which somebody signs in. */
const entrance = /(?:log|sign)-?_?in|register|sign-?_?up|verif|reset|passw/i;

/** What a forwarded call counts as where no contract says it. */
function limitOf(path: string, isRead: boolean): LimitName {
  if (codes.test(path)) return 'code';
  if (entrance.test(path)) return 'login';
  return isRead ? 'read' : 'write';
}

export function createApiHandler(options: ApiHandlerOptions): Handler {
  const { api, upstreams, trustedProxies, countryHeader, ownOrigins, limits, log, onRefused } = options;

  function fail(request: IncomingMessage, response: ServerResponse, error: ApiErrorName, headers: Record<string, string> = {}): void {
    const { code, status, message } = apiErrors[error];
    const text = translator(localeOfHeader(request.headers['accept-language']))(message);
    send(request, response, {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
      body: JSON.stringify({ error_code: code, message: text, data: null }),
    });
  }

  /** Asks the backend of a prefix, once the asker may: it sees neither origin nor limits of ours. */
  async function forward(upstream: Upstream, request: IncomingMessage, response: ServerResponse, url: URL, headers: Headers): Promise<string> {
    const method = request.method ?? 'GET';
    const isRead = method === 'GET' || method === 'HEAD';
    const address = clientAddress(request, trustedProxies);
    const trace = String(response.getHeader('x-trace-id') ?? '');
    const refused = (event: Refusal['event']): void => onRefused?.({ event, address, trace, path: url.pathname });
    const contract = upstream.contractOf(method, url.pathname);
    const wait = await limits.spend(contract?.limit ?? limitOf(url.pathname, isRead), address, preSessionOf(request.headers.cookie ?? ''));
    if (wait !== undefined) {
      refused('limit');
      fail(request, response, 'too-many', { 'retry-after': String(wait) });
      return 'api';
    }
    if (!isRead && isCrossSite(headers, ownOrigins)) {
      refused('cross-site');
      fail(request, response, 'cross-site');
      return 'api';
    }
    const answer = await upstream.ask({ request, url, body: isRead ? undefined : bodyOf(request), address, trace });
    if (!answer.ok) {
      if (answer.error !== 'too-large') log.warn({ trace, path: url.pathname, error: answer.error, why: answer.why }, 'an upstream failed');
      fail(request, response, answer.error, request.complete ? {} : { connection: 'close' });
      return 'upstream';
    }
    if (answer.cookies.length > 0) response.setHeader('set-cookie', answer.cookies);
    send(request, response, {
      status: answer.status,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      body: answer.body,
    });
    return 'upstream';
  }

  return async (request, response, url) => {
    if (!isApiPath(url.pathname)) return undefined;
    const method = request.method ?? 'GET';
    if (!methods.has(method)) {
      fail(request, response, 'method-not-allowed', { allow: 'GET, HEAD, POST, DELETE' });
      return 'api';
    }
    const headers = headersOf(request);
    const upstream = upstreams.get(prefixOf(url.pathname) as ApiPrefix);
    if (upstream) return forward(upstream, request, response, url, headers);
    headers.set(serverHeaders.address, clientAddress(request, trustedProxies));
    headers.set(serverHeaders.trace, String(response.getHeader('x-trace-id') ?? ''));
    const country = countryHeader && trustedProxies > 0 ? request.headers[countryHeader] : undefined;
    if (typeof country === 'string') headers.set(serverHeaders.country, country.toUpperCase());
    else headers.delete(serverHeaders.country);
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const answer = await api.fetch(new Request(url, { method, headers, ...(hasBody ? { body: bodyOf(request), duplex: 'half' } : {}) }));
    const bytes = Buffer.from(await answer.arrayBuffer());
    const out: Record<string, string> = { vary: 'Accept-Encoding', ...(request.complete ? {} : { connection: 'close' }) };
    for (const name of ['content-type', 'cache-control', 'retry-after', 'allow', 'vary', 'idempotent-replay', wireHeaders.antiForgery]) {
      const value = answer.headers.get(name);
      if (value !== null) out[name] = value;
    }
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) response.setHeader('set-cookie', cookies);
    const small = bytes.length < leastCompressed || !acceptedEncodings(request).br;
    if (!small) out['content-encoding'] = 'br';
    send(request, response, {
      status: answer.status,
      headers: out,
      body: small ? bytes : await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } }),
    });
    return 'api';
  };
}
