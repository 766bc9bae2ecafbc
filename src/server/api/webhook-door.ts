/**
 * The door of addresses to which others bring something by themselves, outside of the API: one method, a limit for each client, and short answers
 * that nobody keeps. Neither origin nor session is asked for; what proves who brings it is for the one who takes it to say.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '#lib/api/address.ts';
import type { RateLimits } from '#lib/api/rate-limits.ts';
import { send } from '../respond.ts';

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' } as const;

/** Answers with a status and a word, and ends a connection on which something is still to come. */
export type Answer = (status: number, said: string, more?: Readonly<Record<string, string>>) => 'webhook';

export type WebhookDoor = {
  readonly limits: RateLimits;
  /** How many proxies in front may be believed about the client's address. */
  readonly trustedProxies: number;
};

/** @param take what is done with a POST within the limit. */
export async function throughWebhookDoor(
  { limits, trustedProxies }: WebhookDoor,
  request: IncomingMessage,
  response: ServerResponse,
  take: (answer: Answer) => Promise<'webhook'> | 'webhook',
): Promise<'webhook'> {
  const answer: Answer = (status, said, more = {}) => {
    send(request, response, {
      status,
      headers: { ...headers, ...more, ...(request.complete ? {} : { connection: 'close' }) },
      body: JSON.stringify({ said }),
    });
    return 'webhook';
  };
  if (request.method !== 'POST') return answer(405, 'method-not-allowed', { allow: 'POST' });
  const wait = await limits.spend('track', clientAddress(request, trustedProxies));
  return wait === undefined ? take(answer) : answer(429, 'too-many', { 'retry-after': String(wait) });
}
