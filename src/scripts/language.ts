/**
 * Changing the language changes nothing else: filters, query, position and place on the page come along. In the page's
 * HTML the language links stay bare and canonical; this completes the one that a reader turns to.
 */
import { markerCookie } from '#lib/features/accounts/accounts.schema.ts';
import { currencyCookie } from '#lib/features/rates/currency-cookie.schema.ts';
import { readCookie } from '#islands/browser/cookies.ts';
import { keepLanguage } from '#islands/browser/kept.ts';
import { keep, recall } from './browser-storage.ts';
import { addressInLanguage, handOverAddress, keepingCurrency } from './language.rules.ts';

/** What tells where on the page the reader is, in every language. */
const landmarks = 'main :is([id], article, section, h2, h3, li, tr)';
const placeKey = 'languagePlace';
/** Milliseconds for which a place is waited for. */
const placeTime = 30_000;

/** Completes the link, as often as it is turned to: the address may have changed since. */
export function completeLink(link: HTMLAnchorElement): void {
  const bare = (link.dataset['bare'] ??= link.getAttribute('href') ?? '');
  const own = document.querySelector<HTMLAnchorElement>('a[data-locale][aria-current]');
  const home = document.querySelector('.brand')?.getAttribute('href');
  if (!own || !home) return;
  const ownBare = own.dataset['bare'] ?? own.getAttribute('href') ?? '';
  link.setAttribute('href', addressInLanguage({ here: location, home, own: ownBare, target: bare }));
}

/** The link is followed: the choice is kept, and where on the page the reader is. */
export function leaveFor(link: HTMLAnchorElement): void {
  const locale = link.dataset['locale'];
  if (locale) keepLanguage(locale);
  const to = new URL(link.href);
  const header = document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0;
  const all = [...document.querySelectorAll(landmarks)];
  const at = scrollY < 40 ? -1 : all.findIndex((one) => one.getBoundingClientRect().top >= header && one.getClientRects().length > 0);
  const top = all[at]?.getBoundingClientRect().top;
  if (to.origin !== location.origin) {
    // What was chosen holds on another host of ours, and who is signed in stays so; what is kept of this tab stays behind.
    const currency = readCookie(currencyCookie);
    if (currency) link.href = keepingCurrency(to, currency);
    if (readCookie(markerCookie) !== undefined) link.href = handOverAddress(new URL(link.href), location.origin);
  }
  if (top === undefined) return;
  keep('sessionStorage', placeKey, JSON.stringify({ path: to.pathname, at, of: all.length, top: Math.round(top), time: Date.now() }));
}

/** Goes where the reader was, if this page was come to by a change of language. */
export function returnToPlace(): void {
  const text = recall('sessionStorage', placeKey);
  keep('sessionStorage', placeKey, null);
  try {
    const place = JSON.parse(text ?? 'null') as { path: string; at: number; of: number; top: number; time: number } | null;
    if (!place || place.path !== location.pathname || Date.now() - place.time > placeTime || scrollY > 0) return;
    const all = document.querySelectorAll(landmarks);
    // A page that has not the same parts is not the same page.
    if (Math.abs(all.length - place.of) > 3) return;
    all[place.at]?.scrollIntoView({ block: 'start', behavior: 'instant' });
    scrollBy({ top: (all[place.at]?.getBoundingClientRect().top ?? 0) - place.top, behavior: 'instant' });
  } catch {
    // Somebody else's text under our key: the page begins at its top.
  }
}
