/**
 * The only script of public pages before somebody acts. Pages are the same for everyone, so what depends on this
 * reader (language kept, notices closed, being offline) is decided here. Without it everything still works.
 */
import { abCookie, abTests, isActive } from '#lib/features/tracking/ab-tests.rules.ts';
import { consent } from '#lib/features/tracking/tracking.rules.ts';
import { dropCookie, forgetMarketingCodes, keepMarketingCodes, readCookie, writeCookie } from '#lib/http/device.ts';
import { searchEngineOf } from '#lib/http/user-agent.ts';
import { keep, recall } from './browser-storage.ts';
import { enqueue, mayTrack, writeQueue } from './track-queue.ts';

function find<E extends HTMLElement>(selector: string): E | null {
  return document.querySelector<E>(selector);
}

/** R3.08, R4.082: the language chosen is kept in both cookies. R4.081: the change is recorded. */
function keepLanguage(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-locale]') : null;
    const locale = link?.dataset['locale'];
    if (!locale) return;
    writeCookie('selectlang', locale, 365);
    writeCookie('language', locale, 365);
    const present = link?.closest('ul')?.querySelector<HTMLElement>('[aria-current]')?.dataset['locale'];
    if (present && present !== locale) enqueue('PC_00372', { source_language: present, target_language: locale });
  });
}

type Notice = { readonly name: string; readonly settled: () => boolean; readonly settle: () => void };

const notices: readonly Notice[] = [
  // R4.095. Its form settles it, see askConsent.
  { name: 'cookies', settled: () => readCookie(consent.cookie) !== undefined, settle: () => undefined },
  // R4.094
  { name: 'app-bar', settled: () => recall('sessionStorage', 'appBarClosed') !== null, settle: () => keep('sessionStorage', 'appBarClosed', '1') },
  { name: 'app-prompt', settled: () => recall('localStorage', 'appPromptClosed') !== null, settle: () => keep('localStorage', 'appPromptClosed', '1') },
  // R4.096
  { name: 'hint', settled: () => recall('localStorage', 'isShowEntryUserGuide') !== null, settle: () => keep('localStorage', 'isShowEntryUserGuide', '1') },
];

/**
 * Shows the first notice that is due and fits this window; the next one waits for another page.
 * Where it would push a footer in sight, it waits for the reader's first touch or key.
 */
function showNotice(): void {
  const footer = find('.footer');
  if (footer && footer.getBoundingClientRect().top < innerHeight) {
    const later = (): void => {
      removeEventListener('pointerup', later);
      removeEventListener('keydown', later);
      revealNotice();
    };
    addEventListener('pointerup', later);
    addEventListener('keydown', later);
  } else {
    revealNotice();
  }
}

function revealNotice(): void {
  const installed = matchMedia('(display-mode: standalone)').matches;
  for (const { name, settled, settle } of notices) {
    const element = find(`[data-notice="${name}"]`);
    if (!element || settled() || (installed && name.startsWith('app'))) continue;
    element.hidden = false;
    // The style sheet keeps the bar to narrow windows and the prompt to wide ones.
    if (element.offsetHeight === 0) {
      element.hidden = true;
      continue;
    }
    element.querySelector('[data-close]')?.addEventListener('click', () => {
      settle();
      element.hidden = true;
    });
    return;
  }
}

/**
 * R3.64, R3.65: the answer is kept for half a year; without "personalised" nothing optional may be stored.
 * The banner is one form of it, the page about cookies has the other, for every language.
 */
function askConsent(): void {
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
      const banner = find('form[data-notice="cookies"]');
      if (banner) banner.hidden = true;
      if (saved) saved.textContent = form.dataset['consent'] ?? '';
    });
  }
}

function settleConsent(isAllowed: boolean): void {
  writeCookie(consent.cookie, isAllowed ? `necessary.${consent.optional}` : 'necessary', 180);
  if (isAllowed) {
    keepWhatLedHere();
    notePage();
  } else {
    forgetMarketingCodes();
    for (const test of abTests) dropCookie(abCookie(test));
    writeQueue([]);
  }
}

/** R3.07, R9.06: partner, campaign and search engine that led here. */
function keepWhatLedHere(): void {
  if (mayTrack()) keepMarketingCodes(location.search, searchEngineOf(document.referrer.split('/')[2] ?? '')?.code);
}

/** Parts the page can do without: their loss is not worth a reload (see `reloadOnLostPart`). */
let optionalLoading = 0;

async function loadOptional<Part>(load: () => Promise<Part>): Promise<Part | undefined> {
  if (!navigator.onLine) return undefined;
  optionalLoading++;
  try {
    return await load();
  } catch {
    return undefined;
  } finally {
    optionalLoading--;
  }
}

async function sendEvents(): Promise<void> {
  const tracking = await loadOptional(() => import('./track.ts'));
  tracking?.begin();
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
    if (mayTrack()) (await loadOptional(() => import('./track.ts')))?.report(fault);
  };
  addEventListener('error', (fault) => void report(fault));
  addEventListener('unhandledrejection', (fault) => void report(fault));
}

/** R4.091: with nothing running, nothing is loaded. */
async function joinAbTests(): Promise<void> {
  const now = Date.now();
  if (!mayTrack() || !abTests.some((test) => isActive(test, now))) return;
  (await loadOptional(() => import('./ab-tests.ts')))?.applyAbTests();
}

/** R1.46: the trust score with its count, kept one day. */
function keepTrust(): void {
  const shown = find('[data-trust]')?.dataset['trust'];
  if (shown) writeCookie('trust_score', shown, 1);
}

/** R4.097 */
function watchConnection(): void {
  const note = find('[data-offline]');
  const update = (): void => {
    if (note) note.hidden = navigator.onLine;
  };
  addEventListener('online', update);
  addEventListener('offline', update);
  update();
}

/** Keeps what has the focus, and the end of the page, clear of the dock and its notices. */
function makeRoomForDock(): void {
  const dock = find('[data-dock]');
  const shown = find('[data-notices]');
  if (!dock || !shown) return;
  const { style } = document.documentElement;
  const sizes = new ResizeObserver(() => {
    style.setProperty('--notices', `${shown.offsetHeight}px`);
    style.scrollPaddingBottom = `${dock.offsetHeight + shown.offsetHeight + 16}px`;
  });
  sizes.observe(dock);
  sizes.observe(shown);
}

/** R2.187: back to where the reader came from on this site; otherwise the link leads home. */
function goBack(): void {
  find('[data-back]')?.addEventListener('click', (event) => {
    if (!document.referrer.startsWith(`${location.origin}/`)) return;
    event.preventDefault();
    history.back();
  });
}

/** The way up moves the focus along and closes the help it is in. */
function goUp(): void {
  find('[data-top]')?.addEventListener('click', (event) => {
    event.preventDefault();
    find('#help')?.hidePopover();
    scrollTo({ top: 0 });
    find('.brand')?.focus({ preventScroll: true });
  });
}

/** R8.42: a part of the page that a new release has removed is fetched again with the page, once. Without connection it would be lost. */
function reloadOnLostPart(): void {
  addEventListener('vite:preloadError', (event) => {
    if (optionalLoading > 0 || !navigator.onLine) return;
    if (recall('sessionStorage', 'reloadedFor') === location.href) return;
    event.preventDefault();
    keep('sessionStorage', 'reloadedFor', location.href);
    location.reload();
  });
}

/** R4.071: a search field gets its panel when somebody turns to it. Until then, and without it, it is a form. */
function wakeSearch(): void {
  const turned = ({ target }: Event): void => {
    const form = target instanceof Element ? target.closest<HTMLFormElement>('form[data-search]') : null;
    if (!form || 'awake' in form.dataset) return;
    form.dataset['awake'] = '';
    void import('#islands/search/mount.tsx').then(({ mount }) => mount(form));
  };
  for (const sign of ['focusin', 'pointerover']) addEventListener(sign, turned, { passive: true });
}

wakeSearch();
keepLanguage();
askConsent();
showNotice();
keepTrust();
watchConnection();
makeRoomForDock();
goBack();
goUp();
reloadOnLostPart();
keepWhatLedHere();
watchFaults();
for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, notePage, { passive: true });
addEventListener('load', () => void joinAbTests());
