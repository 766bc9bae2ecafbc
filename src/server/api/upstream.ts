/** Forwards a prefix of the API to an existing backend (`API_UPSTREAM_houseApi=https://…`), as it is asked. */
import type { IncomingMessage } from 'node:http';
import { boundedBody } from '#lib/ports/bounded-body.ts';
import type { Contract } from '#lib/api/contract.ts';
import { isPathOf } from '#lib/api/contract.ts';
import { isSuccess } from '#lib/api/envelope.ts';
import type { ApiErrorName } from '#lib/api/envelope.ts';
import { wireHeaders } from '#lib/api/signing.ts';

/** Milliseconds an upstream gets; the client itself gives up at 30 (R9.01). */
const patience = 8_000;
/** Largest answer taken, in bytes. */
const maxAnswer = 8 * 1_048_576;

/** Headers that go along. Hop-by-hop ones, the host and what proxies add stay here. */
const passedOn = ['accept', 'accept-language', 'content-type', 'cookie', 'user-agent', ...Object.values(wireHeaders)];

export type Upstream = (request: IncomingMessage, url: URL, body: Uint8Array<ArrayBuffer>) => Promise<UpstreamAnswer>;
export type UpstreamAnswer =
  | { readonly ok: true; readonly status: number; readonly body: Buffer; readonly cookies: readonly string[] }
  | { readonly ok: false; readonly error: Extract<ApiErrorName, 'upstream-failed' | 'upstream-slow'>; readonly why: string };

/** Whether an envelope of success holds what the contract promises; calls we have no contract for are the backend's own. */
function keepsPromise(envelope: unknown, contract: Contract | undefined): boolean {
  if (typeof envelope !== 'object' || envelope === null || Array.isArray(envelope)) return false;
  const { error_code, code, data } = envelope as { error_code?: number | null; code?: number | null; data?: unknown };
  if (!contract || !isSuccess({ error_code: error_code ?? null, code: code ?? null })) return true;
  return (contract.sealed === true && typeof data === 'string') || contract.output.safeParse(data).success;
}

/**
 * @param base where the backend is; the path of the call is put after it.
 * @param contracts islands that carry no schemas rely on answers being checked here.
 */
export function createUpstream(base: string, contracts: readonly Contract[]): Upstream {
  return async (request, url, body) => {
    const headers = new Headers();
    for (const name of passedOn) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    try {
      // HEAD asks for what GET would answer: without a body there is nothing to check.
      const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
      const answer = await fetch(`${base.replace(/\/$/, '')}${url.pathname}${url.search}`, {
        method,
        headers,
        // A redirect could lead anywhere; the host is fixed.
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
        ...(method === 'GET' ? {} : { body }),
      });
      const bytes = await boundedBody(answer, maxAnswer);
      if (!bytes) return { ok: false, error: 'upstream-failed', why: 'too large' };
      const contract = contracts.find((one) => one.method === method && isPathOf(one.path, url.pathname));
      if (!keepsPromise(JSON.parse(bytes.toString()), contract)) return { ok: false, error: 'upstream-failed', why: 'not what the contract says' };
      return { ok: true, status: answer.status, body: bytes, cookies: answer.headers.getSetCookie() };
    } catch (error) {
      const slow = error instanceof DOMException && error.name === 'TimeoutError';
      return { ok: false, error: slow ? 'upstream-slow' : 'upstream-failed', why: (error as Error).message };
    }
  };
}
