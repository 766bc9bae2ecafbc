/** API requests: read with a bound on the body, answered by the calls or by an upstream, never kept here. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompress, constants } from 'node:zlib';
import { promisify } from 'node:util';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { translator } from '#lib/i18n/t.ts';
import { isCrossSite } from '#lib/api/admission.ts';
import { localeOfHeader, serverHeaders } from '#lib/api/caller.ts';
import { isApiPath, prefixOf } from '#lib/api/contract.ts';
import type { ApiPrefix } from '#lib/api/contract.ts';
import { apiErrors } from '#lib/api/envelope.ts';
import type { ApiErrorName } from '#lib/api/envelope.ts';
import { acceptedEncodings, send } from '../respond.ts';
import type { Handler } from '#server/handler.ts';
import type { Upstream } from './upstream.ts';

const brotli = promisify(brotliCompress);

/** Largest body an API call may have, in bytes. */
const maxBody = 1_048_576;
/** Smaller answers are not worth compressing, in bytes. */
const leastCompressed = 1_400;
export type ApiHandlerOptions = {
  readonly api: Hono;
  readonly upstreams: ReadonlyMap<ApiPrefix, Upstream>;
  /** How many proxies in front may be believed. */
  readonly trustedProxies: number;
  readonly countryHeader: string | undefined;
  /** Hosts of the site itself, whose pages may write. */
  readonly ownHosts: ReadonlySet<string>;
  readonly log: Logger;
};

/** The whole body, or undefined when it is larger than allowed. */
async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBody) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The client's address: with n proxies in front, the n-th from the right of X-Forwarded-For; what stands further left is
 * what the client says of itself.
 */
export function clientAddress(request: Pick<IncomingMessage, 'headers' | 'socket'>, trustedProxies: number): string {
  const hops = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean);
  const direct = request.socket.remoteAddress ?? 'unknown';
  return trustedProxies === 0 ? direct : (hops.at(-trustedProxies) ?? direct);
}

export function createApiHandler({ api, upstreams, trustedProxies, countryHeader, ownHosts, log }: ApiHandlerOptions): Handler {
  function fail(request: IncomingMessage, response: ServerResponse, error: ApiErrorName, headers: Record<string, string> = {}): void {
    const { code, status, message } = apiErrors[error];
    const text = translator(localeOfHeader(request.headers['accept-language']))(message);
    send(request, response, {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
      body: JSON.stringify({ error_code: code, message: text, data: null }),
    });
  }

  return async (request, response, url) => {
    if (!isApiPath(url.pathname)) return undefined;
    const method = request.method ?? 'GET';
    const isRead = method === 'GET' || method === 'HEAD';
    const body = isRead ? Buffer.alloc(0) : await readBody(request);
    if (!body) {
      fail(request, response, 'too-large', { connection: 'close' });
      return 'api';
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
    const upstream = upstreams.get(prefixOf(url.pathname) as ApiPrefix);
    if (upstream) {
      // The backend sees neither origin nor site, so it cannot refuse what another site's form sends with the reader's cookies.
      if (!isRead && isCrossSite(headers, ownHosts)) {
        fail(request, response, 'cross-site');
        return 'api';
      }
      const answer = await upstream(request, url, body);
      if (!answer.ok) {
        log.warn({ path: url.pathname, error: answer.error, why: answer.why }, 'an upstream failed');
        fail(request, response, answer.error);
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
    headers.set(serverHeaders.address, clientAddress(request, trustedProxies));
    headers.set(serverHeaders.trace, String(response.getHeader('x-trace-id') ?? ''));
    const country = countryHeader && trustedProxies > 0 ? request.headers[countryHeader] : undefined;
    if (typeof country === 'string') headers.set(serverHeaders.country, country.toUpperCase());
    else headers.delete(serverHeaders.country);
    const answer = await api.fetch(new Request(url, { method, headers, ...(body.length > 0 ? { body } : {}) }));
    const bytes = Buffer.from(await answer.arrayBuffer());
    const out: Record<string, string> = { vary: 'Accept-Encoding' };
    for (const name of ['content-type', 'cache-control', 'retry-after', 'allow', 'vary', 'idempotent-replay']) {
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
