/** Who can reach a site, as far as its settings tell. */
import type { Settings } from './settings.ts';
import { isLoopbackName, isPublicOrigin } from './site-origin.ts';

/**
 * Whether nobody but this machine can be meant: it listens on loopback, behind no proxy, and has no name that others know.
 * @example isOnlyHere({ SITE_URL: undefined, LOCALE_HOSTS: new Map(), HOST: '127.0.0.1', TRUSTED_PROXIES: 0 }) // true
 * @example isOnlyHere({ SITE_URL: 'https://loftling.example', LOCALE_HOSTS: new Map(), HOST: '127.0.0.1', TRUSTED_PROXIES: 0 }) // false
 */
export function isOnlyHere({
  SITE_URL,
  LOCALE_HOSTS,
  HOST,
  TRUSTED_PROXIES,
}: Pick<Settings, 'SITE_URL' | 'LOCALE_HOSTS' | 'HOST' | 'TRUSTED_PROXIES'>): boolean {
  const names = [...(SITE_URL === undefined ? [] : [SITE_URL]), ...LOCALE_HOSTS.values()];
  return TRUSTED_PROXIES === 0 && isLoopbackName(HOST) && !names.some(isPublicOrigin);
}
