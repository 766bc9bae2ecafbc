/** Answers with a picture that is kept, or drawn in its turn: how both kinds of drawn pictures are given out. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { clientAddress } from '#lib/api/address.ts';
import type { RateLimits } from '#lib/api/rate-limits.ts';
import type { Refusal } from '#lib/log/security-log.ts';
import { acceptedEncodings, send } from '../respond.ts';
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

const brotli = promisify(brotliCompress);
/** A floor plan of 8 KB leaves in 2; the other kinds are packed by their formats. */
const isText = (type: string | undefined): boolean => type?.startsWith('image/svg+xml') === true;

/** Sends a picture, packed where it is a text and the client takes that. */
async function sendPicture(request: IncomingMessage, response: ServerResponse, given: Readonly<Record<string, string>>, bytes: Buffer): Promise<void> {
  if (!isText(given['content-type'])) {
    send(request, response, { status: 200, headers: given, body: bytes });
    return;
  }
  const headers = { ...given, vary: 'Accept-Encoding' };
  if (!acceptedEncodings(request).br) {
    send(request, response, { status: 200, headers, body: bytes });
    return;
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  send(request, response, { status: 200, headers: { ...headers, 'content-encoding': 'br' }, body: await brotli(bytes, { params }) });
}

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
      await sendPicture(request, response, headers, known);
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
        if (ordered.value) await sendPicture(request, response, headers, ordered.value);
        else send(request, response, { status: 404, headers: plain, body: 'No such picture.' });
    }
  };
}
