/** Answers with a picture that is kept, or drawn in its turn: how both kinds of drawn pictures are given out. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '#lib/api/address.ts';
import type { RateLimits } from '#lib/api/rate-limits.ts';
import type { Refusal } from '#lib/log/security-log.ts';
import { send } from '../respond.ts';
import type { RenderQueue } from './render-queue.ts';

export type DrawnOptions = {
  /** Of renders: what is kept is free. */
  readonly limits: RateLimits;
  /** How many proxies in front may be believed about the client's address. */
  readonly trustedProxies: number;
  readonly onRefused?: (refusal: Refusal) => void;
};

const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };

export type DrawnPicture = {
  readonly pathname: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly kept: () => Promise<Buffer | undefined>;
  readonly make: () => Promise<Buffer | undefined>;
};

/** Makes the answering of pictures that stand in one line. */
export function drawnAnswers(queue: RenderQueue<Buffer>, { limits, trustedProxies, onRefused }: DrawnOptions) {
  return async (request: IncomingMessage, response: ServerResponse, { pathname, headers, kept, make }: DrawnPicture): Promise<void> => {
    const busy = (status: 429 | 503, seconds: number): void =>
      send(request, response, {
        status,
        headers: { ...plain, 'retry-after': String(seconds) },
        body: 'Too many pictures at once. Please try again in a moment.',
      });
    const known = await kept();
    if (known) {
      send(request, response, { status: 200, headers, body: known });
      return;
    }
    const address = clientAddress(request, trustedProxies);
    const wait = queue.has(pathname) ? undefined : await limits.spend('picture', address);
    if (wait !== undefined) {
      onRefused?.({ event: 'limit', address, trace: String(response.getHeader('x-trace-id') ?? ''), path: pathname });
      busy(429, wait);
      return;
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const ordered = await queue.order(pathname, gone.signal, make);
    switch (ordered.kind) {
      case 'busy':
        busy(503, 2);
        return;
      case 'given-up':
        // Nobody is there to be answered; the connection is closed already.
        response.destroy();
        return;
      case 'made':
        if (ordered.value) send(request, response, { status: 200, headers, body: ordered.value });
        else send(request, response, { status: 404, headers: plain, body: 'No such picture.' });
    }
  };
}
