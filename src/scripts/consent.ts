/** The reader's answer about optional cookies. What a yes allows is loaded after it; without one nothing of it is. */
import { allowsTracking, consent, optionalCookie } from '#lib/features/tracking/consent.rules.ts';
import { dropCookie, readCookie, writeCookie } from '#islands/browser/cookies.ts';
import { formerRecentKey, keptKey } from '#islands/browser/kept-keys.ts';
import { keep, recall } from './browser-storage.ts';
import { loadOptional } from './optional-part.ts';

/**
 * R3.64, R3.65: the answer is kept for half a year; without "personalised" nothing optional may be stored.
 * The banner is one form of it, the page about cookies has the other, for every language.
 */
export function askConsent(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-consent]')) {
    const tick = form.querySelector<HTMLInputElement>('[name="personalised"]');
    const saved = form.querySelector('output');
    if (tick) tick.checked = allowsTracking(readCookie(consent.cookie));
    // On the page it is part of the text; as a banner it waits for its turn.
    if (saved) form.hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const all = event.submitter instanceof HTMLButtonElement && event.submitter.value === 'all';
      settleConsent(all || tick?.checked === true);
      document.querySelector('form[data-notice="cookies"]')?.setAttribute('hidden', '');
      if (saved) saved.textContent = form.dataset['consent'] ?? '';
    });
  }
}

function settleConsent(isAllowed: boolean): void {
  writeCookie(consent.cookie, isAllowed ? `necessary.${consent.optional}` : 'necessary', 180);
  if (isAllowed) {
    void followVisit();
    return;
  }
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=')[0] ?? '';
    if (optionalCookie.test(name)) dropCookie(name);
  }
  keep('localStorage', 'track_queue', null);
  keep('localStorage', formerRecentKey, null);
  if (recall('localStorage', keptKey) !== null) void import('#islands/browser/kept.ts').then(({ forgetRecent }) => forgetRecent());
  document.querySelector('[data-recent]')?.setAttribute('hidden', '');
}

/** With the reader's yes, follows the visit (see visit.ts). Calls nothing until somebody acts. */
export async function followVisit(): Promise<void> {
  if (allowsTracking(readCookie(consent.cookie))) (await loadOptional(() => import('./visit.ts')))?.follow();
}
