/**
 * The only script of public pages before somebody acts. Pages are the same for everyone, so what depends on this
 * reader (language kept, notices closed, being offline) is decided here. Without it everything still works.
 */
const dayS = 86_400;

function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found && decodeURIComponent(found.slice(name.length + 1));
}

function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${days * dayS}; samesite=lax${secure}`;
}

/** Storage is refused in some private windows; a notice then simply comes back. */
function recall(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

function keep(storage: 'localStorage' | 'sessionStorage', key: string, value: string): void {
  try {
    window[storage].setItem(key, value);
  } catch {
    // Nothing to do: see recall.
  }
}

function find<E extends HTMLElement>(selector: string): E | null {
  return document.querySelector<E>(selector);
}

/** R3.08, R4.082: the language chosen is kept in both cookies. */
function keepLanguage(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-locale]') : null;
    const locale = link?.dataset['locale'];
    if (!locale) return;
    writeCookie('selectlang', locale, 365);
    writeCookie('language', locale, 365);
  });
}

const consentCookie = 'cookie_consent';

type Notice = { readonly name: string; readonly settled: () => boolean; readonly settle: () => void };

const notices: readonly Notice[] = [
  // R4.095. Its form settles it, see askConsent.
  { name: 'cookies', settled: () => readCookie(consentCookie) !== undefined, settle: () => undefined },
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

/** R3.64, R3.65: the answer is kept for half a year; without "personalised" nothing optional may be stored. */
function askConsent(): void {
  const form = find<HTMLFormElement>('form[data-notice="cookies"]');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const all = event.submitter instanceof HTMLButtonElement && event.submitter.value === 'all';
    const chosen = form.querySelector<HTMLInputElement>('[name="personalised"]')?.checked === true;
    writeCookie(consentCookie, all || chosen ? 'necessary.personalised' : 'necessary', 180);
    form.hidden = true;
  });
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

/** R8.42: a part of the page that a new release has removed is fetched again with the page, once. */
function reloadOnLostPart(): void {
  addEventListener('vite:preloadError', (event) => {
    if (recall('sessionStorage', 'reloadedFor') === location.href) return;
    event.preventDefault();
    keep('sessionStorage', 'reloadedFor', location.href);
    location.reload();
  });
}

keepLanguage();
askConsent();
showNotice();
keepTrust();
watchConnection();
makeRoomForDock();
goBack();
goUp();
reloadOnLostPart();
