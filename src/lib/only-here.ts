/** Who can reach a site, as far as its settings tell. */

const isHere = (name: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(name);

/**
 * Whether nobody but this machine can be meant.
 * @param at `siteUrl`: the origin that was set, if one was; `host`: that the server listens on.
 * @example isOnlyHere({ siteUrl: undefined, host: '127.0.0.1', trustedProxies: 0 }) // true
 * @example isOnlyHere({ siteUrl: 'https://loftling.example', host: '127.0.0.1', trustedProxies: 0 }) // false
 */
export function isOnlyHere({
  siteUrl,
  host,
  trustedProxies,
}: {
  readonly siteUrl: string | undefined;
  readonly host: string;
  readonly trustedProxies: number;
}): boolean {
  return trustedProxies === 0 && isHere(host) && (siteUrl === undefined || isHere(new URL(siteUrl).hostname));
}
