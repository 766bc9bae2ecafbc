/** A `Set-Cookie` header for what pages may read too. */

/**
 * @param seconds how long it lives.
 * @param secure whether the site is on https.
 * @example setCookie('user_city', 'GB', 1_800, false) // 'user_city=GB; Path=/; Max-Age=1800; SameSite=Lax'
 */
export function setCookie(name: string, value: string, seconds: number, secure: boolean): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure ? '; Secure' : ''}`;
}
