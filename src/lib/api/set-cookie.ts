/** `Set-Cookie` headers. */
import { sentName } from '#lib/own-cookies.ts';

export type CookieMarks = {
  /** Kept from scripts of pages. */
  readonly httpOnly?: boolean;
  /** `Lax` by default: the cookie comes along when a link of another site leads here, and never with what another site posts. */
  readonly sameSite?: 'Lax' | 'Strict' | 'None';
  /** The only path it comes along to; all of the site by default. */
  readonly path?: string;
};

/**
 * @param seconds how long it lives; 0 takes it away.
 * @param secure whether the site is on https. `None` without it is refused by browsers.
 * @example setCookie('user_city', 'GB', 1_800, false) // 'user_city=GB; Path=/; Max-Age=1800; SameSite=Lax'
 * @example setCookie('a', 'b', 60, true, { httpOnly: true }) // 'a=b; Path=/; Max-Age=60; SameSite=Lax; Secure; HttpOnly'
 * @throws {TypeError} for a cookie that is bound to its host and is to come along to one path alone: browsers refuse it.
 */
export function setCookie(
  name: string,
  value: string,
  seconds: number,
  secure: boolean,
  { httpOnly = false, sameSite = 'Lax', path = '/' }: CookieMarks = {},
): string {
  const marks = `${secure ? '; Secure' : ''}${httpOnly ? '; HttpOnly' : ''}`;
  const sent = sentName(name, secure);
  if (sent !== name && path !== '/') throw new TypeError(`${sent} belongs to the whole host, and not to ${path}`);
  return `${sent}=${encodeURIComponent(value)}; Path=${path}; Max-Age=${seconds}; SameSite=${sameSite}${marks}`;
}
