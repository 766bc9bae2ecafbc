/** Forwards a prefix of the API to an existing backend (`API_UPSTREAM_houseApi=https://…`), as it is asked. */
import type { IncomingMessage } from 'node:http';
import type { ApiErrorName } from './envelope.ts';
import { wireHeaders } from './signing.ts';

/** Seconds an upstream gets; the client itself gives up at 30 (R9.01). */
const patience = 8_000;
/** Largest answer taken, in bytes. */
const maxAnswer = 8 * 1_048_576;

/** Headers that go along. Hop-by-hop ones, the host and what proxies add stay here. */
const passedOn = ['accept', 'accept-language', 'content-type', 'cookie', 'user-agent', ...Object.values(wireHeaders)];

export type Upstream = (request: IncomingMessage, url: URL, body: Uint8Array<ArrayBuffer>) => Promise<UpstreamAnswer>;
export type UpstreamAnswer =
  | { readonly ok: true; readonly status: number; readonly body: Buffer; readonly cookies: readonly string[] }
  | { readonly ok: false; readonly error: Extract<ApiErrorName, 'upstream-failed' | 'upstream-slow'>; readonly why: string };

/** @param base where the backend is; the path of the call is put after it. */
export function createUpstream(base: string): Upstream {
  return async (request, url, body) => {
    const headers = new Headers();
    for (const name of passedOn) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    try {
      const method = request.method ?? 'GET';
      const answer = await fetch(`${base.replace(/\/$/, '')}${url.pathname}${url.search}`, {
        method,
        headers,
        // A redirect could lead anywhere; the host is fixed.
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
        ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (bytes.length > maxAnswer) return { ok: false, error: 'upstream-failed', why: 'too large' };
      // Anything but JSON would reach clients as a success they cannot read.
      JSON.parse(bytes.toString());
      return { ok: true, status: answer.status, body: bytes, cookies: answer.headers.getSetCookie() };
    } catch (error) {
      const slow = error instanceof DOMException && error.name === 'TimeoutError';
      return { ok: false, error: slow ? 'upstream-slow' : 'upstream-failed', why: (error as Error).message };
    }
  };
}
