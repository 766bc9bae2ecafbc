/** Follows the visit of a reader who has agreed to it: what led here, the page, changes of language, faults, AB tests. */
import { abTestsEnd } from '#lib/features/tracking/ab-period.rules.ts';
import { keepWhatLedHere } from './led-here.ts';
import { loadOptional } from './optional-part.ts';
import { begin, report, track } from './track.ts';
import { mayTrack } from './track-queue.ts';

let isNoted = false;

/** R7.178, R7.179: a page counts once somebody acts on it; not before is anything sent. */
function notePage(): void {
  if (isNoted || !mayTrack()) return;
  isNoted = true;
  track('PC_PAGE', {});
  addEventListener('online', begin);
}

/** R4.081 */
function noteLanguage({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLElement>('a[data-locale]') : null;
  const present = link?.closest('ul')?.querySelector<HTMLElement>('[aria-current]')?.dataset['locale'];
  const chosen = link?.dataset['locale'];
  if (present && chosen && present !== chosen) track('PC_00372', { source_language: present, target_language: chosen });
}

/** R3.58: which menu is used. */
function noteMenu({ target }: Event): void {
  const menu = target instanceof Element ? target.closest<HTMLElement>('[data-menu]')?.dataset['menu'] : undefined;
  if (menu) track('PC_MENU', { menu });
}

/** R9.34: of half of all pages, faults of our scripts are reported. */
function watchFaults(): void {
  if (Math.random() >= 0.5) return;
  addEventListener('error', report);
  addEventListener('unhandledrejection', report);
}

/** R4.091: with nothing running, nothing is loaded. */
async function joinAbTests(): Promise<void> {
  if (Date.now() < abTestsEnd) (await loadOptional(() => import('./ab-tests.ts')))?.applyAbTests();
}

/** R6.21: with the first touch or key, on pages that offer it. Nothing of it is loaded before. */
function awaitOneTap(): void {
  if (!document.querySelector('[data-one-tap]')) return;
  const offer = async (): Promise<void> => (await loadOptional(() => import('./one-tap.ts')))?.offerOneTap();
  if (navigator.userActivation?.hasBeenActive) void offer();
  else for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, () => void offer(), { once: true, passive: true });
}

let isFollowed = false;

/** Starts following. Somebody who has touched the page already has acted on it. */
export function follow(): void {
  keepWhatLedHere();
  if (navigator.userActivation?.hasBeenActive) notePage();
  if (isFollowed) return;
  isFollowed = true;
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, notePage, { passive: true });
  addEventListener('click', noteLanguage);
  addEventListener('click', noteMenu);
  watchFaults();
  awaitOneTap();
  void joinAbTests();
}
