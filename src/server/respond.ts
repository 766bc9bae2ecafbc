/** Writing answers: negotiation of encodings, conditional requests, HEAD. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Encodings the client takes (q=0 refuses). */
export function acceptedEncodings(request: IncomingMessage): { br: boolean; gzip: boolean } {
  const given = String(request.headers['accept-encoding'] ?? '');
  const takes = (name: string): boolean => new RegExp(`(^|[\\s,])${name}(?![\\w-])(?!\\s*;\\s*q=0(\\.0*)?(\\s*,|\\s*$))`, 'i').test(given);
  return { br: takes('br'), gzip: takes('gzip') };
}

/** The host a request is for, as the settings spell it: in lower case, without a port that goes without saying. */
export function hostOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return (headers.host ?? '').toLowerCase().replace(/:(?:80|443)$/, '');
}

/** A tag without its mark of weakness: conditional requests compare weakly. */
const opaque = (etag: string): string => etag.trim().replace(/^W\//, '');

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  readonly etag?: string;
};

/** Sends an answer; 304 without body when the client already has it. */
export function send(request: IncomingMessage, response: ServerResponse, { status, headers, body, etag }: Answer): void {
  if (etag && status === 200) {
    response.setHeader('etag', etag);
    const known = request.headers['if-none-match'];
    if (known && known.split(',').some((one) => opaque(one) === opaque(etag))) {
      for (const [name, value] of Object.entries(headers)) if (name !== 'content-type' && name !== 'content-encoding') response.setHeader(name, value);
      response.writeHead(304).end();
      return;
    }
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
