/**
 * What this device keeps, shown on the page: pressed hearts, what is compared, how many. Loaded by page.ts when something
 * is kept or somebody keeps something; follows the store, so that another tab's change shows here too.
 */
import { readCookie } from '#islands/browser/cookies.ts';
import { markerCookie } from '#lib/features/accounts/accounts.schema.ts';
import { $kept, isStored, leaveAccount, setCompared, toggleCompared, toggleFavourite, toggleNotice } from '#islands/browser/kept.ts';
import { comparedIds, isCompared, keptMost } from '#islands/browser/kept.rules.ts';
import type { ComparedHome, Kept } from '#islands/browser/kept.rules.ts';
import { beginRecent, followRecent, isAllowed } from './recent-homes.ts';
import { fillSaved } from './saved-page.ts';
import { offerKept } from './kept-to-compare.ts';
import { loadOptional } from './optional-part.ts';
import { showToast } from '#islands/browser/toast.ts';

type Home = Omit<ComparedHome, 'at'>;

/** What a button is about; in a card, the card's link has the name, and in a list the button has its id as the value that its form sends. */
function homeOf(element: HTMLElement): Home {
  const { dataset } = element;
  const id = Number(dataset['home'] ?? (element instanceof HTMLButtonElement ? element.value : ''));
  const home = { id, name: dataset['name'] ?? element.closest('.card')?.querySelector(':is(h2, h3) a')?.textContent ?? '' };
  return dataset['unit'] ? { ...home, unit: Number(dataset['unit']) } : home;
}

function isKept(button: HTMLElement, kept: Kept): boolean {
  const home = homeOf(button);
  if (button.dataset['keep'] === 'compared') return isCompared(kept.compared, home);
  return (button.dataset['keep'] === 'notice' ? kept.notices : kept.favourites).some(({ id }) => id === home.id);
}

const all = (selector: string): NodeListOf<HTMLElement> => document.querySelectorAll<HTMLElement>(selector);

function mark(kept: Kept): void {
  for (const button of all('[data-keep]')) button.setAttribute('aria-pressed', String(isKept(button, kept)));
  for (const box of document.querySelectorAll<HTMLInputElement>('[data-pick]')) box.checked = isCompared(kept.compared, homeOf(box));
  const count = kept.favourites.length;
  for (const place of all('[data-kept-count]')) place.textContent = count > 0 ? String(count) : '';
  for (const place of all('[data-compared-count]')) place.textContent = kept.compared.length > 0 ? String(kept.compared.length) : '';
}

/** The homes on the page by name, in its language; others keep the name under which they were added. */
function nameHere(home: ComparedHome): string {
  const here = [...all('[data-keep="compared"], [data-pick]')].map(homeOf).find(({ id, unit }) => id === home.id && unit === home.unit);
  return here?.name ?? home.name;
}

/** What was asked for on this page, as the links of its homes carry it. */
function questionHere(): string {
  const query = new URLSearchParams(document.querySelector<HTMLAnchorElement>('a.keep-link[href*="ids="]')?.search);
  query.delete('ids');
  for (const { name, value } of document.querySelectorAll<HTMLInputElement>('#compare input')) query.set(name, value);
  return String(query);
}

function fillTray({ compared }: Kept): void {
  const tray = document.querySelector<HTMLElement>('[data-tray]');
  const list = tray?.querySelector('[data-tray-homes]');
  const template = tray?.querySelector<HTMLTemplateElement>('[data-tray-home]');
  const go = tray?.querySelector<HTMLAnchorElement>('[data-tray-go]');
  if (!tray || !list || !template || !go) return;
  // The page of the comparison is the tray, spread out.
  const isShown = compared.length > 0 && !document.querySelector('[data-comparison]');
  list.replaceChildren(
    ...compared.map((home) => {
      const item = template.content.cloneNode(true) as DocumentFragment;
      const name = nameHere(home) || String(home.id);
      item.querySelector('span')?.append(name);
      const remove = item.querySelector('button');
      remove?.setAttribute('aria-label', (remove.getAttribute('aria-label') ?? '').replace('{{name}}', name));
      remove?.addEventListener('click', () => {
        toggleCompared(home);
        void followAccount(false);
        // The button is gone; who used it by keyboard stays in the tray.
        (list.querySelector('button') ?? go).focus();
      });
      return item;
    }),
  );
  go.textContent = (go.dataset['trayGo'] ?? '').replace('{{number}}', String(compared.length));
  const asked = questionHere();
  go.search = compared.length > 0 ? `?ids=${comparedIds(compared)}${asked && `&${asked}`}` : '';
  if (isShown) reveal(tray);
  else tray.hidden = true;
  document.documentElement.style.setProperty('--tray', tray.hidden ? null : '72px');
}

let hasActed = false;

/** Like a notice, it pushes no footer in sight: there it waits for the reader's first touch or key. */
function reveal(tray: HTMLElement): void {
  const footer = document.querySelector('.footer');
  if (!hasActed && footer && footer.getBoundingClientRect().top < innerHeight) {
    for (const sign of ['pointerup', 'keydown']) addEventListener(sign, () => ((hasActed = true), fillTray($kept.get())), { once: true });
    return;
  }
  tray.hidden = false;
}

/** A bare address of the comparison shows what this device compares. */
function openComparison({ compared }: Kept): void {
  const page = document.querySelector('[data-comparison="none"]');
  const query = new URLSearchParams(location.search);
  if (!page || compared.length === 0 || query.has('ids')) return;
  query.set('ids', comparedIds(compared));
  location.replace(`${location.pathname}?${query.toString().replaceAll('%2C', ',')}`);
}

/** Where somebody is signed in, their account and this device keep one list of hearts and one comparison. */
async function followAccount(isAnew: boolean): Promise<void> {
  if (!readCookie(markerCookie)) leaveAccount();
  else await (await loadOptional(() => import('./account-hearts.ts')))?.syncHearts(isAnew, () => void say('kept.favourites_full'));
}

/** So do what they looked at, where this device may remember it, or knows of their account's. */
async function followHistory(isAnew: boolean): Promise<void> {
  if (readCookie(markerCookie) && (isAllowed() || $kept.get().history))
    await (await loadOptional(() => import('./account-history.ts')))?.syncHistory(isAnew, isAllowed());
}

/** Who is signed in is written to as well. */
async function tellOfNotice(id: number, isWanted: boolean): Promise<void> {
  if (readCookie(markerCookie)) await (await loadOptional(() => import('./awaited-homes.ts')))?.awaitHomes([id], isWanted);
}

async function say(message: 'kept.favourites_full' | 'kept.not_stored'): Promise<void> {
  const parts = await loadOptional(() => Promise.all([import('#islands/browser/words.ts'), import('#islands/browser/page-settings.ts')]));
  if (!parts) return;
  const [{ loadWords }, { pageSettings }] = parts;
  showToast((await loadWords('kept', pageSettings().locale))(message, { most: keptMost.favourites }));
}

const sayFull = (): void => showToast(document.querySelector<HTMLElement>('[data-tray]')?.dataset['full'] ?? '');

let isTold = false;

/** A device that lets nothing be stored keeps it for this page alone: who presses is told, once. */
function sayUnstored(): void {
  if (isStored() || isTold || readCookie(markerCookie)) return;
  isTold = true;
  void say('kept.not_stored');
}

function fill(): void {
  const saved = document.querySelector<HTMLElement>('[data-saved]');
  if (saved) fillSaved(saved);
}

let isFollowing = false;

/** A box of a board is ticked or no longer: the board compares what this device compares. */
function followTicks(): void {
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset['pick'] === undefined) return;
    hasActed = true;
    if (toggleCompared(homeOf(target))) void followAccount(false);
    else {
      target.checked = false;
      sayFull();
    }
    sayUnstored();
  });
}

/** Shows what is kept, from now on. */
export function showKept(): void {
  if (isFollowing) return;
  isFollowing = true;
  const show = (kept: Kept): void => {
    mark(kept);
    fillTray(kept);
  };
  $kept.subscribe(show);
  openComparison($kept.get());
  const more = document.querySelector<HTMLAnchorElement>('a[data-compare-kept]');
  if (more) offerKept(more);
  followRecent();
  followTicks();
  // An island has put other homes into the page.
  addEventListener('loftling:homes', () => mark($kept.get()));
  addEventListener('loftling:list', () => {
    show($kept.get());
    followRecent();
  });
  void followAccount(document.querySelector('[data-hearts-anew]') !== null).then(() => {
    fill();
    // What is compared may be known from the account alone.
    openComparison($kept.get());
    void followHistory(document.querySelector('[data-history-anew]') !== null);
  });
  addEventListener('online', () => void followAccount(false).then(() => followHistory(false)));
  addEventListener('loftling:forgotten', () => void followHistory(false));
}

/** Somebody is signed in, perhaps since a moment: what they keep may be on their account alone. */
export function showAccountHearts(): void {
  if (isFollowing)
    void followAccount(false).then(() => {
      fill();
      void followHistory(false);
    });
  else showKept();
}

/** Does what the button says: keeps a home or no longer, or begins to remember homes looked at. */
export function act(button: HTMLElement): void {
  hasActed = true;
  showKept();
  if (button.dataset['keep'] === undefined) {
    beginRecent();
    return;
  }
  const home = homeOf(button);
  if (button.dataset['keep'] === 'notice') void tellOfNotice(home.id, toggleNotice(home.id));
  else if (button.dataset['keep'] === 'favourite') {
    if (toggleFavourite(home.id)) void followAccount(false);
    else void say('kept.favourites_full');
  } else if (toggleCompared(home)) void followAccount(false);
  else sayFull();
  sayUnstored();
}

/** A link of the comparison that adds or removes one: from now on this device compares what the link leads to. */
export function compareAsLinked(link: HTMLAnchorElement): void {
  const named = new Map(
    [...all('[data-comparison] [data-name]')].map((one) => [`${one.dataset['home']}${one.dataset['unit'] ? `-${one.dataset['unit']}` : ''}`, homeOf(one)]),
  );
  const ids = new URLSearchParams(link.search).get('ids')?.split(',') ?? [];
  setCompared(ids.flatMap((id) => named.get(id) ?? []));
}
