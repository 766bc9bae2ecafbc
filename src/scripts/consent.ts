/** What follows from the reader's answer about optional cookies: without a yes nothing here keeps or sends anything. */
import { abCookiePrefix, abTestsEnd } from '#lib/features/tracking/ab-period.rules.ts';
import { consent } from '#lib/features/tracking/consent.rules.ts';
import { codeNames, dropCookie, writeCookie } from '#lib/http/device.ts';
import { loadOptional } from './optional-part.ts';
import { enqueue, mayTrack, writeQueue } from './track-queue.ts';

/**
 * R3.64, R3.65: the answer is kept for half a year; without "personalised" nothing optional may be stored.
 * The banner is one form of it, the page about cookies has the other, for every language.
 */
export function askConsent(): void {
  const banner = document.querySelector<HTMLElement>('form[data-notice="cookies"]');
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-consent]')) {
    const tick = form.querySelector<HTMLInputElement>('[name="personalised"]');
    const saved = form.querySelector('output');
    if (tick) tick.checked = mayTrack();
    // On the page it is part of the text; as a banner it waits for its turn.
    if (saved) form.hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const all = event.submitter instanceof HTMLButtonElement && event.submitter.value === 'all';
      settleConsent(all || tick?.checked === true);
      if (banner) banner.hidden = true;
      if (saved) saved.textContent = form.dataset['consent'] ?? '';
    });
  }
}

function settleConsent(isAllowed: boolean): void {
  writeCookie(consent.cookie, isAllowed ? `necessary.${consent.optional}` : 'necessary', 180);
  if (isAllowed) {
    void keepWhatLedHere();
    notePage();
  } else {
    const optional: readonly string[] = [...codeNames, 'channel'];
    for (const pair of document.cookie.split('; ')) {
      const name = pair.split('=')[0] ?? '';
      if (optional.includes(name) || name.startsWith(abCookiePrefix)) dropCookie(name);
    }
    writeQueue([]);
  }
}

/** R3.07, R9.06: partner, campaign and search engine that led here. */
async function keepWhatLedHere(): Promise<void> {
  const isFromOutside = document.referrer !== '' && !document.referrer.startsWith(`${location.origin}/`);
  if (mayTrack() && (location.search || isFromOutside)) (await loadOptional(() => import('./led-here.ts')))?.keepWhatLedHere();
}

const loadTracking = () => loadOptional(() => import('./track.ts'));

async function sendEvents(): Promise<void> {
  (await loadTracking())?.begin();
}

let isNoted = false;

/** R7.178, R7.179: a page counts once somebody acts on it; not before is anything sent. */
function notePage(): void {
  if (isNoted || !mayTrack()) return;
  isNoted = true;
  enqueue('PC_PAGE', {});
  void sendEvents();
  addEventListener('online', () => void sendEvents());
}

/** R9.34: of half of all pages, faults of our scripts are reported. */
function watchFaults(): void {
  if (Math.random() >= 0.5) return;
  const report = async (fault: ErrorEvent | PromiseRejectionEvent): Promise<void> => {
    if (mayTrack()) (await loadTracking())?.report(fault);
  };
  addEventListener('error', (fault) => void report(fault));
  addEventListener('unhandledrejection', (fault) => void report(fault));
}

/** R4.091: with nothing running, nothing is loaded. */
async function joinAbTests(): Promise<void> {
  if (mayTrack() && Date.now() < abTestsEnd) (await loadOptional(() => import('./ab-tests.ts')))?.applyAbTests();
}

/** Starts what a page does about tracking: all of it waits for the reader's yes, and for a touch or a key before it calls. */
export function followReader(): void {
  void keepWhatLedHere();
  watchFaults();
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, notePage, { passive: true });
  addEventListener('load', () => void joinAbTests());
}
