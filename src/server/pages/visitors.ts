/** Who comes to a private page: by a session, by a visit that begins, or by an app of others. */
import type { IncomingMessage } from 'node:http';
import type { Access } from '#lib/access.ts';
import { cookieIn } from '#lib/api/caller.ts';
import { tokenOwnerOf } from '#lib/api/gates/csrf.ts';
import type { Csrf } from '#lib/api/gates/csrf.ts';
import { anonymous, knownIn, sessionCookie, staffCookie } from '#lib/api/gates/session.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import { ownCookies, withoutCookies } from '#lib/own-cookies.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import { markerCookie, sessionDays } from '#lib/features/accounts/accounts.schema.ts';
import { externalCookie, externalLife, externalQuery } from '#lib/features/accounts/external-access.schema.ts';
import type { ExternalAccess } from '#lib/features/accounts/external-access.service.ts';
import { knownIn as browserKnownIn } from '#lib/features/accounts/known-browsers.rules.ts';
import { wayCookie } from '#lib/features/accounts/third-parties.schema.ts';
import { chosenIn, unusualCurrency } from '#lib/features/rates/chosen-currency.rules.ts';
import { currencyCookie, currencyDays } from '#lib/features/rates/currency-cookie.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { newPreSession, preSessionOf, setPreSession } from '#lib/pre-session.ts';
import type { Visitor } from '#lib/visitor.ts';
import { headersOf } from '../request-headers.ts';
import { asksFromHere } from '../asks-here.ts';
import { keeperOf, whoseOf } from './form-owner.ts';

/** Somebody who asks for a private page, with the cookies that make them known again. */
export type Entered = { readonly visitor: Visitor; readonly cookies: readonly string[] };

export type VisitorsParts = {
  readonly csrf: Csrf;
  readonly sessions?: SessionReaders;
  readonly origin: string;
  /** Header in which a trusted proxy names the reader's country. */
  readonly countryHeader?: string | undefined;
  /** Apps of others; none without it. */
  readonly external?: Pick<ExternalAccess, 'redeem' | 'appOf'> | undefined;
};

export type Visitors = ReturnType<typeof createVisitors>;

/** Cookies by which somebody is known. */
const ofSession = [sessionCookie, staffCookie, markerCookie];

export function createVisitors({ csrf, sessions = anonymous, origin, countryHeader, external }: VisitorsParts) {
  const secure = origin.startsWith('https:');

  function countryIn(headers: Headers): string | undefined {
    const given = countryHeader === undefined ? '' : (headers.get(countryHeader) ?? '').toUpperCase();
    return /^[A-Z]{2}$/.test(given) ? given : undefined;
  }

  /** What a browser is to keep of a choice. Scripts read it, too: pages that the build wrote know nobody. */
  function keepCurrency(currency: CurrencyCode): string {
    return setCookie(currencyCookie, currency, currencyDays * 86_400, secure);
  }

  /** The currency of whoever asks for a page whose address names none; undefined where it is the one of its language. */
  function currencyOf(request: Pick<IncomingMessage, 'headers'>, locale: Locale): CurrencyCode | undefined {
    return unusualCurrency({ locale, kept: cookieIn(request.headers.cookie ?? '', currencyCookie) ?? '', country: countryIn(headersOf(request)) });
  }

  async function known(headers: Headers, access: Access) {
    return { ...(await knownIn(headers, sessions, access, new Date())), preSession: preSessionOf(headers.get('cookie') ?? '') };
  }

  return {
    countryIn,
    known,
    currencyOf,
    keepCurrency,

    /**
     * Takes the token that an app of others led somebody here with.
     * @param page name of the route. @param path of the page, the only one the cookie comes along to. @returns what their browser is to keep.
     */
    async redeem(given: URLSearchParams, page: string, path: string): Promise<readonly string[]> {
      const kept = await external?.redeem(given.get(externalQuery.token) ?? '', given.get(externalQuery.app) ?? '', page, new Date());
      return kept === undefined ? [] : [setCookie(externalCookie, kept, externalLife.page, secure, { httpOnly: true, path })];
    },

    /** Whoever came to a page by an app of others is on it in the app's name: a session that came along does not count. */
    async forApp({ headers }: Pick<IncomingMessage, 'headers'>, page: string): Promise<void> {
      const cookies = headers.cookie ?? '';
      const app = await external?.appOf(cookieIn(cookies, externalCookie), page, new Date());
      if (app === undefined) return;
      headers.cookie = withoutCookies(cookies, ofSession);
      delete headers.authorization;
    },

    /** @param access what the page asks for: it says at which entrance somebody is known. */
    async enter(request: IncomingMessage, access: Access, locale: Locale): Promise<Entered> {
      const { session, staff, preSession } = await known(headersOf(request), access);
      const visit = preSession ?? newPreSession();
      const owner = tokenOwnerOf({ session, staff, preSession: visit }) ?? (`pre:${visit}` as const);
      const csrfToken = csrf.tokenFor(owner);
      const keeper = keeperOf({ session, staff });
      const whose = keeper && whoseOf(csrf, keeper, new Date());
      const begun = session || staff || preSession ? [] : [setPreSession(visit, secure)];
      // R9.04: the mark that scripts see lives shorter than the session.
      const isUnmarked = session !== undefined && !(request.headers.cookie ?? '').includes(`${markerCookie}=`);
      const cookies = isUnmarked ? [setCookie(markerCookie, csrfToken, sessionDays.marker * 86_400, secure)] : begun;
      const way = cookieIn(request.headers.cookie ?? '', wayCookie);
      const kept = browserKnownIn({ cookie: (name) => cookieIn(request.headers.cookie ?? '', name) });
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, 500);
      const country = countryIn(headersOf(request));
      const chosen = chosenIn(new URLSearchParams(request.url?.split('?')[1]));
      const choice = chosen ? [keepCurrency(chosen)] : [];
      const dialCode = /^\d{1,4}$/.exec(cookieIn(request.headers.cookie ?? '', 'country_code') ?? '')?.[0];
      return {
        visitor: {
          session,
          staff,
          owner,
          visit: session && !preSession ? undefined : visit,
          csrfToken,
          whose,
          submitted: undefined,
          way,
          known: kept,
          isHere: asksFromHere(request),
          firstVisit: cookieIn(request.headers.cookie ?? '', ownCookies.firstVisit),
          userAgent,
          country,
          dialCode,
          currency: chosen ?? currencyOf(request, locale),
        },
        cookies: [...cookies, ...choice],
      };
    },
  };
}
