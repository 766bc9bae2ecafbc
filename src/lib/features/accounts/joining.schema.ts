/** Two accounts of one person become one. Every feature that keeps something of people says what becomes of it. */
import type { UserId } from '#lib/ids/ids.ts';

/** `from`: the account that ends; `into`: the one that stays. */
export type Joining = { readonly from: UserId; readonly into: UserId };

/** `Tx`: the transaction in which it happens. */
export type JoinerOf<Tx> = {
  /** Whether what is kept here of both can be one person's; it can, where nothing is said. */
  readonly mayJoin?: (tx: Tx, joining: Joining) => Promise<boolean>;
  /** Whether what is kept here binds a person: an order, or money on its way. */
  readonly binds?: (tx: Tx, userId: UserId) => Promise<boolean>;
  /** Moves what is kept here, without loss and without doubles. What is left goes with the account. */
  join(tx: Tx, joining: Joining): Promise<void>;
};
