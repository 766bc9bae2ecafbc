/** What an answer about optional cookies does. Loaded with the answer: until there is one, nothing optional is stored. */
import { consent } from '#lib/features/tracking/consent.rules.ts';
import { optionalCookie } from '#lib/features/tracking/optional-cookies.rules.ts';
import { dropCookie, writeCookie } from '#islands/browser/cookies.ts';
import { formerRecentKey, keptKey } from '#islands/browser/kept-keys.ts';
import { keep, recall } from './browser-storage.ts';

/** R3.64, R3.65: keeps the answer; a no drops all that a yes had allowed. */
export function settleConsent(isAllowed: boolean): void {
  writeCookie(consent.cookie, isAllowed ? `necessary.${consent.optional}` : 'necessary', 180);
  if (isAllowed) return;
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=')[0] ?? '';
    if (optionalCookie.test(name)) dropCookie(name);
  }
  keep('localStorage', 'track_queue', null);
  keep('localStorage', formerRecentKey, null);
  if (recall('localStorage', keptKey) !== null) void import('#islands/browser/kept.ts').then(({ dropRecent }) => dropRecent());
  document.querySelector('[data-recent]')?.setAttribute('hidden', '');
}
