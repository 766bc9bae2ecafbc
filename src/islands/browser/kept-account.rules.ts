/**
 * How what a device keeps and what an account keeps stay one list. The device tells what was pressed on it, the account answers
 * with the whole list, and what was pressed meanwhile stands over it. Times are seconds since 1970. Pure.
 */
import { comparedToTell, withoutAccountCompared } from './kept-compared.rules.ts';
import { withoutHistory } from './kept-history.rules.ts';
import { keptMost, toggledHome } from './kept.rules.ts';
import type { Kept, KeptHome, UnsentHeart } from './kept.rules.ts';

/** What the account answers: its homes, latest first, those it has no room for, and its clock in seconds. */
export type AccountList = {
  readonly server_time: number;
  readonly cust_id: number;
  readonly items: readonly { readonly house_id: number; readonly at: number }[];
  readonly refused: readonly number[];
};

/** Seconds after which the account is asked again, though nothing was pressed here. */
const freshFor = 300;
/** Seconds by which two clocks may differ without one being called wrong: an answer takes its time. */
const latency = 5;
/** Seconds within which the marker of a session does not end by itself: six of its seven days. */
const markerLife = 6 * 86_400;

const withWord = (words: readonly UnsentHeart[], word: UnsentHeart): readonly UnsentHeart[] =>
  [word, ...words.filter(({ id }) => id !== word.id)].slice(0, keptMost.unsent);

/** Keeps a home, or no longer; undefined when there is no room for it. */
export function toggledFavourite(kept: Kept, id: number, now: number): Kept | undefined {
  const former = kept.favourites.find((home) => home.id === id);
  const was = former !== undefined;
  const { account } = kept;
  // Words are dated by the server's clock, and each after the one before: of two at once the one that keeps a home would count.
  const at = Math.max(now - (account?.ahead ?? 0), (former?.at ?? -1) + 1, (account?.last ?? -1) + 1);
  if (!was && kept.favourites.length >= keptMost.favourites) return undefined;
  return {
    ...kept,
    favourites: toggledHome(kept.favourites, id, account ? at : now, keptMost.favourites),
    account: account && { ...account, last: at },
    unsent: account ? withWord(kept.unsent, { id, at, kept: !was }) : kept.unsent,
  };
}

/** The device has an account from now on, which knows of nothing that is kept here. */
export function linked(kept: Kept): Kept {
  if (kept.account) return kept;
  const account = { id: 0, at: 0, turn: 0, ahead: undefined, last: 0 };
  return { ...kept, account, unsent: kept.favourites.slice(0, keptMost.unsent).map(({ id, at }) => ({ id, at, kept: true })) };
}

/** Whether the account is to be told or asked. What it has no room for is no reason to. */
export function isDue(kept: Kept, now: number): boolean {
  const { account, unsent } = kept;
  if (account && comparedToTell(kept).compare !== '') return true;
  return !account || unsent.some((heart) => !heart.refused) || account.at > now || now - account.at >= freshFor;
}

/** What the account is to be told now: what it had no room for is tried again with something that is taken off. */
export const wordsToSend = ({ unsent }: Kept): readonly UnsentHeart[] =>
  unsent.some((heart) => !heart.kept) ? unsent : unsent.filter((heart) => !heart.refused);

/** As the call takes it. @example changesText([{ id: 12, at: 100, kept: true }]) // '12:100:1' */
export const changesText = (unsent: readonly UnsentHeart[]): string => unsent.map(({ id, at, kept }) => `${id}:${at}:${kept ? 1 : 0}`).join(',');

/** Homes that the account refuses for the first time: the reader has not been told of them. */
export const newlyRefused = ({ unsent }: Kept, { refused }: AccountList): readonly number[] =>
  refused.filter((id) => unsent.some((heart) => heart.id === id && heart.kept && !heart.refused));

/**
 * The account's list, and over it what was pressed since `sent` was sent. What it has no room for stays here, unsent and marked,
 * until there is room again, and takes the place of no home that the account has. Where the first answer shows that the clock
 * here is wrong, all that was told is dated anew and told again: a word of a slow device counted as older than it is.
 */
export function withAccount(kept: Kept, { server_time, cust_id, items, refused }: AccountList, sent: readonly UnsentHeart[], now: number): Kept {
  const ahead = Math.abs(now - server_time) > latency ? now - server_time : 0;
  const wrong = kept.account?.ahead === undefined ? ahead : 0;
  const isTold = (heart: UnsentHeart): boolean => wrong === 0 && sent.some(({ id, at, kept: was }) => id === heart.id && at === heart.at && was === heart.kept);
  const isFull = items.length >= keptMost.favourites;
  const dated = wrong === 0 ? kept.unsent : kept.unsent.map((heart) => ({ ...heart, at: Math.max(0, heart.at - wrong) }));
  const unsent = dated.flatMap(({ refused: wasRefused, ...heart }): UnsentHeart[] => {
    const isRefused = heart.kept && refused.includes(heart.id);
    if (!isRefused && isTold(heart)) return [];
    return [isRefused || (wasRefused && isFull) ? { ...heart, refused: true } : heart];
  });
  const list = items.map(({ house_id, at }): KeptHome => ({ id: house_id, at }));
  const told = list.filter(({ id }) => !unsent.some((heart) => heart.id === id));
  const here = unsent.filter((heart) => heart.kept).toSorted((a, b) => Number(a.refused ?? false) - Number(b.refused ?? false));
  const favourites = [...told, ...here.map(({ id, at }) => ({ id, at }))].slice(0, keptMost.favourites);
  return {
    ...kept,
    favourites: favourites.toSorted((a, b) => b.at - a.at || a.id - b.id),
    account: {
      id: cust_id,
      at: now,
      turn: (kept.account?.turn ?? 0) + 1,
      ahead,
      // What the clock was wrong by is no part of it any more.
      last: wrong === 0 ? (kept.account?.last ?? 0) : Math.max(0, ...unsent.map(({ at }) => at)),
    },
    unsent,
  };
}

/**
 * Nobody is signed in any more. Who has signed out leaves nothing of the account here, on a computer that may be somebody
 * else's; what the account has never heard of stays. A marker that has merely run out changes nothing.
 */
export function withoutAccount(kept: Kept, now: number): Kept {
  const { account, unsent } = kept;
  if (!account || (account.id > 0 && now - account.at >= markerLife)) return kept;
  return {
    ...withoutAccountCompared(withoutHistory(kept)),
    account: undefined,
    favourites: unsent.filter((heart) => heart.kept).map(({ id, at }) => ({ id, at })),
    unsent: [],
  };
}
