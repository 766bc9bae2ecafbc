/** What became of saved homes, and what of it is said above them. Pure. */
import type { Vacancy } from '#lib/features/lists/list.schema.ts';
import { rentForNights } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { rentChange } from './favourites-order.rules.ts';

/** `full`: something was free when it was saved, and nothing is now. `last`: one is left. */
export type BoardNewsKind = 'last' | 'lower' | 'free' | 'full' | 'gone' | 'higher';

/** What is known of a saved home, then and now. */
export type Watched = {
  /** The lowest weekly rent when it was saved; undefined where nothing was free. */
  readonly rentThen: Money | undefined;
  readonly change: ReturnType<typeof rentChange>;
  /** Undefined where it is not offered any more. */
  readonly vacancy: Vacancy | undefined;
  readonly stock: number;
};

/** Part of a rent by which it has to change to be told above the homes, in hundredths: as in messages, a rounding is no news. */
const leastChange = 1n;

/** The lines that a board has room for. */
export const newsMost = 3;

/** What is told first where one thing of each kind has to be chosen. */
const order: readonly BoardNewsKind[] = ['last', 'lower', 'free', 'full', 'gone', 'higher'];

/** Whether something of a home can be had. */
export const isFree = (vacancy: Vacancy | undefined): boolean => vacancy === 'available' || vacancy === 'other-rooms';

/** What of one home is worth a line; undefined where nothing is. What is gone has no price, and the last bed counts more than what it costs. */
export function newsOf({ rentThen, change, vacancy, stock }: Watched): BoardNewsKind | undefined {
  if (vacancy === undefined) return 'gone';
  if (!isFree(vacancy)) return rentThen ? 'full' : undefined;
  if (stock === 1) return 'last';
  if (!rentThen) return 'free';
  if (!change || change.kind === 'same' || change.by.minor * 100n < rentThen.minor * leastChange) return undefined;
  return change.kind;
}

/**
 * At most three lines: one of each kind before a second of any, in the order of the homes within a kind.
 * @example boardNews([]) // []
 */
export function boardNews<Home extends Watched>(homes: readonly Home[]): readonly { readonly kind: BoardNewsKind; readonly home: Home }[] {
  const all = homes.flatMap((home) => {
    const kind = newsOf(home);
    return kind ? [{ kind, home }] : [];
  });
  const byKind = order.map((kind) => all.filter((one) => one.kind === kind));
  const longest = Math.max(...byKind.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, turn) => byKind.flatMap((own) => own[turn] ?? []));
  return turns.flat().slice(0, newsMost);
}

/** What a weekly difference comes to over a lease. @param nights of the lease. @example overStay(money(800n, 'GBP'), 357) // money(40800n, 'GBP') */
export const overStay = (weekly: Money, nights: number): Money => rentForNights(weekly, 'WEEK', nights);

/** What cannot be had stands last, otherwise in the order given. */
export function freeFirst<Home extends Pick<Watched, 'vacancy'>>(homes: readonly Home[]): readonly Home[] {
  return [...homes.filter(({ vacancy }) => isFree(vacancy)), ...homes.filter(({ vacancy }) => !isFree(vacancy))];
}
