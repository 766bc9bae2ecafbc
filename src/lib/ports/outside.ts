/**
 * Asks a service of somebody else: at a fixed address, within a time, without following redirects, and not at all
 * for a while after it has failed several times in a row. It never throws.
 */
import { boundedBody } from './bounded-body.ts';
import { createCircuit } from './circuit.ts';

export type OutsideFailure = { readonly ok: false; readonly why: 'failed' | 'slow' | 'resting' };
export type OutsideAnswer =
  | { readonly ok: true; readonly status: number; readonly type: string; readonly headers: Headers; readonly bytes: Buffer<ArrayBuffer> }
  | OutsideFailure;

export type Outside = {
  /** Any answer below 500 but a redirect or 429 is one; what it means is for the caller to say. */
  ask(address: string, request?: OutsideRequest): Promise<OutsideAnswer>;
};

export type OutsideRequest = {
  readonly method?: 'GET' | 'POST';
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as a form; of the two only one is given. */
  readonly form?: URLSearchParams;
  /** Such as signatures; they go before our own. */
  readonly headers?: Readonly<Record<string, string>>;
};

export type OutsideOptions = {
  /** Milliseconds until an answer is given up; at most 8,000. */
  readonly within: number;
  /** Largest answer taken, in bytes. */
  readonly atMost?: number;
  readonly now?: () => number;
};

/** Failures of the service, redirects, and 429: who is asked too often is left alone too. */
const isFailure = (status: number): boolean => status >= 500 || status === 429 || (status >= 300 && status < 400);

export function createOutside({ within, atMost = 1_048_576, now = Date.now }: OutsideOptions): Outside {
  const circuit = createCircuit(now);
  const failed = (why: OutsideFailure['why']): OutsideFailure => {
    circuit.failed();
    return { ok: false, why };
  };
  return {
    async ask(address, { method = 'GET', json, form, headers } = {}) {
      if (circuit.isResting()) return { ok: false, why: 'resting' };
      try {
        const answer = await fetch(address, {
          method,
          // A redirect could lead anywhere; the host is fixed by the operator.
          redirect: 'manual',
          signal: AbortSignal.timeout(within),
          headers: { accept: 'application/json, image/*', ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
          // fetch names the type of a form by itself.
          ...(json === undefined ? {} : { body: JSON.stringify(json) }),
          ...(form === undefined ? {} : { body: form }),
        });
        const bytes = await boundedBody(answer, atMost);
        if (!bytes || isFailure(answer.status)) return failed('failed');
        circuit.answered();
        return { ok: true, status: answer.status, type: answer.headers.get('content-type')?.split(';')[0]?.trim() ?? '', headers: answer.headers, bytes };
      } catch (error) {
        return failed(error instanceof DOMException && error.name === 'TimeoutError' ? 'slow' : 'failed');
      }
    },
  };
}

/** What the bytes say as JSON; undefined when they are none. */
export function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
