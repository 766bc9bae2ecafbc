/** The first page of the desk: everything that waits for staff, as one kind of row. Browser-safe. */
import type { HouseId } from '#lib/ids/ids.ts';

/**
 * What can wait. `order`: a request to decide about. `confirm`: a booking that was paid. `viewing`: one that is over, of which nobody has said what
 * came of it. `reply`: what a provider says to a review. `claim`: a contact that two accounts have proved. `held`: money that is not what was asked.
 * `transfer`: a proof of one that nobody has found yet. `bank`: a movement of our bank that nothing explains.
 */
export const waitingKinds = [
  'question',
  'resume',
  'feedback',
  'answer',
  'order',
  'confirm',
  'viewing',
  'stock',
  'held',
  'transfer',
  'refund',
  'dispute',
  'deposit',
  'arrears',
  'rent',
  'bank',
  'review',
  'reply',
  'report',
  'feed',
  'claim',
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** What the list can be narrowed to. */
export const waitingGroups = ['orders', 'messages', 'money', 'homes', 'people'] as const;
export type WaitingGroup = (typeof waitingGroups)[number];

export const groupOf: Readonly<Record<WaitingKind, WaitingGroup>> = {
  question: 'messages',
  resume: 'messages',
  feedback: 'messages',
  answer: 'messages',
  order: 'orders',
  confirm: 'orders',
  viewing: 'orders',
  stock: 'orders',
  held: 'money',
  transfer: 'money',
  refund: 'money',
  dispute: 'money',
  deposit: 'money',
  arrears: 'money',
  rent: 'money',
  bank: 'money',
  review: 'homes',
  reply: 'homes',
  report: 'homes',
  feed: 'homes',
  claim: 'people',
};

/** Working days in which something was promised where it has no date of its own: pages say so to those who wait. */
export const promisedDays = { held: 1, review: 2, rent: 2 } as const satisfies Partial<Record<WaitingKind, number>>;

/** One thing that waits. `due`: until when it was promised; undefined where nothing was. `what`: a word that says which of its kind it is. */
export type Waiting = {
  readonly kind: WaitingKind;
  /** What its page is named by. */
  readonly key: string;
  readonly since: Date;
  readonly due: Date | undefined;
  readonly houseId: HouseId | undefined;
  /** Names of the home in the languages of its provider, or of the provider. */
  readonly named: { readonly name: string; readonly nameZh: string | null; readonly names: object } | undefined;
  readonly what: string;
  readonly text: string;
  readonly language: string;
  readonly minor: bigint | undefined;
  readonly currency: string | undefined;
};

/** How many there are of a kind, of them late; counted up to `mostCounted`. */
export type WaitingCount = { readonly kind: WaitingKind; readonly all: number; readonly late: number };

/** Rows of a kind that are counted; beyond it a page says "99+". */
export const mostCounted = 100;
/** Rows that the list shows at once. */
export const shownRows = 8;

/** Somebody moves in. `owes`: a part of the price is over its day and not here. */
export type MovingIn = {
  readonly code: string;
  readonly houseId: HouseId;
  readonly named: { readonly name: string; readonly nameZh?: string | undefined; readonly names?: object | undefined };
  readonly unit: string;
  readonly zone: string;
  readonly on: string;
  readonly isHere: boolean;
  readonly owes: boolean;
};

/** What came in, by currency. */
export type CameIn = { readonly currency: string; readonly minor: bigint; readonly count: number };
