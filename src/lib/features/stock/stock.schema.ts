/**
 * What can still be let, and what keeps a bed. A unit has numbered beds; a claim keeps one of them for a period, and the database
 * refuses two claims of one bed whose periods overlap.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { HoldId, OrderId, TenancyId, UserId } from '#lib/ids/ids.ts';
import type { Outcome } from '#lib/outcome.ts';

/** Minutes for which a bed is kept at checkout; somebody may ask for as much again, once. */
export const holdMinutes = 10;
/** Holds that one account may have at a time. */
export const mostHolds = 2;
/** Hours for which a bed is kept for the next in line. */
export const waitingOfferHours = 24;

/** `[from, to)` in days of the home; `to` undefined: without an end. */
export type Period = { readonly from: string; readonly to: string | undefined };

export type Hold = {
  readonly id: HoldId;
  readonly tenancyId: TenancyId;
  readonly userId: UserId;
  readonly until: Date;
  /** Whether it was lengthened already. */
  readonly extended: boolean;
};

/** Why there is no bed: none is free, or the lease is not let any more. */
export type NoBed = 'sold-out' | 'gone';

/** What orders ask of the stock; every part of a transaction that changes an order. */
export type BedKeeping = {
  /**
   * Keeps a bed for an order, that of the hold where the reader has one for this lease.
   * @param until when it is let go unless the order goes on; undefined: not by the clock.
   */
  readonly claim: (
    tx: DbTransaction,
    wanted: {
      readonly orderId: OrderId;
      readonly tenancyId: TenancyId;
      readonly period: Period;
      readonly userId: UserId;
      readonly until: Date | undefined;
    },
    now: Date,
  ) => Promise<Outcome<undefined, NoBed>>;
  /** Changes until when an order's bed is kept. */
  readonly keepUntil: (tx: DbTransaction, orderId: OrderId, until: Date | undefined) => Promise<void>;
  /** Lets an order's bed go; nothing happens where it has none. */
  readonly free: (tx: DbTransaction, orderId: OrderId, now: Date) => Promise<void>;
};
