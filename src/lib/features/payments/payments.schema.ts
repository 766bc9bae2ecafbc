/** What is asked to be paid, how it was paid, and what those whose things are paid for are told. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { PaymentRequestId, StaffId, UserId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import type { PaymentMethod } from '#lib/money/payment-methods.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { DisputeState, PayableKind, RequestState } from './payment-states.schema.ts';

export { paymentStates } from './payment-states.schema.ts';
export type { PayableKind, RequestState } from './payment-states.schema.ts';

/** Names one thing that is paid for, by the code people know it by. */
export type PayableRef = { readonly kind: PayableKind; readonly code: string };

/**
 * Whose money it is: a supplier's or a landlord's, which we only pass on, or the operator's own. Below nothing: what the operator pays
 * of a supplier's rent.
 */
export type Share = {
  readonly payee: 'supplier' | 'landlord' | 'operator';
  readonly supplierId: number | undefined;
  /** The rent that is a landlord's. */
  readonly rentId?: number | undefined;
  readonly what: 'rent' | 'deposit' | 'fee';
  readonly amount: Money;
};

export type NewPaymentRequest = PayableRef & {
  readonly userId: UserId;
  readonly amount: Money;
  /** Parts of the amount by whose they are; together the amount. */
  readonly shares: readonly Share[];
  /** When it must have been paid; undefined: no deadline. */
  readonly dueAt: Date | undefined;
};

export type PaymentRequest = PayableRef & {
  readonly id: PaymentRequestId;
  readonly userId: UserId;
  readonly amount: Money;
  /** What has arrived of it. */
  readonly paid: Money;
  readonly state: RequestState;
  readonly dueAt: Date | undefined;
};

/** Whose request it is, and, of a sponsor, by which link they come. */
export type Payer = { readonly userId: UserId; readonly link?: number };

/** What the page that asks for money, a receipt and a sponsor's link say of what is paid for. */
export type PayableFacts = {
  readonly title: string;
  readonly lines: readonly { readonly label: string; readonly amount: Money }[];
  /** Who lets or sells it. */
  readonly seller: string;
  /** The time zone of what is paid for, where it has one. */
  readonly zone: string | undefined;
  /** Where the seller is, by the slug of the country; absent where that is not known. */
  readonly country?: string | undefined;
  /** Where the reader goes on: a path of this site in the asked language. */
  readonly path: string;
};

/** `sign`: the payer signs. `guardian`: who signs with them has to. `path`: where the payer goes on. */
export type DoneFirst = { readonly what: 'sign' | 'guardian'; readonly path: string };

/** What a payer's bank disputes of what was paid. `name`: one is told of several times. */
export type Disputed = { readonly name: string; readonly state: DisputeState; readonly amount: Money };

/** What became of a transfer: its proof came, staff keep it waiting, looked in vain, or booked what had come. `reference`: its number. */
export type Looked = { readonly what: 'proof' | 'held' | 'unfound' | 'booked'; readonly reference: string };

/** What payments asks of a feature whose things are paid for. */
export type Payable = {
  readonly facts: (code: string, locale: Locale) => Promise<PayableFacts | undefined>;
  /** What has to be done before it can be paid, and where: a contract that must be signed. Undefined where nothing has, and for who it is not of. */
  readonly first?: (code: string, userId: UserId, locale: Locale) => Promise<DoneFirst | undefined>;
  /** Whether what is paid for was changed since it was agreed on, so that nothing is paid until somebody has seen to it. Absent where nothing is. */
  readonly stopped?: (code: string, now: Date) => Promise<boolean>;
  /** Names under which who pays is known here: as in their passport, and in a script of their own. Absent where none are told. */
  readonly payerNames?: (code: string) => Promise<readonly string[]>;
  /** A request has been paid in full. `too-late`: what was paid for is gone, and the money goes back. */
  readonly paid: (tx: DbTransaction, request: PaymentRequest, now: Date) => Promise<'accepted' | 'too-late'>;
  /** Money of a sponsor has come and counts. */
  readonly sponsored?: (tx: DbTransaction, came: { readonly code: string; readonly reference: string; readonly amount: Money }, now: Date) => Promise<void>;
  /**
   * A transfer for it begins to wait for staff, or staff have looked. `waits`: whether any for it waits now.
   * Returns until when it can be paid from now on; undefined where that stays as it is.
   */
  readonly looked?: (tx: DbTransaction, code: string, looked: Looked & { readonly waits: boolean }, now: Date) => Promise<Date | undefined>;
  /** Until when it is kept beyond its time for a transfer that waits; undefined where it is not. Absent where nothing ever is. */
  readonly keptUntil?: (code: string) => Promise<Date | undefined>;
  /**
   * Money has gone back, and no more of it is on its way. `gone`: each refund that was not told of yet; none where a bank had taken as much.
   * `left`: what is still kept of all that was paid.
   */
  readonly refunded: (tx: DbTransaction, ref: PayableRef, gone: readonly Money[], left: Money, now: Date) => Promise<void>;
  /** Whether what was paid has left for whose it is, so that nothing of it is here to go back. Absent where it never does. */
  readonly passedOn?: (code: string, tx?: DbTransaction) => Promise<boolean>;
  /** The payer's bank disputes what was paid, or has decided about it. Nothing is cancelled by that: staff decide. */
  readonly disputed?: (tx: DbTransaction, ref: PayableRef, dispute: Disputed, now: Date) => Promise<void>;
};

/** The operator's own fees in what was paid. `left`: of them still here. `back`: of them gone back by themselves, or on its way. */
export type PaidFee = { readonly left: Money; readonly back: Money; readonly takenAt: Date; readonly method: PaymentMethod };

/** What other features ask of payments, as part of their transactions. */
export type Collecting = {
  readonly ask: (tx: DbTransaction, request: NewPaymentRequest, now: Date) => Promise<PaymentRequestId>;
  /** Takes back what was asked and not paid. */
  readonly withdraw: (tx: DbTransaction, ref: PayableRef, now: Date) => Promise<void>;
  /** Sends so much back to where it came from; done when the provider says so, and told by `refunded`. Above a sum of the settings a second member of staff has to agree. */
  readonly refund: (
    tx: DbTransaction,
    ref: PayableRef,
    /** `from`: of what, where it is not of all that was paid, the latest request first. */
    refund: { readonly amount: Money; readonly reason: string; readonly by: StaffId | 'system'; readonly from?: 'deposit' },
    now: Date,
  ) => Promise<Outcome<undefined, 'more-than-paid'>>;
  /** What of the deposits that were paid has not gone back and is not on its way; undefined where none was paid. */
  readonly deposit: (ref: PayableRef, tx?: DbTransaction) => Promise<Money | undefined>;
  /** From here to the end of the transaction nobody else moves money of it: sums that are worked out stay true. */
  readonly inTurn: (tx: DbTransaction, ref: PayableRef) => Promise<void>;
  /** What was paid and has not gone back; undefined where nothing was ever paid. */
  readonly kept: (ref: PayableRef, tx?: DbTransaction) => Promise<Money | undefined>;
  /** What was paid of the operator's own fees, once what they were paid for was taken; undefined where none were. */
  readonly ownFee: (ref: PayableRef, tx?: DbTransaction) => Promise<PaidFee | undefined>;
  /** Sends back all of them that is still here, and nothing of anybody else's. Returns how much that is. */
  readonly giveFeeBack: (tx: DbTransaction, ref: PayableRef, reason: string, now: Date) => Promise<Outcome<Money, 'nothing'>>;
  /** Whether any transfer for what is still to be paid waits for staff: by its proof, or because another amount came. */
  readonly waits: (ref: PayableRef, tx?: DbTransaction) => Promise<boolean>;
  readonly requestsOf: (ref: PayableRef) => Promise<readonly PaymentRequest[]>;
  /** What is still to be paid of one request is due at another time. Returns whether anything of it was. */
  readonly putOff: (tx: DbTransaction, ref: PayableRef, id: PaymentRequestId, dueAt: Date) => Promise<boolean>;
  /** Whether anything is on its way back, and has not gone yet. */
  readonly returning: (ref: PayableRef, tx: DbTransaction) => Promise<boolean>;
  /** What payers' banks took back for good and was not asked for again; undefined where that is nothing. */
  readonly lost: (ref: PayableRef, tx?: DbTransaction) => Promise<Money | undefined>;
  /** Asks for that once more, by a request of its own, for those from whom it went. */
  readonly askAgain: (tx: DbTransaction, ref: PayableRef, dueAt: Date, now: Date) => Promise<Outcome<Money, 'nothing'>>;
};

/**
 * What can be chosen at the provider where no money moves. `check`: the bank wants to see who pays, which leads to a second page with
 * `checked`. `silent`: no answer ever comes. `late`: it comes some minutes after. `disputed`: it succeeds, and some minutes after the bank
 * takes the money back.
 */
export const sandboxChoices = ['succeeds', 'fails', 'check', 'checked', 'silent', 'late', 'disputed'] as const;
export type SandboxChoice = (typeof sandboxChoices)[number];
export const sandboxLateMinutes = 2;

/** What the provider where no money moves keeps of a payment; undefined while nothing was chosen. */
export type SandboxPayment = {
  readonly reference: string;
  readonly amount: Money;
  readonly outcome: 'succeeded' | 'failed' | undefined;
  readonly tellsAt: Date | undefined;
};
/** What its payer's bank does about one. */
export type SandboxDispute = Pick<SandboxPayment, 'reference' | 'amount'> & { readonly dispute: 'open' | 'won' | 'lost'; readonly disputesAt: Date };
export type SandboxLine = {
  readonly kind: 'payment' | 'refund' | 'dispute' | 'dispute-back';
  readonly reference: string;
  readonly amount: { readonly minor: bigint; readonly currency: string };
  readonly at: Date;
};
