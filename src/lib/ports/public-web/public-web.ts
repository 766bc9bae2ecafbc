/**
 * Fetches what strangers name by an address: suppliers' photographs, and tiles of maps. Whoever names an address chooses whom this machine asks,
 * so only hosts of the public internet are asked: the name is resolved first, the addresses are checked, and the connection
 * goes to a checked one, so that a name cannot mean another host a moment later. Redirects are followed under the same rules.
 */
import { lookup } from 'node:dns/promises';
import { request as overHttp } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** What was known of the file when it was last fetched; a host that knows it too says that it is unchanged. */
export type Validators = { readonly etag: string | undefined; readonly lastModified: string | undefined };

export type WebAnswer =
  | ({ readonly kind: 'got'; readonly bytes: Buffer } & Validators)
  | { readonly kind: 'unchanged' }
  /**
   * @param isLasting whether the same request will hardly be answered otherwise soon. `why` ends a sentence about the address.
   * @param isMissing the host answered, and has nothing there.
   */
  | { readonly kind: 'refused'; readonly why: string; readonly isLasting: boolean; readonly isMissing?: boolean };

export type PublicWeb = {
  /** Never throws. @param signal ends it before its time. */
  fetch(address: string, known?: Partial<Validators>, signal?: AbortSignal): Promise<WebAnswer>;
};

export type PublicWebOptions = {
  /** Largest file taken, in bytes. */
  readonly atMost?: number;
  /** Milliseconds for everything: names, redirects, the file. */
  readonly within?: number;
  /** What hosts are told is asked for: media types, and what for. */
  readonly accept?: string;
  readonly purpose?: string;
  /** An origin that the operator's settings name: it may be a machine of their own network. Where it redirects to is checked like any other. */
  readonly trusted?: string;
  /** For tests, whose hosts are this machine: how names are resolved, which addresses may be asked, on which port they listen. */
  readonly test?: {
    readonly resolve?: (host: string) => Promise<readonly string[]>;
    readonly mayAsk?: (address: string) => boolean;
    readonly port?: number;
  };
};

/** Longest address taken, in characters. */
export const longestAddress = 2_000;
const mostRedirects = 3;
const mostHeaderBytes = 16_384;

/** The address is not to be asked, or its host said no. */
class Refusal extends Error {
  override name = 'Refusal';
  readonly isLasting: boolean;
  readonly isMissing: boolean;
  constructor(why: string, isLasting: boolean, isMissing = false) {
    super(why);
    this.isLasting = isLasting;
    this.isMissing = isMissing;
  }
}

/**
 * Why nobody asks this address, whatever its name resolves to; undefined when it may be asked. Ends a sentence about the address.
 * @example objectionToAddress(new URL('https://127.0.0.1/a.jpg')) // 'names a machine by its number'
 */
export function objectionToAddress({ protocol, hostname, username, password, port, href }: URL): string | undefined {
  if (protocol !== 'https:' && protocol !== 'http:') return 'is not an address of the web';
  if (username || password) return 'has a user name in it';
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return 'names a machine by its number';
  if (!hostname.replace(/\.$/, '').includes('.')) return 'names a machine that only its own network knows';
  if (port !== '') return `names the port ${port}; only 80 and 443 are asked`;
  return href.length > longestAddress ? `has more than ${longestAddress} characters` : undefined;
}

/** What a failed connection means, without what the other side wrote. */
function reasonOf(error: unknown): string {
  const { code = '' } = error as { code?: string };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'has a host that is not found';
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'has a host that cannot be reached';
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) return 'has a host whose certificate does not hold';
  return 'has a host that broke off';
}

export function createPublicWeb({
  atMost = 10_000_000,
  within = 20_000,
  accept = 'image/avif,image/webp,image/jpeg,image/png',
  purpose = 'photographs',
  trusted,
  test = {},
}: PublicWebOptions = {}): PublicWeb {
  const { resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address), mayAsk = isPublicAddress, port } = test;

  /** Addresses of the host that may be asked. */
  async function placesOf({ hostname, origin }: URL): Promise<readonly string[]> {
    const host = hostname.replace(/^\[|\]$/g, '');
    const found = isIP(host) > 0 ? [host] : await resolve(host);
    const open = origin === trusted ? found : found.filter(mayAsk);
    if (open.length === 0) throw new Refusal(found.length === 0 ? 'has a host that is not found' : 'leads into a network that is not public', found.length > 0);
    return open;
  }

  function check(url: URL): void {
    const objection = url.origin === trusted && url.href.length <= longestAddress && !url.username ? undefined : objectionToAddress(url);
    if (objection !== undefined) throw new Refusal(objection, true);
  }

  /** One request, to one of the checked addresses. */
  async function ask(url: URL, known: Partial<Validators>, signal: AbortSignal): Promise<IncomingMessage> {
    check(url);
    const places = await Promise.race([placesOf(url), aborted(signal)]);
    const pinned = ((_host: string, options: { all?: boolean }, done: (error: null, address: unknown, family?: number) => void) => {
      const all = places.map((address) => ({ address, family: isIP(address) }));
      if (options.all) done(null, all);
      else done(null, all[0]?.address, all[0]?.family);
    }) as unknown as LookupFunction;
    const options: RequestOptions = {
      lookup: pinned,
      // A connection of its own: one that was kept open was checked for another request.
      agent: false,
      ...(port === undefined ? {} : { port }),
      signal,
      maxHeaderSize: mostHeaderBytes,
      headers: {
        accept,
        'user-agent': `Loftling (${purpose})`,
        ...(known.etag ? { 'if-none-match': known.etag } : {}),
        ...(known.lastModified ? { 'if-modified-since': known.lastModified } : {}),
      },
    };
    return new Promise((fulfil, reject) => {
      const asking = (url.protocol === 'https:' ? overHttps : overHttp)(url, options, fulfil);
      asking.on('error', reject);
      asking.end();
    });
  }

  async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
    const tooLarge = new Refusal(`is larger than ${Math.floor(atMost / 1_000_000)} MB`, true);
    if (Number(answer.headers['content-length'] ?? 0) > atMost) throw tooLarge;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if ((size += chunk.length) > atMost) throw tooLarge;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  async function follow(address: string, known: Partial<Validators>, signal: AbortSignal): Promise<WebAnswer> {
    let url = URL.parse(address);
    for (let redirects = 0; ; redirects++) {
      if (!url) throw new Refusal('is not an address of the web', true);
      const answer = await ask(url, known, signal);
      const { statusCode: status = 0, headers } = answer;
      try {
        if (status === 304) return { kind: 'unchanged' };
        if (status === 200) return { kind: 'got', bytes: await bodyOf(answer), etag: short(headers.etag), lastModified: short(headers['last-modified']) };
        if (![301, 302, 303, 307, 308].includes(status))
          throw new Refusal(`is answered with status ${status}`, status === 404 || status === 410, [204, 404, 410].includes(status));
        if (redirects === mostRedirects) throw new Refusal(`is redirected more than ${mostRedirects} times`, true);
        url = URL.parse(headers.location ?? '', url);
      } finally {
        answer.destroy();
      }
    }
  }

  return {
    async fetch(address, known = {}, ended) {
      const late = AbortSignal.timeout(within);
      const signal = ended ? AbortSignal.any([late, ended]) : late;
      try {
        return await follow(address, known, signal);
      } catch (error) {
        if (error instanceof Refusal)
          return { kind: 'refused', why: error.message, isLasting: error.isLasting, ...(error.isMissing ? { isMissing: true } : {}) };
        if (late.aborted) return { kind: 'refused', why: `was not had within ${Math.round(within / 1_000)} s`, isLasting: false };
        return { kind: 'refused', why: reasonOf(error), isLasting: false };
      }
    },
  };
}

/** A validator that is sent back as it came, where it has a sane length. */
const short = (value: string | undefined): string | undefined => (value !== undefined && value.length <= 200 ? value : undefined);

/** Rejects when the signal is aborted. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('ended'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
