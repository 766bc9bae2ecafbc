/** What people keep on their accounts: shapes and bounds. Browser-safe. */
import type { HouseId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';

/** Homes on one account. */
export const favouritesMost = 500;
/** Characters of a note. */
export const noteLength = 500;
/** Days for which it is remembered that a home was taken off: a device that was away for longer brings it back. */
export const removedKeptDays = 180;

/** A heart that was pressed, or released, on some device. `at`: seconds since 1970. */
export type FavouriteChange = { readonly houseId: HouseId; readonly at: number; readonly isKept: boolean };

/** A home on an account. */
export type Favourite = {
  readonly houseId: HouseId;
  readonly keptAt: Date;
  readonly note: string;
  /** The lowest weekly rent when it was kept; undefined where nothing was free. */
  readonly rentThen: Money | undefined;
};

/** The account after the changes of a device. */
export type MergedFavourites = {
  readonly favourites: readonly Favourite[];
  /** What there was no room for. */
  readonly refused: readonly HouseId[];
};
