/**
 * The only script of public pages before somebody acts. Pages are the same for everyone, so what depends on this
 * reader (language kept, notices closed, being offline) is decided here. Without it everything still works.
 */
import { allowsTracking, consent } from '#lib/features/tracking/consent.rules.ts';
import { readCookie, writeCookie } from '#islands/browser/cookies.ts';
import { formerRecentKey, keptKey, signedInKey, waitingKey } from '#islands/browser/kept-keys.ts';
import { currencyCookie } from '#lib/features/rates/currency-cookie.schema.ts';
import { markerCookie } from '#lib/features/accounts/accounts.schema.ts';
import { isCrawler } from '#lib/crawler.ts';
import { keep, recall } from './browser-storage.ts';
import { askConsent, followVisit } from './consent.ts';
import { isLoadingOptional, loadOptional } from './optional-part.ts';

function find<E extends HTMLElement>(selector: string): E | null {
  return document.querySelector<E>(selector);
}

const closest = <E extends HTMLElement>({ target }: Event, selector: string): E | null => (target instanceof Element ? target.closest<E>(selector) : null);

/** The same for several events, named with spaces between. */
function listen(signs: string, act: (event: never) => void, options?: boolean | AddEventListenerOptions): void {
  for (const sign of signs.split(' ')) addEventListener(sign, act as (event: Event) => void, options);
}

/** Other buttons than the first click nothing (`auxclick`). */
const isPlainClick = (event: MouseEvent): boolean => !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;

/**
 * R3.08, R4.082, R2.194: the language chosen is kept in both cookies; what was asked of this page and the place on it come along.
 */
function changeLanguage(): void {
  const part = (): Promise<typeof import('./language.ts') | undefined> => loadOptional(() => import('./language.ts'));
  addEventListener('click', async (event) => {
    const link = closest<HTMLAnchorElement>(event, 'a[data-locale]');
    const locale = link?.dataset['locale'];
    if (!link || !locale) return;
    for (const cookie of ['selectlang', 'language']) writeCookie(cookie, locale, 365);
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const loaded = await part();
    loaded?.completeLink(link);
    loaded?.leaveFor(link);
    location.assign(link.href);
  });
  if (recall('sessionStorage', 'languagePlace') !== null) void part().then((loaded) => loaded?.returnToPlace());
}

/**
 * Shows the notice of this visit, if there is one (notices.rules.ts).
 * On a phone, and where it would push a footer in sight, it waits for the reader's first touch or key.
 */
function showNotice(): void {
  // R6.26
  if (isCrawler(navigator.userAgent)) return;
  // Only the first call shows anything.
  const reveal = (): void => void loadOptional(() => import('./notices.ts')).then((part) => part?.revealNotice());
  if (innerWidth < 768 || (find('.footer')?.getBoundingClientRect().top ?? innerHeight) < innerHeight) listen('pointerup keydown', reveal, { once: true });
  else reveal();
}

/** The header names the currency that was chosen once. */
function nameCurrency(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (readCookie(currencyCookie)) void loadOptional(() => import('./currency.ts')).then((part) => part?.showCurrency(persisted));
  });
}

/** R1.46: the trust score with its count, kept one day. */
function keepTrust(): void {
  const shown = find('[data-trust]')?.dataset['trust'];
  if (shown) writeCookie('trust_score', shown, 1);
}

/** R4.097 */
function watchConnection(): void {
  const update = (): void => void find('[data-offline]')?.toggleAttribute('hidden', navigator.onLine);
  listen('online offline', update);
  update();
}

/** Keeps what has the focus, and the end of the page, clear of the dock and its notices. */
function makeRoomForDock(): void {
  const dock = find('[data-dock]');
  const shown = find('[data-notices]');
  if (!dock || !shown) return;
  const { style } = document.documentElement;
  let due: ReturnType<typeof setTimeout> | undefined;
  const sizes = new ResizeObserver(() => {
    clearTimeout(due);
    // R9.38
    due = setTimeout(() => {
      style.setProperty('--notices', `${shown.offsetHeight}px`);
      style.setProperty('--dock', `${dock.offsetHeight}px`);
    }, 150);
  });
  for (const one of [dock, shown]) sizes.observe(one);
}

/** R9.23: who clicks twice on what opens a menu or the help means to open it, once. */
function ignoreSecondClicks(): void {
  let last: { readonly on: string; readonly at: number } | undefined;
  addEventListener('click', (event) => {
    const on = closest(event, '[data-opens],[popovertarget]')?.textContent;
    if (on === undefined) return;
    if (last?.on === on && event.timeStamp - last.at < 300) event.preventDefault();
    else last = { on, at: event.timeStamp };
  });
}

/** R8.42: a part of the page that a new release has removed is fetched again with the page, once. Without connection it would be lost. */
function reloadOnLostPart(): void {
  addEventListener('vite:preloadError', (event) => {
    if (isLoadingOptional() || !navigator.onLine) return;
    if (recall('sessionStorage', 'reloadedFor') === location.href) return;
    event.preventDefault();
    keep('sessionStorage', 'reloadedFor', location.href);
    location.reload();
  });
}

/** R4.071: a search field gets its panel when somebody turns to it. Until then, and without it, it is a form. */
function wakeSearch(): void {
  const turned = (event: Event): void => {
    const form = closest<HTMLFormElement>(event, 'form[data-search]');
    if (!form || 'awake' in form.dataset) return;
    form.dataset['awake'] = '';
    // A part that is gone resolves to nothing while the page is fetched again.
    void import('#islands/search/mount.tsx')
      .then((part: typeof import('#islands/search/mount.tsx') | undefined) => part?.mount(form))
      .catch(() => {
        // Without it the field is still a form; the next touch tries again.
        delete form.dataset['awake'];
      });
  };
  listen('focusin pointerover', turned, { passive: true });
}

/** Filters and pages of a list change it in place. A click that means another tab, and every failure, stays a link. */
function changeListInPlace(): void {
  const swap = async (href: string, how: 'push' | 'back', toTop: boolean): Promise<void> => {
    const part = await loadOptional(() => import('./list-swap.ts'));
    if (part) await part.swapList(href, how, toTop);
    else location.assign(href);
  };
  addEventListener('click', (event) => {
    const link = closest<HTMLAnchorElement>(event, 'main [data-stay] a');
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    void swap(link.href, 'push', link.closest<HTMLElement>('[data-stay]')?.dataset['stay'] === 'top');
  });
  addEventListener('submit', (event) => {
    const form = closest<HTMLFormElement>(event, 'main [data-stay] form');
    if (!form || event.defaultPrevented) return;
    event.preventDefault();
    const asked = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' && value ? [[name, value]] : []));
    void swap(`${form.action}?${new URLSearchParams(asked)}`, 'push', false);
  });
  const address = (): string => location.pathname + location.search;
  let shown = address();
  addEventListener('loftling:list', () => (shown = address()));
  addEventListener('popstate', () => {
    // A jump within the page moves the history too.
    if (address() !== shown && find('main [data-stay]')) void swap(location.href, 'back', false);
  });
}

/** What is kept on this device is shown when there is any, or when somebody keeps something. Until then its code is not loaded. */
function wakeKept(): void {
  const part = (): Promise<typeof import('./kept-homes.ts') | undefined> => import('./kept-homes.ts').catch(() => undefined);
  const show = async (): Promise<void> => (await part())?.showKept();
  const isKept = (recall('localStorage', keptKey) ?? recall('localStorage', formerRecentKey)) !== null;
  const answer = readCookie(consent.cookie);
  // Homes looked at are a comfort, not a need: remembered after a yes to optional cookies, or to this list alone where it is offered.
  const showOffer = (): void => {
    find('[data-recent-offer]')?.toggleAttribute('hidden', isKept || answer !== undefined);
  };
  showOffer();
  addEventListener('loftling:list', showOffer);
  if (isKept || allowsTracking(answer)) addEventListener('load', show);
  else find('[data-saved-empty]')?.removeAttribute('hidden');
  addEventListener('storage', ({ key }) => {
    if (key === keptKey) void show();
  });
  addEventListener('click', async (event) => {
    const on = closest(event, '[data-keep], [data-recent-agree], a[data-compared]');
    if (!on) return;
    if (!(on instanceof HTMLAnchorElement)) {
      // In a list it is a form's, for those without script.
      event.preventDefault();
      (await part())?.act(on);
    } else if (isPlainClick(event)) {
      event.preventDefault();
      (await part())?.compareAsLinked(on);
      location.assign(on.href);
    }
  });
}

/** Who is signed in is asked for those alone who carry the mark of it, also when they did so in another tab. What is known of others is forgotten. */
function greet(): void {
  const show = (): void => {
    if (readCookie(markerCookie) || recall('sessionStorage', signedInKey) !== null)
      void loadOptional(() => import('./signed-in.ts')).then((part) => part?.showSignedIn());
  };
  listen('pageshow visibilitychange loftling:signed-in', show);
  // R4.038: what needs a sign-in opens the dialog on desks.
  addEventListener('loftling:login', (event) => {
    const link = find<HTMLAnchorElement>('a.account[data-login]');
    if (!link || innerWidth < 1024) return;
    event.preventDefault();
    link.click();
  });
}

/**
 * What is closed at first stands in `noscript`, which is one element, however much is in it: it becomes elements when somebody opens it.
 * What dims the page holds the focus.
 */
function unfold(): void {
  const open = ({ target, newState }: Event & { newState?: string }): void => {
    if (!(target instanceof HTMLElement)) return;
    const folded = target.querySelector(':scope > noscript');
    if (folded) folded.outerHTML = folded.textContent;
    if (newState === 'open' && 'modal' in target.dataset) void loadOptional(() => import('./modal.ts')).then((part) => part?.holdFocus(target));
  };
  // A panel is filled before it is shown; what folds within the page knows the second alone.
  listen('beforetoggle toggle', open, true);
}

/** What a part of the script does on a plain click on what names it; of links, what means another tab, and every failure, stays a link. */
const takers: Readonly<Record<string, () => Promise<(on: HTMLAnchorElement) => unknown>>> = {
  login: () => import('./sign-in.ts').then((part) => part.openSignIn),
  // A picture touched is shown large.
  enlarge: () => import('./enlarge.ts').then((part) => part.enlarge),
  // R9.40: where an app is known, it is asked first.
  app: () => import('./app-link.ts').then((part) => part.openApp),
  panel: () => import('./panel.ts').then((part) => part.openPanel),
  // R4.055: what has to be signed before is said here.
  pay: () => import('./pay-first.ts').then((part) => part.pay),
  back: () => import('./ways.ts').then((part) => part.goBack),
  top: () => import('./ways.ts').then((part) => part.goUp),
  share: () => import('./share.ts').then((part) => part.share),
};

function takeClicks(): void {
  // Pages are handed on by the device's own sheet or the clipboard, which are not to be had over plain http.
  if (isSecureContext) document.documentElement.dataset['canShare'] = '';
  addEventListener('click', (event) => {
    for (const name in takers) {
      const on = closest<HTMLAnchorElement>(event, `[data-${name}]`);
      const load = takers[name];
      if (!on || !load || !isPlainClick(event)) continue;
      event.preventDefault();
      void loadOptional(load).then((act) => (act ? act(on) : on.href && location.assign(on.href)));
    }
  });
}

/** In a row of a page's parts, the one being read is marked. */
function markSections(): void {
  const tabs = find('[data-sections]');
  const follow = (): void => void loadOptional(() => import('./sections.ts')).then((part) => tabs && part?.followSections(tabs));
  if (tabs) addEventListener('scroll', follow, { once: true, passive: true });
}

changeListInPlace();
markSections();
wakeKept();
greet();
wakeSearch();
changeLanguage();
askConsent();
showNotice();
nameCurrency();
keepTrust();
watchConnection();
makeRoomForDock();
ignoreSecondClicks();
unfold();
takeClicks();
reloadOnLostPart();
addEventListener('load', () => void followVisit());
// Nothing of it is loaded before somebody acts. What is filled in by a browser, a manager of passwords or a voice comes without touch or key.
listen('pointerdown keydown input change', () => void loadOptional(() => import('./touched.ts')), { once: true });
// What few pages have is found by a part of its own.
if (
  find('main .account,[data-desk],[data-passkey],[data-scan],[data-ask],[data-until],[data-waits],[data-sheet]') ||
  recall('localStorage', waitingKey) !== null
)
  void loadOptional(() => import('./woken.ts'));
