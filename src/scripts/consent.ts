/** The reader's answer about optional cookies. What a yes allows is loaded after it; without one nothing of it is. */
import { allowsTracking, consent } from '#lib/features/tracking/consent.rules.ts';
import { readCookie } from '#islands/browser/cookies.ts';
import { loadOptional } from './optional-part.ts';

/**
 * R3.64, R3.65: the answer is kept for half a year; without "personalised" nothing optional may be stored.
 * The banner is one form of it, which comes with the notices; the page about cookies has the other, for every language.
 */
export function askConsent(within: ParentNode = document): void {
  for (const form of within.querySelectorAll<HTMLFormElement>('form[data-consent]')) {
    const tick = form.querySelector<HTMLInputElement>('[name="personalised"]');
    const saved = form.querySelector('output');
    if (tick) tick.checked = allowsTracking(readCookie(consent.cookie));
    // On the page it is part of the text; as a banner it waits for its turn.
    if (saved) form.hidden = false;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const all = event.submitter instanceof HTMLButtonElement && event.submitter.value === 'all';
      const isAllowed = all || tick?.checked === true;
      // A part that cannot be had settles nothing: the question stays.
      const part: typeof import('./consent-answer.ts') | undefined = await import('./consent-answer.ts').catch(() => undefined);
      if (!part) return;
      part.settleConsent(isAllowed);
      void followVisit();
      document.querySelector('form[data-notice="cookies"]')?.setAttribute('hidden', '');
      if (saved) saved.textContent = form.dataset['consent'] ?? '';
    });
  }
}

/** With the reader's yes, follows the visit (see visit.ts). Calls nothing until somebody acts. */
export async function followVisit(): Promise<void> {
  if (allowsTracking(readCookie(consent.cookie))) (await loadOptional(() => import('./visit.ts')))?.follow();
}
