/** What people keep on their accounts: shapes and bounds. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';

/** Homes on one account. */
export const favouritesMost = 500;
/** Characters of a note. */
export const noteLength = 500;
/** Days for which it is remembered that a home was taken off: a device that was away for longer brings it back. */
export const removedKeptDays = 180;
/** Hours for which the note and the rent of a home that was taken off come back with it; emptied in the night after. */
export const undoHours = 24;

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

/** A home that was taken off, and when. Its note is there for as long as it can be put back with it. */
export type RemovedFavourite = { readonly houseId: HouseId; readonly removedAt: Date; readonly note: string };

/** The account after the changes of a device. */
export type MergedFavourites = {
  readonly favourites: readonly Favourite[];
  /** What there was no room for. */
  readonly refused: readonly HouseId[];
};

/** Orders of the page of favourites. */
export const favouriteOrders = ['newest', 'rent', 'distance'] as const;
export type FavouriteOrder = (typeof favouriteOrders)[number];

export const favouriteForm = formDefinition({
  id: 'favourite',
  fields: [
    { kind: 'hidden', name: 'house_id', label: 'kept.saved', required: true, rules: [{ kind: 'reg', pattern: idDigits }], maxLength: 10 },
    { kind: 'hidden', name: 'act', label: 'shortlist.act', required: true, rules: [{ kind: 'reg', pattern: /^(?:note|remove|keep)$/ }], maxLength: 6 },
    { kind: 'hidden', name: 'sort', label: 'shortlist.sort', maxLength: 10 },
    { kind: 'hidden', name: 'page', label: 'shortlist.pages', rules: [{ kind: 'reg', pattern: /^\d{0,2}$/ }], maxLength: 2 },
    { kind: 'hidden', name: 'schoolunique', label: 'shortlist.measure', rules: [{ kind: 'reg', pattern: /^[a-z0-9-]*$/ }], maxLength: 100 },
    { kind: 'hidden', name: 'intake', label: 'shortlist.board_stay', rules: [{ kind: 'reg', pattern: /^(?:\d{6}a\d)?$/ }], maxLength: 8 },
    { kind: 'textarea', name: 'note', label: 'shortlist.note', hint: 'shortlist.note_hint', maxLength: noteLength, rows: 3 },
  ],
  submit: 'shortlist.note_save',
});
