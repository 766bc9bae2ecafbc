/** Where the same page is in another language, with all that was asked of it, and whose language is another. Pure. */
import { handOverPath } from '#lib/features/accounts/hand-over.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';

/** What brought somebody here belongs to their visit: it is neither carried on nor handed on. */
const ledHere = /^(?:utm_\w+|gclid|fbclid|msclkid|semcode|xcode|channel)$/;

/** A query without what brought the reader here. @example withoutVisit('?ids=12,15&utm_source=x') // '?ids=12,15' */
export function withoutVisit(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of [...query.keys()]) if (ledHere.test(name)) query.delete(name);
  return query.size > 0 ? `?${query.toString().replaceAll('%2C', ',')}` : '';
}

/** An address without its last slash and query, so that a home is the beginning of all others. */
function plain(href: string): string {
  const [path = ''] = href.split('?');
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

type Change = {
  readonly here: { readonly pathname: string; readonly search: string; readonly hash: string };
  /** The front page of the present language. */
  readonly home: string;
  /** This page's bare address in the present language, and in the other, either with what a map wrote behind it. An absolute one where languages have hosts of their own. */
  readonly own: string;
  readonly target: string;
};

/**
 * The address in the other language: the present path under its front page, filters included. A page without translation
 * leads where its bare link does.
 * @example addressInLanguage({ here: { pathname: '/en/uk/london/e199', search: '?page=2', hash: '' }, home: '/en', own: '/en/uk/london', target: '/hk/uk/london' }) // '/hk/uk/london/e199?page=2'
 */
export function addressInLanguage({ here, home, own, target }: Change): string {
  const path = plain(own).slice(plain(home).length);
  // Under another name in that language, or not there at all.
  if (!plain(target).endsWith(path)) return target;
  const otherHome = plain(target).slice(0, plain(target).length - path.length);
  const rest = plain(here.pathname).slice(plain(home).length);
  return `${otherHome}${rest}${otherHome === '' && rest === '' ? '/' : ''}${withoutVisit(here.search)}${here.hash}`;
}

/** Whether the page itself is in the other language: where it is not, the link leads to that language's front page. */
export function isTranslated({ home, own, target }: Omit<Change, 'here'>): boolean {
  const path = plain(own).slice(plain(home).length);
  return path === '' || plain(target).endsWith(path);
}

/** Ours for a tag of BCP 47; undefined where we have none. Chinese without more is that of the mainland, in traditional script that of Taiwan. */
function localeOf(tag: string): Locale | undefined {
  const [language, ...rest] = tag.toLowerCase().split('-');
  if (language === 'yue') return 'zh-hk';
  if (language !== 'zh') return locales.find((locale) => locale.slice(0, 2) === language);
  if (rest.includes('hans')) return 'zh-cn';
  if (rest.includes('hk') || rest.includes('mo')) return 'zh-hk';
  return rest.includes('tw') || rest.includes('hant') ? 'zh-tw' : 'zh-cn';
}

/**
 * The language to offer on a page: the one chosen here before, else the first of the browser's that we have. Undefined
 * where that is the page's own, or there is none.
 * @example languageToOffer('zh-cn', undefined, ['fr', 'en-GB', 'zh-CN']) // 'en-us'
 */
export function languageToOffer(page: string, chosen: string | undefined, browser: readonly string[]): Locale | undefined {
  const wanted = locales.find((locale) => locale === chosen) ?? browser.map(localeOf).find((locale) => locale !== undefined);
  return wanted === page ? undefined : wanted;
}

/**
 * The address on another host of ours that takes the session along and leads on.
 * @example handOverAddress(new URL('https://en.example.org/uk?page=2'), 'https://example.org') // 'https://en.example.org/users/hand-over?from=https%3A%2F%2Fexample.org&redirect=%2Fuk%3Fpage%3D2'
 */
export function handOverAddress(to: URL, from: string): string {
  return `${to.origin}${handOverPath}?${new URLSearchParams({ from, redirect: `${to.pathname}${to.search}${to.hash}` })}`;
}

/**
 * The address on another host of ours that takes the chosen currency along and leads on: cookies stay on their host.
 * @example keepingCurrency(new URL('https://en.example.org/uk?page=2'), 'GBP') // 'https://en.example.org/currency?keep=currency&currency=GBP&redirect=%2Fuk%3Fpage%3D2'
 */
export function keepingCurrency(to: URL, currency: string): string {
  return `${to.origin}/currency?${new URLSearchParams({ keep: 'currency', currency, redirect: `${to.pathname}${to.search}${to.hash}` })}`;
}
