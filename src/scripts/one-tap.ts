/**
 * Google's prompt (R6.21). Loaded by visit.ts on pages that offer it, for readers who agreed to optional cookies, and begun when they
 * act: once in a visit, and not for a month after they closed it. It lies over the page and moves nothing.
 */
import type { oneTapContract, oneTapStartContract } from '#lib/features/accounts/one-tap.contract.ts';
import { isOneTapDue, untilThere } from '#lib/features/accounts/one-tap.rules.ts';
import { markerCookie } from '#lib/features/accounts/accounts.schema.ts';
import { allowsTracking, consent } from '#lib/features/tracking/consent.rules.ts';
import { api } from '#islands/browser/api.ts';
import { readCookie } from '#islands/browser/cookies.ts';
import { showToast } from '#islands/browser/toast.ts';
import { keep, recall } from './browser-storage.ts';

const wires = {
  start: { method: 'POST', path: '/_buserApi/one-tap/start' },
  finish: { method: 'POST', path: '/_buserApi/one-tap' },
} as const;
const [askedKey, closedKey] = ['oneTapAsked', 'oneTapClosed'];
const quiet = { clientToastHide: true, noJump: true } as const;

const isDue = (): boolean =>
  isOneTapDue({
    isSignedIn: readCookie(markerCookie) !== undefined,
    isAgreed: allowsTracking(readCookie(consent.cookie)),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: navigator.userAgent,
    closedAt: Number(recall('localStorage', closedKey)) || undefined,
    now: Date.now(),
  });

/** Resolves when the script is there, and rejects where Google cannot be reached. */
const loaded = (src: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true, onload: resolve, onerror: reject });
    document.head.append(script);
  });

async function finish(credential: string | undefined): Promise<void> {
  if (!credential) return;
  try {
    const redirect = location.pathname + location.search;
    const { url } = await api().call<typeof oneTapContract>(wires.finish, { credential, redirect }, quiet);
    if (url) location.assign(url);
    else dispatchEvent(new CustomEvent('loftling:signed-in'));
  } catch (error) {
    // They chose an account and wait: why nothing comes of it is said.
    if (error instanceof Error) showToast(error.message);
  }
}

export async function offerOneTap(): Promise<void> {
  if (!isDue() || recall('sessionStorage', askedKey) !== null) return;
  keep('sessionStorage', askedKey, '1');
  try {
    const { client_id, script, nonce, trial } = await api().call<typeof oneTapStartContract>(wires.start, {}, quiet);
    if (trial) (await import('./one-tap-trial.ts')).standIn(trial);
    else await loaded(script);
    const id = await untilThere(
      () => window.google?.accounts?.id,
      (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    );
    // Signed in, or a no said, meanwhile.
    if (!id || !isDue()) return;
    id.initialize({ client_id, nonce, use_fedcm_for_prompt: true, cancel_on_tap_outside: false, callback: ({ credential }) => void finish(credential) });
    id.prompt((moment) => {
      const isClosed = moment.isSkippedMoment() || (moment.isDismissedMoment() && moment.getDismissedReason() !== 'credential_returned');
      if (isClosed) keep('localStorage', closedKey, String(Date.now()));
    });
  } catch {
    // Not offered here, or out of reach: there are other ways to sign in.
  }
}
