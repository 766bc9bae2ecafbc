/** Which third parties are offered to whom, in which order, and what they are called. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import { defaultLocale, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { cookiesNamed } from '#lib/own-cookies.ts';
import type { ApiErrorName } from '#lib/api/envelope.ts';
import type { Site } from '#lib/paths.ts';
import { environmentOf } from '#lib/user-agent.ts';
import { thirdParties, wayCookie } from './third-parties.schema.ts';
import type { ThirdParty, WayFailure } from './third-parties.schema.ts';

/** Whether a page is shown inside WeChat's own browser. @example isInWechat('… MicroMessenger/8.0.49 …') // true */
export const isInWechat = (userAgent: string): boolean => /MicroMessenger/i.test(userAgent);

export type WaysAsked = {
  /** Those that are set up and serve this browser. */
  readonly served: ReadonlySet<ThirdParty>;
  readonly locale: Locale;
  /** Two letters; undefined where nobody found it out. */
  readonly country: string | undefined;
  readonly userAgent: string;
  /** Whether the server stands outside mainland China. */
  readonly isOverseas: boolean;
};

/**
 * The third parties that are offered, the first one first (R6.19, R6.20). Inside WeChat there is WeChat alone; readers in mainland
 * China cannot reach Google and Facebook; views inside apps are refused by all of them.
 * @example waysOffered({ served: new Set(['google', 'wechat']), locale: 'zh-cn', country: 'GB', userAgent: '', isOverseas: true }) // ['wechat', 'google']
 */
export function waysOffered({ served, locale, country, userAgent, isOverseas }: WaysAsked): readonly ThirdParty[] {
  const environment = environmentOf(userAgent);
  if (environment === 'app-web-view' || environment === 'mini-program') return [];
  if (isInWechat(userAgent)) return served.has('wechat') ? ['wechat'] : [];
  const isOffered: Readonly<Record<ThirdParty, boolean>> = {
    google: isOverseas && country !== 'CN',
    apple: isOverseas,
    facebook: isOverseas && country !== 'CN',
    wechat: environment === 'desktop',
  };
  const offered = thirdParties.filter((one) => served.has(one) && isOffered[one]);
  return locale === 'zh-cn' ? offered.toSorted((a, b) => Number(b === 'wechat') - Number(a === 'wechat')) : offered;
}

/** The address that a third party leads back to. Without a language: it knows one for each host, and the cookie remembers the language. */
export const returnAddressOf = (site: Site, provider: ThirdParty, locale: Locale): string =>
  new URL(`/users/return/${provider}`, site.absolute(locale, '/')).href;

/** What a button says that leads to one. */
export const goOnWith = {
  google: 'accounts.with_google',
  apple: 'accounts.with_apple',
  facebook: 'accounts.with_facebook',
  wechat: 'accounts.with_wechat',
} as const satisfies Record<ThirdParty, MessageKey>;

export const thirdPartyNames = {
  google: 'accounts.name_google',
  apple: 'accounts.name_apple',
  facebook: 'accounts.name_facebook',
  wechat: 'accounts.name_wechat',
} as const satisfies Record<ThirdParty, MessageKey>;

/** What somebody is told who did not come back as they hoped. */
export const wayFailureWords = {
  cancelled: 'api.way_cancelled',
  gone: 'api.way_gone',
  refused: 'api.way_refused',
  unavailable: 'api.upstream_failed',
  'sign-in-first': 'api.sign_in_first',
  'other-account': 'api.other_account',
  locked: 'api.locked',
  'too-many': 'api.too_many',
} as const satisfies Record<WayFailure, MessageKey>;

/** What the cookie of a way says: in which language it was begun, and its secret. @example wayIn('en-us.short') // { locale: undefined, key: '' } */
export function wayIn(cookie: string | undefined): { readonly locale: Locale | undefined; readonly key: string } {
  const [, language, key = ''] = /^([a-z]{2}-[a-z]{2})\.([\w-]{32})$/.exec(cookie ?? '') ?? [];
  return { locale: locales.find((one) => one === language), key };
}

/** The language that somebody comes back to from a third party, whose address knows none. @param header of cookies. */
export function localeOfArrival(header: string | undefined, otherwise: Locale = defaultLocale): Locale {
  const given = cookiesNamed(header ?? '', wayCookie);
  // Of two, one was planted.
  return wayIn(given.length === 1 ? given[0] : undefined).locale ?? otherwise;
}

/** Why somebody did not come back as they hoped, by what the call refused with. */
export function wayFailureOf(error: ApiErrorName): WayFailure {
  switch (error) {
    case 'way-cancelled':
      return 'cancelled';
    case 'way-gone':
    case 'stale-form':
      return 'gone';
    case 'way-refused':
    case 'bad-input':
      return 'refused';
    case 'sign-in-first':
    case 'other-account':
    case 'locked':
    case 'too-many':
      return error;
    default:
      return 'unavailable';
  }
}

/** The name of a third party as the form takes it: at most 40 UTF-16 units, and no half of a character. @example nicknameOf('Lan') // 'Lan' */
export const nicknameOf = (name: string | undefined): string =>
  (name ?? '')
    .slice(0, 40)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
