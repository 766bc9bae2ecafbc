/**
 * The device store: what a reader keeps on this device, for scripts and islands. One value under one key, so that a
 * change is whole; each change starts from what is stored at that moment, and other tabs hear of it by the storage
 * event. Where nothing can be stored, it lasts as long as the page.
 */
import { atom, computed } from 'nanostores';
import { formerRecentKey, keptKey } from './kept-keys.ts';
import { linked, newlyRefused, toggledFavourite, withAccount, withoutAccount } from './kept-account.rules.ts';
import type { AccountList } from './kept-account.rules.ts';
import { withAccountCompared } from './kept-compared.rules.ts';
import type { AccountCompared } from './kept-compared.rules.ts';
import { dropped, forgotten, linkedHistory, noted, withAccountHistory } from './kept-history.rules.ts';
import type { AccountHistory } from './kept-history.rules.ts';
import { comparedIds, keptMost, nothingKept, readFormerRecent, readKept, toggledCompared, toggledHome, writeKept } from './kept.rules.ts';
import type { ComparedHome, Kept, UnsentHeart } from './kept.rules.ts';

const seconds = (): number => Math.floor(Date.now() / 1_000);

/** The value when storage is refused: undefined as long as it is not. */
let unstored: Kept | undefined;

function load(): Kept {
  if (unstored) return unstored;
  try {
    const text = localStorage.getItem(keptKey);
    const kept = readKept(text) ?? nothingKept;
    const former = kept.recent ? undefined : readFormerRecent(localStorage.getItem(formerRecentKey), seconds());
    return former ? { ...kept, recent: former } : kept;
  } catch {
    return nothingKept;
  }
}

// Where storage is forbidden, already its name may throw: `load` says that nothing is kept then, as on a server.
const $stored = atom<Kept>(load());

function change(to: (kept: Kept) => Kept): void {
  const kept = to(load());
  try {
    const text = writeKept(kept);
    if (text === null) localStorage.removeItem(keptKey);
    else localStorage.setItem(keptKey, text);
    localStorage.removeItem(formerRecentKey);
    unstored = undefined;
  } catch {
    // Full or forbidden: what was asked for still holds on this page.
    unstored = kept;
  }
  $stored.set(kept);
}

/** Whether what was kept last is kept beyond this page. */
export const isStored = (): boolean => unstored === undefined;

function isOwn(area: Storage | null): boolean {
  try {
    return area === localStorage;
  } catch {
    return false;
  }
}

if (typeof window !== 'undefined') {
  addEventListener('storage', ({ key, storageArea }) => {
    // Without a key everything was cleared.
    if (isOwn(storageArea) && (key === null || key === keptKey)) $stored.set(load());
  });
  // A page that comes back from the browser's memory has slept through the events.
  addEventListener('pageshow', ({ persisted }) => persisted && $stored.set(load()));
}

/** All of it. */
export const $kept = computed($stored, (kept) => kept);
export const $favourites = computed($stored, ({ favourites }) => favourites);
export const $compared = computed($stored, ({ compared }) => compared);
export const $notices = computed($stored, ({ notices }) => notices);
export const $recent = computed($stored, ({ recent }) => recent);

/** Keeps a home, or no longer. @returns false when there is no room for one more, and nothing is changed. */
export function toggleFavourite(id: number): boolean {
  const next = toggledFavourite(load(), id, seconds());
  if (next) change((kept) => toggledFavourite(kept, id, seconds()) ?? kept);
  return next !== undefined;
}

/** Somebody is signed in: from now on what is kept here is to be told to their account. */
export function linkAccount(): void {
  change(linked);
}

/**
 * The account has answered to `sent`.
 * @param sentCompared what was compared when it was asked.
 * @param turn the account's turn when it was asked: where another tab was answered meanwhile, this answer may be the older one.
 * @returns `late` when it is left aside for that, `full` when it refuses homes of which the reader has not been told.
 */
export function takeAccount(
  answer: AccountList & AccountCompared,
  sent: readonly UnsentHeart[],
  turn: number,
  sentCompared: string,
): 'late' | 'full' | 'taken' {
  const before = load();
  if (before.account?.turn !== turn) return 'late';
  const isFull = newlyRefused(before, answer).length > 0;
  change((kept) => withAccountCompared(withAccount(kept, answer, sent, seconds()), answer, sentCompared, seconds()));
  return isFull ? 'full' : 'taken';
}

/** Nobody is signed in any more. */
export function leaveAccount(): void {
  if (load().account) change((kept) => withoutAccount(kept, seconds()));
}

/** Compares a home or one unit of it, or no longer. @returns false when four are compared already, and nothing is changed. */
export function toggleCompared(home: Omit<ComparedHome, 'at'>): boolean {
  const next = toggledCompared(load().compared, { ...home, name: home.name.slice(0, keptMost.name), at: seconds() });
  if (next) change((kept) => ({ ...kept, compared: next }));
  return next !== undefined;
}

/** Puts exactly these side by side: what an address says. */
export function setCompared(homes: readonly Omit<ComparedHome, 'at'>[]): void {
  const at = seconds();
  change((kept) => ({ ...kept, compared: homes.slice(0, keptMost.compared).map((home) => ({ ...home, at })) }));
}

/** Wants to hear of a home, or no longer. @returns whether it is so now. */
export function toggleNotice(id: number): boolean {
  change((kept) => ({ ...kept, notices: toggledHome(kept.notices, id, seconds(), keptMost.notices) }));
  return $stored.get().notices.some((home) => home.id === id);
}

/** Remembers that a home was looked at. The caller has asked the reader (see `src/scripts/recent-homes.ts`). */
export function noteSeen(id: number): void {
  change((kept) => noted(kept, id, seconds()));
}

/** Homes looked at are remembered from now on. */
export function agreeToRecent(): void {
  change((kept) => ({ ...kept, recent: kept.recent ?? [] }));
}

/** Forgets homes looked at and the last list, on the account too, and remembers none from now on. */
export function forgetRecent(): void {
  change((kept) => forgotten(kept, seconds()));
}

/** The same on this device alone. */
export function dropRecent(): void {
  change(dropped);
}

/** Somebody is signed in: from now on homes looked at are to be told to their account. */
export function linkHistory(): void {
  change(linkedHistory);
}

/** The account has answered to what was kept then. @param isAllowed whether this device may remember anything. */
export function takeHistory(answer: AccountHistory, sent: Pick<Kept, 'untold' | 'history'>, isAllowed: boolean): void {
  change((kept) => withAccountHistory(kept, answer, sent, isAllowed, seconds()));
}

/** Remembers the list the reader is at. @param href path with query; @param words what it asks, as its page says it. */
export function keepQuestion(href: string, words: string): void {
  change((kept) => (kept.history?.isOff ? kept : { ...kept, question: { href, words: words.slice(0, keptMost.words), at: seconds() } }));
}

export function keepLanguage(language: string): void {
  change((kept) => ({ ...kept, language }));
}

/** Query of the compare page for what is compared now: `ids=12,15-101`; empty when nothing is. */
export const comparedQuery = (): string => ($stored.get().compared.length > 0 ? `ids=${comparedIds($stored.get().compared)}` : '');
