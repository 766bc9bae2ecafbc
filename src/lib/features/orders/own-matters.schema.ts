/** What an order asks of whose it is. Browser-safe. */
import type { Money } from '#lib/money/money.ts';
import type { Order } from './orders.schema.ts';

/**
 * `apply`: it is begun and not sent. `guardian`: who signs with them is to be named. `rent`: a part of the price after the one that books.
 * `check-in`: say that they have moved in. `evidence`: write down what the home is like. `deposit`: answer what is proposed of it.
 * `proof`: bring the proof of why it was cancelled. `move-in`: nothing is to be done until then.
 */
export const orderMatterKinds = ['apply', 'guardian', 'sign', 'pay', 'rent', 'check-in', 'evidence', 'deposit', 'proof', 'move-in'] as const;
export type OrderMatterKind = (typeof orderMatterKinds)[number];

export type OrderMatter = {
  readonly kind: OrderMatterKind;
  readonly order: Order;
  /** Until when; undefined where nothing ends it. */
  readonly by: Date | undefined;
  /** What is to be paid, where something is. */
  readonly amount?: Money;
};

/** One part of what an order costs: paid, or to be paid on a day of the home or to book. */
export type PricePart = { readonly on: string; readonly amount: Money; readonly isPaid: boolean };

/** How far an order is. Days are of the home. */
export type OrderCourse = {
  readonly paid: Money;
  readonly whole: Money;
  readonly parts: readonly PricePart[];
};
