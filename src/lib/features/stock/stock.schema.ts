/**
 * What can still be let, and what keeps a bed. A unit has numbered beds; a claim keeps one of them for a period, and the database
 * refuses two claims of one bed whose periods overlap.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { MoreLanguages } from '#lib/features/catalogue/local-texts.rules.ts';
import type { CityId, GroupId, HoldId, HouseId, OrderId, StockCaseId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import type { Outcome } from '#lib/outcome.ts';

/** Minutes for which a bed is kept at checkout; somebody may ask for as much again, once. */
export const holdMinutes = 10;
/** Holds that one account may have at a time. */
export const mostHolds = 2;
/** Hours for which a bed is kept for the next in line. */
export const waitingOfferHours = 24;
/** Hours after a viewing until which a bed stays kept for whoever saw it: time to decide. */
export const decideHours = 24;

/** `[from, to)` in days of the home; `to` undefined: without an end. */
export type Period = { readonly from: string; readonly to: string | undefined };

export type Hold = {
  readonly id: HoldId;
  readonly tenancyId: TenancyId;
  readonly userId: UserId;
  readonly until: Date;
  /** Whether it was lengthened already. */
  readonly extended: boolean;
  /** `waiting`: offered to the next in line, for a day. `viewing`: until somebody has seen the home, and a day more. */
  readonly kind: 'checkout' | 'waiting' | 'viewing';
  /** The viewing it waits for, where it is of that kind. */
  readonly viewingId: number | undefined;
};

/** A viewing that is booked and has not begun, as far as beds are kept for it. */
export type BookedViewing = { readonly id: number; readonly startsAt: Date; readonly minutes: number };

/** Why no bed is kept until a viewing: see the messages `stock.no_…`. */
export type NoViewingHold = NoBed | 'no-viewing' | 'too-far' | 'seen-before' | 'others-wait' | 'one-kept';

/** What viewings ask of the stock; every part of a transaction that changes a viewing. */
export type ViewingBeds = {
  /** The viewing has another time: what is kept for it goes along, within the days for which one viewing keeps a bed. */
  readonly follow: (tx: DbTransaction, viewing: BookedViewing, now: Date) => Promise<void>;
  /** There will be no viewing: what is kept for it is let go. */
  readonly letGo: (tx: DbTransaction, viewingId: number, now: Date) => Promise<void>;
};

/** Announced with every change that the shown stock has to follow. */
export const stockTag = 'stock';

/** Leases for which one account may wait at a time. */
export const mostWaiting = 10;

/** Where somebody stands in line for a lease. */
export type WaitingPlace = {
  readonly tenancyId: TenancyId;
  readonly joinedAt: Date;
  /** 1: next. */
  readonly position: number;
  /** Set while a bed is kept for them. */
  readonly offeredUntil: Date | undefined;
};

/** A lease with what it is called. */
export type NamedLease = {
  readonly tenancyId: TenancyId;
  readonly houseId: HouseId;
  readonly unitId: UnitId;
  readonly cityId: CityId;
  readonly houseType: 'apartment' | 'house' | 'homestay';
  readonly house: { readonly name: string; readonly nameZh: string | null; readonly names: MoreLanguages };
  readonly unit: string;
  readonly period: Period;
  /** How many are shown to be left. */
  readonly left: number;
  readonly isOpen: boolean;
  readonly timeZone: string;
};

/** A lease of which a provider says that fewer are left than we sold; nothing is cancelled, staff see to it. */
export type StockCase = {
  readonly id: StockCaseId;
  readonly houseId: HouseId;
  readonly house: string;
  readonly unit: string;
  readonly period: Period;
  readonly feed: number;
  readonly sold: number;
  readonly openedAt: Date;
  /** Codes of orders that have a bed of this lease. */
  readonly orders: readonly string[];
};

/** What holds of checkout ask and are told. */
export type Holding = {
  /** Keeps a bed for ten minutes; the one that is kept already where there is one. Without a period: for the whole lease. */
  readonly take: (
    wanted: { readonly userId: UserId; readonly tenancyId: TenancyId; readonly period?: Period | undefined },
    now: Date,
  ) => Promise<Outcome<Hold, NoBed | 'too-many'>>;
  /** As long again, once. `over`: it has ended, or never was this person's. */
  readonly extend: (userId: UserId, holdId: HoldId, now: Date) => Promise<Outcome<Hold, 'over' | 'extended'>>;
  /** Returns whether there was one to end. */
  readonly release: (userId: UserId, holdId: HoldId, now: Date) => Promise<boolean>;
  /**
   * Keeps a bed until a day after the viewing that somebody has booked of its home: one for an account, and of a home for one viewing alone. What
   * is kept at checkout becomes that.
   */
  readonly keepUntilViewing: (userId: UserId, tenancyId: TenancyId, now: Date) => Promise<Outcome<Hold, NoViewingHold>>;
  /** The hold that somebody has on a lease now, of whatever kind. */
  readonly holdOf: (userId: UserId, tenancyId: TenancyId, now: Date) => Promise<Hold | undefined>;
};

/** Why there is no bed: none is free, or the lease is not let any more. */
export type NoBed = 'sold-out' | 'gone';

/** What becomes of a bed that is kept for somebody who turns to another lease; `none`: nothing is kept. */
export type HoldMove = 'none' | 'moved' | 'let-go';

/** What orders ask of the stock; every part of a transaction that changes an order. */
export type BedKeeping = {
  /**
   * Keeps a bed for an order, that of the hold where the reader has one for this lease. An order that has a bed keeps it, if need be
   * until another time: to be asked again when money arrives, because a bed whose time is over may be somebody else's by then.
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
      /** The group whose beds the order may take. */
      readonly groupId?: GroupId | undefined;
    },
    now: Date,
  ) => Promise<Outcome<undefined, NoBed>>;
  /** Changes until when an order's bed is kept. Returns false where it was let go: what must have a bed asks `claim` then. */
  readonly keepUntil: (tx: DbTransaction, orderId: OrderId, until: Date | undefined) => Promise<boolean>;
  /**
   * Somebody applies for another lease: the bed that they keep at checkout becomes one of that lease, for the time that is left. One that was
   * offered from the line goes to the next in it, and so does one of the former lease where one of the other is kept already.
   * Where it is refused something was let go all the same: the transaction has to be undone.
   */
  readonly moveHold: (
    tx: DbTransaction,
    wanted: { readonly userId: UserId; readonly from: TenancyId; readonly to: TenancyId; readonly period: Period },
    now: Date,
  ) => Promise<Outcome<HoldMove, NoBed>>;
  /** Lets an order's bed go; nothing happens where it has none. */
  readonly free: (tx: DbTransaction, orderId: OrderId, now: Date) => Promise<void>;
};

/** What groups ask of the stock; every part of a transaction that changes a group. */
export type GroupBeds = {
  /** Keeps so many beds. Where that is refused some may be kept all the same (`too-few`): the transaction has to be undone. */
  readonly keepAll: (
    tx: DbTransaction,
    wanted: { readonly groupId: GroupId; readonly tenancyId: TenancyId; readonly period: Period; readonly userId: UserId; readonly until: Date },
    count: number,
    now: Date,
  ) => Promise<Outcome<undefined, NoBed | 'too-few'>>;
  /** Gives the bed of an order back to its group. Returns whether it had one still. */
  readonly handBack: (tx: DbTransaction, orderId: OrderId, groupId: GroupId, until: Date, now: Date) => Promise<boolean>;
  /** Lets one bed of a lease go that no order of the group has taken, nor is taking just now. Returns whether there was one. */
  readonly freeOne: (tx: DbTransaction, groupId: GroupId, tenancyId: TenancyId, now: Date) => Promise<boolean>;
  /** Lets go what no order of the group has taken. */
  readonly freeAll: (tx: DbTransaction, groupId: GroupId, now: Date) => Promise<void>;
};
