/** How the page of favourites is ordered, and what became of a rent. Pure. */
import { compare } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import { favouriteOrders } from './shortlist.schema.ts';
import type { FavouriteOrder } from './shortlist.schema.ts';

/** What of a favourite decides where it stands. */
export type Ranked = {
  readonly keptAt: Date;
  /** The weekly rent in one currency for all, in its minor units; undefined where nothing is free. */
  readonly rent: number | undefined;
  readonly metres: number | undefined;
};

/** @example orderOf('rent') // 'rent' */
export const orderOf = (text: string | null): FavouriteOrder => favouriteOrders.find((one) => one === text) ?? 'newest';

/** What has no figure stands last; among equals the one kept later stands first. */
export function ordered<Home extends Ranked>(homes: readonly Home[], order: FavouriteOrder): readonly Home[] {
  const figure = ({ rent, metres }: Ranked): number => (order === 'newest' ? 0 : ((order === 'rent' ? rent : metres) ?? Number.POSITIVE_INFINITY));
  const apart = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
  return homes.toSorted((a, b) => apart(figure(a), figure(b)) || b.keptAt.getTime() - a.keptAt.getTime());
}

/** What became of a rent since a home was kept; undefined where either is not known, or they cannot be compared. */
export function rentChange(then: Money | undefined, now: Money | undefined): { readonly kind: 'lower' | 'higher' | 'same'; readonly by: Money } | undefined {
  if (!then || !now || then.currency !== now.currency) return undefined;
  const difference = compare(now, then);
  const by = { minor: difference < 0 ? then.minor - now.minor : now.minor - then.minor, currency: now.currency };
  return { kind: difference < 0 ? 'lower' : difference > 0 ? 'higher' : 'same', by };
}
