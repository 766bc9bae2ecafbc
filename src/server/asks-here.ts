/** Whether a request comes from a program of this very machine: the one place that says so (outbox, figures, codes that are filled in). */
import type { IncomingMessage } from 'node:http';
import { parsedAddress } from '#lib/api/address.ts';
import { isLoopbackName } from '#lib/site-origin.ts';

/** Headers by which proxies say that they pass something on. A proxy on this machine has its socket, and often its Host, too. */
const forwarding = /^(?:x-forwarded(?:-.+)?|forwarded|via|x-real-ip|x-client-ip|x-original-host|true-client-ip|cf-connecting-ip)$/;

/**
 * The socket is of this machine, the name that was asked for is one of this machine (somebody else's may lead here), and nothing passed
 * the request on.
 */
export function asksFromHere(request: Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } }): boolean {
  const address = parsedAddress(request.socket.remoteAddress ?? '') ?? '';
  const isOwnSocket = address === '::1' || address.startsWith('127.');
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(request.headers.host ?? '')?.[1] ?? '';
  return isOwnSocket && isLoopbackName(name) && !Object.keys(request.headers).some((header) => forwarding.test(header));
}
