/**
 * How what a device remembers of homes looked at, and what an account does, stay one list. The device tells what was looked at on
 * it, in seconds since, so that its clock need not be right; the account answers with its list. Times are seconds since 1970. Pure.
 */
import { keptMost, withHome } from './kept.rules.ts';
import type { Kept, KeptHome } from './kept.rules.ts';

/** What the account answers. `ago`: seconds since. */
export type AccountHistory = {
  readonly is_on: boolean;
  readonly items: readonly { readonly house_id: number; readonly ago: number }[];
  readonly search: { readonly title: string; readonly url: string; readonly ago: number } | null;
};

/** Seconds after which the account is asked again, though nothing was looked at here. */
const freshFor = 300;

/** A home was looked at. Where the account wants nothing remembered, nothing is. */
export function noted(kept: Kept, id: number, now: number): Kept {
  const { history, recent, untold } = kept;
  if (history?.isOff) return kept;
  return {
    ...kept,
    recent: withHome(recent ?? [], id, now, keptMost.recent),
    untold: history ? withHome(untold, id, now, keptMost.recent) : untold,
  };
}

/** The device has an account from now on, which knows of nothing that was looked at here. */
export const linkedHistory = (kept: Kept): Kept =>
  kept.history ? kept : { ...kept, history: { at: 0, isOff: false, forgotten: 0 }, untold: kept.recent ?? [] };

/** Whether the account is to be told or asked. */
export const isHistoryDue = ({ history, untold }: Kept, now: number): boolean =>
  !history || untold.length > 0 || history.forgotten > 0 || history.at > now || now - history.at >= freshFor;

/** As the call takes it. @example seenText([{ id: 12, at: 100 }], 160) // '12:60' */
export const seenText = (untold: readonly KeptHome[], now: number): string => untold.map(({ id, at }) => `${id}:${Math.max(0, now - at)}`).join(',');

/** As the call takes it; empty where nothing was forgotten. */
export const forgottenText = ({ history }: Kept, now: number): string => (history?.forgotten ? String(Math.max(0, now - history.forgotten)) : '');

/** The reader forgets all of it, here and on their account, and has nothing remembered here from now on. */
export const forgotten = (kept: Kept, now: number): Kept => ({
  ...kept,
  recent: undefined,
  question: undefined,
  untold: [],
  history: kept.history && { ...kept.history, forgotten: now },
});

/** Nothing of it stays on this device; the account keeps what it has. */
export const dropped = (kept: Kept): Kept => ({ ...kept, recent: undefined, question: undefined, untold: [], history: undefined });

/**
 * The account's list, and what was looked at since `sent` was sent. What was forgotten meanwhile stays forgotten.
 * @param isAllowed whether this device may remember anything.
 */
export function withAccountHistory(
  kept: Kept,
  { is_on, items, search }: AccountHistory,
  sent: Pick<Kept, 'untold' | 'history'>,
  isAllowed: boolean,
  now: number,
): Kept {
  const untold = kept.untold.filter(({ id, at }) => !sent.untold.some((one) => one.id === id && one.at === at));
  const isForgetting = (kept.history?.forgotten ?? 0) > (sent.history?.forgotten ?? 0);
  const history = { at: now, isOff: !is_on, forgotten: isForgetting ? (kept.history?.forgotten ?? 0) : 0 };
  if (!is_on) return { ...kept, history, recent: kept.recent && [], question: undefined, untold: [] };
  if (isForgetting || !isAllowed) return { ...kept, history, untold };
  const told = items
    .filter(({ house_id }) => !untold.some(({ id }) => id === house_id))
    .map(({ house_id, ago }): KeptHome => ({ id: house_id, at: now - ago }));
  const recent = [...untold, ...told].toSorted((a, b) => b.at - a.at || a.id - b.id).slice(0, keptMost.recent);
  const last = search && { href: search.url, words: search.title.slice(0, keptMost.words), at: now - search.ago };
  return { ...kept, history, untold, recent, question: last && (!kept.question || kept.question.at < last.at) ? last : kept.question };
}

/** Who has signed out leaves nothing of the account here; what the account has never heard of stays. */
export const withoutHistory = (kept: Kept): Kept =>
  kept.history ? { ...kept, recent: kept.recent && kept.untold, question: undefined, untold: [], history: undefined } : kept;
