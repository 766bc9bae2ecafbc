/** Homes of two suppliers that seem to be one. */
import type { HouseId } from '#lib/ids/ids.ts';

/** What two homes that stand within 200 m have in common. */
export type Alike = 'name' | 'address' | 'both';

/** A home of a supplier that another one seems to offer too. */
export type Twin = {
  readonly id: HouseId;
  readonly ref: string;
  readonly address: string;
  readonly alike: Alike;
  readonly other: { readonly id: HouseId; readonly name: string; readonly supplier: string };
};

/** Twins that the page of a home tells of. */
export const mostTwinsShown = 3;

/** Of a name or address that a supplier gives to more homes than this, its homes are rooms of a building, and which is which nobody can tell. */
export const mostOfOneName = 3;
