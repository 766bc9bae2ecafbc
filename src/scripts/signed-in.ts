/**
 * Who is signed in, in header and menu. Loaded by page.ts for readers who carry the mark of a session and for nobody else:
 * pages are the same for everyone. The server is asked once an hour and tab; what it said is kept for the tab.
 */
import type * as z from 'zod/mini';
import { markerCookie } from '#lib/features/accounts/accounts.schema.ts';
import type { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { readCookie } from '#islands/browser/cookies.ts';
import { signedInKey as kept } from '#islands/browser/kept-keys.ts';
import { loadStyles } from '#islands/browser/styles.ts';
import { keep, recall } from './browser-storage.ts';
import { loadOptional } from './optional-part.ts';
import styles from './signed-in.css?url';

type Known = Pick<z.output<typeof sessionContract.output>, 'cust_id' | 'nickname' | 'called'> & {
  /** Of which session, and when it was asked for, in milliseconds. */
  readonly session: string;
  readonly at: number;
};
const wire = { method: 'GET', path: '/_buserApi/session' } as const;
/** Milliseconds for which an answer is good; the mark lives for days, and each answer renews it (R9.04). */
const freshFor = 3_600_000;

/** What is the same in all marks of a session: each is written under a mask of its own, which is its first half. */
function sessionOf(marker: string | undefined): string | undefined {
  if (!marker) return undefined;
  try {
    const bytes = Uint8Array.from(atob(marker.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    const half = bytes.length / 2;
    return btoa(String.fromCharCode(...bytes.subarray(half).map((byte, at) => byte ^ (bytes[at] ?? 0))));
  } catch {
    return undefined;
  }
}

const current = (): string | undefined => sessionOf(readCookie(markerCookie));

function known(session: string): Known | undefined {
  try {
    const read = JSON.parse(recall('sessionStorage', kept) ?? '') as Known;
    return read.session === session && Date.now() - read.at < freshFor ? read : undefined;
  } catch {
    return undefined;
  }
}

async function ask(session: string): Promise<Known | undefined> {
  try {
    const { api } = await import('#islands/browser/api.ts');
    const { cust_id, nickname, called } = await api().call<typeof sessionContract>(wire, {}, { clientToastHide: true, noJump: true });
    const one = { cust_id, nickname, called, session, at: Date.now() };
    keep('sessionStorage', kept, JSON.stringify(one));
    return one;
  } catch {
    return undefined;
  }
}

/** What stood there for a reader who is not signed in, to be put back. */
const before = new Map<Element, Element>();
const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);

function remember(element: Element): void {
  before.set(element, element.cloneNode(true) as Element);
}

function greet({ nickname, called }: Known): void {
  const account = find('a.account');
  const word = account?.querySelector('span');
  if (account && word) {
    remember(account);
    account.classList.add('signed-in');
    delete account.dataset['login'];
    account.dataset['panel'] = account.dataset['user'];
    account.dataset['opens'] = 'user-menu';
    word.textContent = `${word.textContent}: ${called}`;
    // The picture's place is kept, so nothing moves.
    const [initial] = new Intl.Segmenter(document.documentElement.lang).segment(nickname);
    if (initial) account.querySelector('svg')?.replaceWith(Object.assign(document.createElement('b'), { textContent: initial.segment.toUpperCase() }));
    account.querySelector('b')?.setAttribute('aria-hidden', 'true');
  }
  const entry = find('#menu [data-user]');
  const link = entry?.querySelector('a');
  if (entry && link) {
    remember(entry);
    link.href = entry.dataset['user'] ?? '';
    delete link.dataset['login'];
    link.querySelector('span')?.replaceChildren(called);
    find('#menu [data-sign-out]')?.removeAttribute('hidden');
  }
}

/** Header and menu as they are for everybody. */
function takeBack(): void {
  keep('sessionStorage', kept, null);
  find('#user-menu')?.remove();
  // The panel's script has made a button of the link.
  const button = find('button.account');
  for (const [element, former] of before) (element.isConnected ? element : button)?.replaceWith(former);
  before.clear();
  find('#menu [data-sign-out]')?.setAttribute('hidden', '');
}

let shown: string | undefined;
let isAsking = false;

/** Shows who is signed in now; nothing happens where that has not changed since. */
export async function showSignedIn(): Promise<void> {
  const session = current();
  // Signed out on a page that has nothing of this: the name is not kept for the next one.
  if (session === undefined) keep('sessionStorage', kept, null);
  if (isAsking || session === shown) return;
  isAsking = true;
  const who = session === undefined ? undefined : (known(session) ?? (await ask(session)));
  // Without them the name stands there all the same.
  if (who) await loadStyles(styles).catch(() => undefined);
  isAsking = false;
  // Signed out, or in as somebody else, meanwhile.
  if (current() !== session) return showSignedIn();
  if (shown !== undefined) takeBack();
  shown = who?.session;
  if (!who) return;
  // What was kept of the answer went with the one before.
  keep('sessionStorage', kept, JSON.stringify(who));
  greet(who);
  (await loadOptional(() => import('./kept-homes.ts')))?.showAccountHearts();
}

// R8.03: a session that has ended is begun anew without leaving the page.
addEventListener('loftling:login', (event) => {
  if (!matchMedia('(min-width: 1024px)').matches) return;
  takeBack();
  shown = undefined;
  const link = find('a.account[data-login]');
  if (!(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  // What was refused waits for the dialog: where there is none, the page itself goes on.
  void loadOptional(() => import('./sign-in.ts')).then((part) => (part ? part.beginSignIn(link.href) : location.assign(link.href)));
});

// Signed out, or in as somebody else, in another tab, or since a page that comes back was left.
if ('cookieStore' in window) cookieStore.addEventListener('change', () => void showSignedIn());
for (const sign of ['pageshow', 'visibilitychange']) addEventListener(sign, () => void showSignedIn());
