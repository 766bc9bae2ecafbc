/** Forwards a prefix of the API to an existing backend (`API_UPSTREAM_houseApi=https://…`), as it is asked. */
import type { IncomingMessage } from 'node:http';
import { boundedBody } from '#lib/ports/bounded-body.ts';
import { createCircuit } from '#lib/ports/circuit.ts';
import type { Contract } from '#lib/api/contract.ts';
import { bodyBounds, isPathOf } from '#lib/api/contract.ts';
import { isSuccess } from '#lib/api/envelope.ts';
import type { ApiErrorName } from '#lib/api/envelope.ts';
import { wireHeaders } from '#lib/api/signing.ts';

/** Milliseconds an upstream gets; the client itself gives up after 30 seconds (R9.01). */
export const upstreamPatience = 8_000;
/** Largest answer taken, in bytes. */
const maxAnswer = 8 * 1_048_576;

/** Calls under way to one backend; more would only wait there, and hold memory here. */
const mostAtOnce = 100;
/** Largest form of a call that no contract names, in bytes. */
const unknownBody = 1_048_576;

/** Headers that go along. Hop-by-hop ones and the host stay here. */
const passedOn = ['accept', 'accept-language', 'content-type', 'cookie', 'user-agent', ...Object.values(wireHeaders)];

export type UpstreamQuestion = {
  readonly request: Pick<IncomingMessage, 'method' | 'headers'>;
  readonly url: URL;
  readonly body: ReadableStream<Uint8Array> | undefined;
  /** The client's, as far as it can be believed: the backend sees only ours. */
  readonly address: string;
  readonly trace: string;
};

export type Upstream = {
  /** The contract of a call; undefined for calls that are the backend's own. */
  contractOf(method: string, pathname: string): Contract | undefined;
  ask(question: UpstreamQuestion): Promise<UpstreamAnswer>;
};
export type UpstreamAnswer =
  | { readonly ok: true; readonly status: number; readonly body: Buffer; readonly cookies: readonly string[] }
  | { readonly ok: false; readonly error: Extract<ApiErrorName, 'upstream-failed' | 'upstream-slow' | 'unavailable' | 'too-large'>; readonly why: string };

/** Whether an envelope of success holds what the contract promises; calls we have no contract for are the backend's own. */
function keepsPromise(envelope: unknown, contract: Contract | undefined): boolean {
  if (typeof envelope !== 'object' || envelope === null || Array.isArray(envelope)) return false;
  const { error_code, code, data } = envelope as { error_code?: number | null; code?: number | null; data?: unknown };
  if (!contract || !isSuccess({ error_code: error_code ?? null, code: code ?? null })) return true;
  return (contract.sealed === true && typeof data === 'string') || contract.output.safeParse(data).success;
}

function envelopeIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/**
 * @param base where the backend is; the path of the call is put after it.
 * @param contracts islands that carry no schemas rely on answers being checked here.
 * @param patience milliseconds until an answer is given up.
 */
export function createUpstream(base: string, contracts: readonly Contract[], patience = upstreamPatience): Upstream {
  const circuit = createCircuit();
  let underWay = 0;
  // HEAD asks for what GET would answer: without a body there is nothing to check.
  const asked = (method: string | undefined): string => (method === 'HEAD' ? 'GET' : (method ?? 'GET'));
  const contractOf: Upstream['contractOf'] = (method, pathname) => contracts.find((one) => one.method === asked(method) && isPathOf(one.path, pathname));

  async function answerTo({ request, url, body, address, trace }: UpstreamQuestion): Promise<UpstreamAnswer> {
    const contract = contractOf(request.method ?? 'GET', url.pathname);
    const method = asked(request.method);
    // A failure's own message would show what the backend said, which may be anything: our words only.
    const failed = (why: string): UpstreamAnswer => ({ ok: false, error: 'upstream-failed', why });
    const sent = body && (await boundedBody(new Response(body), contract ? { ...bodyBounds, ...contract.body }.bytes : unknownBody).catch(() => undefined));
    if (body && !sent) return { ok: false, error: 'too-large', why: 'the body is too large, or broke off' };
    const headers = new Headers({ 'x-forwarded-for': address, 'x-trace-id': trace });
    if (request.headers.host !== undefined) headers.set('x-forwarded-host', request.headers.host);
    for (const name of passedOn) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    let answer: Response;
    let bytes: Buffer | undefined;
    try {
      answer = await fetch(`${base.replace(/\/$/, '')}${url.pathname}${url.search}`, {
        method,
        headers,
        // A redirect could lead anywhere; the host is fixed.
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
        ...(sent && method !== 'GET' ? { body: sent } : {}),
      });
      bytes = await boundedBody(answer, maxAnswer);
    } catch (error) {
      // Only silence counts: what it answers badly, anybody can make it answer.
      circuit.failed();
      const isSlow = error instanceof DOMException && error.name === 'TimeoutError';
      return isSlow ? { ok: false, error: 'upstream-slow', why: 'no answer in time' } : failed('no connection, or it broke off');
    }
    circuit.answered();
    if (!bytes) return failed('the answer is too large');
    if (!keepsPromise(envelopeIn(bytes), contract)) return failed('the answer is not what the contract says');
    return { ok: true, status: answer.status, body: bytes, cookies: answer.headers.getSetCookie() };
  }

  return {
    contractOf,
    async ask(question) {
      if (circuit.isResting()) return { ok: false, error: 'unavailable', why: 'left alone after failures' };
      if (underWay >= mostAtOnce) return { ok: false, error: 'unavailable', why: 'too many calls under way' };
      underWay++;
      try {
        return await answerTo(question);
      } finally {
        underWay--;
      }
    },
  };
}
