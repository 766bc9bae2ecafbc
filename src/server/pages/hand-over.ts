/**
 * `/users/hand-over`: a session goes along to another host of ours, where languages have hosts of their own. Three short ways, each
 * led on at once: the host that is gone to (`from`) asks the one that is left (`to`, `challenge`), and is answered (`code`).
 */
import { clientAddress } from '#lib/api/address.ts';
import { cookieIn, localeOfHeader } from '#lib/api/caller.ts';
import { tokenOf } from '#lib/api/gates/session.ts';
import type { RateLimits } from '#lib/api/rate-limits.ts';
import { ownCookies } from '#lib/own-cookies.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import type { Accounts } from '#lib/features/accounts/accounts.feature.ts';
import { handOverLife, handOverPath } from '#lib/features/accounts/hand-over.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { newPreSession, setPreSession } from '#lib/pre-session.ts';
import { safePath } from '#lib/safe-path.ts';
import type { Handler } from '../handler.ts';
import { headersOf } from '../request-headers.ts';
import { hostOf, send } from '../respond.ts';

export type HandOverOptions = {
  readonly handOver: Accounts['handOver'];
  readonly siteOrigin: string;
  readonly localeHosts: ReadonlyMap<Locale, string>;
  readonly limits: RateLimits;
  /** How many proxies in front may be believed about the client's address. */
  readonly trustedProxies: number;
  readonly now: () => Date;
};

/** Holds the secret that the answer is bound to. */
const { handOver: waitCookie } = ownCookies;

export function createHandOverHandler({ handOver, siteOrigin, localeHosts, limits, trustedProxies, now }: HandOverOptions): Handler {
  const origins = new Map([siteOrigin, ...localeHosts.values()].map((origin) => [new URL(origin).host, origin]));
  const isOurs = new Set(origins.values());
  const secure = siteOrigin.startsWith('https:');
  const wait = (secret: string, seconds: number): string => setCookie(waitCookie, secret, seconds, secure, { httpOnly: true });

  return async (request, response, { pathname, searchParams }) => {
    const own = origins.get(hostOf(request));
    if (pathname !== handOverPath || own === undefined || origins.size < 2 || request.method !== 'GET') return undefined;
    const back = safePath(searchParams.get('redirect'), '/');
    const other = searchParams.get('from') ?? searchParams.get('to') ?? '';
    const cookies: string[] = [];
    let location = back;
    const code = searchParams.get('code');
    if ((await limits.spend('login', clientAddress(request, trustedProxies))) !== undefined) {
      location = back;
    } else if (code !== null) {
      const { cookie = '', 'user-agent': userAgent = '', 'accept-language': language } = request.headers;
      const locale = locales.find((one) => localeHosts.get(one) === own) ?? localeOfHeader(language);
      const visit = { owner: 'pre:hand-over', next: 'pre:hand-over', locale, now: now(), userAgent: userAgent.slice(0, 500), country: undefined } as const;
      const session = await handOver.take(code, own, cookieIn(cookie, waitCookie) ?? '', visit);
      cookies.push(wait('', 0), ...(session ? [...handOver.cookiesOf(session), setPreSession(newPreSession(), secure)] : []));
    } else if (isOurs.has(other) && other !== own) {
      const query = new URLSearchParams({ redirect: back });
      if (searchParams.has('from')) {
        const { secret, challenge } = handOver.begin();
        cookies.push(wait(secret, handOverLife));
        location = `${other}${handOverPath}?${new URLSearchParams({ to: own, challenge })}&${query}`;
      } else {
        // A session that a browser keeps, and none that a client names.
        const token = tokenOf(headersOf({ headers: { cookie: request.headers.cookie } }));
        const given = token === undefined ? undefined : await handOver.codeFor(token, other, searchParams.get('challenge') ?? '', now());
        location = given === undefined ? `${other}${back}` : `${other}${handOverPath}?${new URLSearchParams({ code: given })}&${query}`;
      }
    }
    if (cookies.length > 0) response.setHeader('set-cookie', cookies);
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer', location };
    send(request, response, { status: 303, headers, body: '' });
    return 'hand-over';
  };
}
