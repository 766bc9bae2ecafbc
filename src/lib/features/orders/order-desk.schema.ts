/** The desk's lists of orders and by what they are looked through. Browser-safe. */
import type { OrderId, StaffId, SupplierId, CityId } from '#lib/ids/ids.ts';
import type { OrderState } from './order.process.rules.ts';

/** `todo`: waits for us or for a provider whom we ask. `waiting`: waits for its applicant. */
export const deskLists = ['todo', 'waiting', 'confirmed', 'ended'] as const;
export type DeskList = (typeof deskLists)[number];

/** The database files orders by the same table (`orders.desk_list`). Drafts are on no list: nobody has sent them. */
export const statesOnList = {
  todo: ['submitted', 'reviewing', 'paid', 'refunding'],
  waiting: ['offered', 'signing', 'to_pay'],
  confirmed: ['confirmed', 'checked_in'],
  ended: ['completed', 'cancelled', 'refunded', 'expired'],
} as const satisfies Record<DeskList, readonly OrderState[]>;

/** Orders with something that waits for a proof, and those whose provider has not signed: lists of their own, whatever the state. */
export const deskSpecials = ['claims', 'unsigned'] as const;
export type DeskSpecial = (typeof deskSpecials)[number];

export const deskWhose = ['anyone', 'mine', 'nobody'] as const;
export type DeskWhose = (typeof deskWhose)[number];

/** Days for which an order has waited at least. */
export const deskAges = [1, 2, 3, 7, 14] as const;

/** Up to so many orders a list is counted; what is more is said to be more. */
export const mostCounted = 1_000;

/** What is asked of a list. Sums are in whole units of the order's own currency. */
export type DeskFilter = {
  readonly list: DeskList;
  readonly states: readonly OrderState[] | undefined;
  readonly staff: StaffId | 'none' | undefined;
  readonly cityId: CityId | undefined;
  readonly supplierId: SupplierId | undefined;
  readonly movedBefore: Date | undefined;
  readonly least: number | undefined;
  readonly most: number | undefined;
  /** Those that a text was found in; undefined where none was looked for. */
  readonly ids: readonly number[] | undefined;
};

/** Where a page of a list ended: when that order came to its state. */
export type DeskCursor = { readonly at: Date; readonly id: OrderId };

/** How a provider answered what was sent to them lately. Hours: of the middle one of those that were answered. */
export type ProviderPace = { readonly asked: number; readonly inTime: number; readonly hours: number | undefined };
