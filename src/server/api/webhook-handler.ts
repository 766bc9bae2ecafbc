/**
 * `/_upay/webhook/{provider}`: what providers of payments tell by themselves, in their own form. The signature over the whole body is
 * the access, so neither origin nor session is asked for, and nothing is parsed before it is right.
 */
import { clientAddress } from '#lib/api/address.ts';
import { boundedBytes } from '#lib/api/body.ts';
import type { RateLimits } from '#lib/api/rate-limits.ts';
import type { PaymentsService } from '#lib/features/payments/payments.service.ts';
import type { Handler } from '../handler.ts';
import { headersOf } from '../request-headers.ts';
import { send } from '../respond.ts';

/** Largest message read, in bytes. */
const largest = 262_144;
const path = /^\/_upay\/webhook\/([a-z-]{1,40})$/;
const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' } as const;

type Parts = {
  readonly payments: Pick<PaymentsService, 'hear'>;
  readonly limits: RateLimits;
  /** How many proxies in front may be believed about the client's address. */
  readonly trustedProxies: number;
  readonly now: () => Date;
  /** Told of messages that are not from whom they say. */
  readonly onForged: (provider: string) => void;
};

export function createWebhookHandler({ payments, limits, trustedProxies, now, onForged }: Parts): Handler {
  return async (request, response, { pathname }) => {
    const provider = path.exec(pathname)?.[1];
    if (provider === undefined) return undefined;
    const answer = (status: number, said: string, more: Readonly<Record<string, string>> = {}): 'webhook' => {
      send(request, response, {
        status,
        headers: { ...headers, ...more, ...(request.complete ? {} : { connection: 'close' }) },
        body: JSON.stringify({ said }),
      });
      return 'webhook';
    };
    if (request.method !== 'POST') return answer(405, 'method-not-allowed', { allow: 'POST' });
    const wait = await limits.spend('track', clientAddress(request, trustedProxies));
    if (wait !== undefined) return answer(429, 'too-many', { 'retry-after': String(wait) });
    const body = await boundedBytes(request.iterator({ destroyOnReturn: false }), largest);
    if (typeof body === 'string') return answer(body === 'too-large' ? 413 : 400, body);
    const given = headersOf(request);
    const heard = await payments.hear(provider, given, body, now());
    if (heard === 'no-provider') return answer(404, 'not-found');
    if (heard === 'forged') {
      onForged(provider);
      return answer(400, 'bad-signature');
    }
    return answer(200, heard);
  };
}
