/** What handlers ask of the headers of a request. */
import type { IncomingMessage } from 'node:http';

/** Each header that came once, as the API's gates read them. */
export function headersOf({ headers }: Pick<IncomingMessage, 'headers'>): Headers {
  return new Headers(Object.entries(headers).flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : [])));
}

/** Whether a page of ours leads here, or the reader by themselves: no page of another site makes somebody's browser ask for what is theirs. */
export function isOwnRequest({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}
