/**
 * Somebody who takes money for us. Every provider is asked the same four things; what it tells by itself (a webhook) counts only
 * when its signature is right, and is then the same as what it answers when it is asked.
 */
import type { Locale } from '#lib/i18n/locales.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import type { PaymentMethod, ProviderName } from '#lib/money/payment-methods.ts';

export type NewPayment = {
  /** Ours, unique; sent to the provider with every question, and what it calls the payment by. */
  readonly reference: string;
  readonly method: PaymentMethod;
  readonly amount: Money;
  /** What the payer reads there. */
  readonly title: string;
  /** Whole addresses of ours to which the payer comes back; that somebody came back says nothing. */
  readonly backTo: { readonly done: string; readonly given: string };
  readonly locale: Locale;
  readonly expiresAt: Date;
  readonly payer: PaymentPayer;
};

/** What is known of whoever pays, for providers that have several ways. `address`: of the network. */
export type PaymentPayer = { readonly device: 'desktop' | 'phone' | 'wechat'; readonly address: string };

/** `address`: where the payer goes on, `weixin:` for a code that a phone scans; undefined for instructions on a page of ours. */
export type CreatedPayment =
  | { readonly ok: true; readonly providerRef: string; readonly address: string | undefined }
  | { readonly ok: false; readonly why: 'refused' | 'unreachable' };

/** What became of a payment, as its provider has it. */
export type ToldState = 'pending' | 'succeeded' | 'failed' | 'expired';

export type Told = {
  /** Our reference, as the provider repeats it. */
  readonly reference: string;
  readonly providerRef: string;
  /** What the provider calls the money itself, once it has moved: a chargeback names this. */
  readonly chargeRef: string | undefined;
  readonly state: ToldState;
  /** What has really been paid; of states but `succeeded` nobody looks at it. */
  readonly amount: { readonly minor: bigint; readonly currency: string };
};

/** An amount as somebody else says it: whether we know the currency is for us to look. */
export type ToldAmount = { readonly minor: bigint; readonly currency: string };

/** What a payer's bank disputes. Told of several times, in any order; each time says how far it was then. */
export type ToldDispute = {
  /** Its name at the provider. */
  readonly dispute: string;
  readonly chargeRef: string;
  readonly amount: ToldAmount;
  /** `closed`: the bank only asked. */
  readonly state: 'open' | 'won' | 'lost' | 'closed';
  /** Whether the money was taken from what the provider holds for us, and whether it came back. */
  readonly isTaken: boolean;
  readonly isReturned: boolean;
  readonly reason: string;
  /** Until when the provider takes our answer. */
  readonly respondBy: Date | undefined;
  readonly openedAt: Date;
};

/** Something that a provider sent back of a payment, whoever asked for it: we, or somebody on pages of theirs. */
export type ToldRefund = {
  /** Its name at the provider. */
  readonly refund: string;
  /** Ours; empty where it was made there. */
  readonly reference: string;
  readonly chargeRef: string;
  readonly amount: ToldAmount;
  /** `failed`: it did not get there, or was called off, and the money is with the provider again. */
  readonly state: 'sent' | 'failed';
};

/** A card scheme says that a payment was reported as fraud: a dispute mostly follows. */
export type ToldWarning = { readonly warning: string; readonly chargeRef: string; readonly reason: string };

/** One thing a provider tells by itself, with its own name for it, so that telling it again does nothing. */
export type ProviderEvent = { readonly id: string; readonly kind: string } & (
  | { readonly about: 'payment'; readonly told: Told }
  | { readonly about: 'dispute'; readonly told: ToldDispute }
  | { readonly about: 'refund'; readonly told: ToldRefund }
  /** Something went back of a payment, and the message does not say what: the provider is asked. */
  | { readonly about: 'refunds'; readonly chargeRef: string }
  | { readonly about: 'warning'; readonly told: ToldWarning }
  | { readonly about: 'nothing' }
);

export type Refund = { readonly reference: string; readonly payment: { readonly reference: string; readonly providerRef: string }; readonly amount: Money };
/**
 * Why a provider did not send something back. `unreachable`: nobody can tell now, or it is still under way; it is asked for again.
 * `already`: there is not so much left of the payment, as it went back another way. `no-balance`: what the provider holds for us does not
 * reach; it is asked for again. `invalid`: what was asked is wrong by itself. `closed`: by this way nothing comes to the payer, now or later.
 */
export const refundRefusals = ['unreachable', 'already', 'no-balance', 'invalid', 'closed'] as const;
export type RefundRefusal = (typeof refundRefusals)[number];
export type RefundAnswer = { readonly ok: true; readonly providerRef: string } | { readonly ok: false; readonly why: RefundRefusal };

/** What a line of a provider is about. `refund-back`: what did not get there. `dispute-back`: what a bank gave back. */
export type ProviderLineKind = 'payment' | 'refund' | 'refund-back' | 'dispute' | 'dispute-back';

/** A line of what a provider itself says that it has moved. */
export type ProviderLine = {
  readonly kind: ProviderLineKind;
  /** What it calls the payment, the refund or the dispute. */
  readonly providerRef: string;
  /** Ours, as far as it repeats it. */
  readonly reference: string;
  /** Never below nothing: the kind says which way it went. */
  readonly amount: ToldAmount;
  /** What it kept for itself. */
  readonly fee: ToldAmount | undefined;
  /** What of it came to or went from what the provider holds for us, where that is another currency. Never below nothing. */
  readonly settled?: ToldAmount;
  readonly at: Date;
  /** It was begun and has not got there: our books may not have it yet. */
  readonly isUnderWay?: boolean;
};

/** What moved between a provider, our bank and itself. `payout`: to our bank; `top-up`: from there; `fee`: its own; `other`: for a person to find out. */
export const providerMoveKinds = ['payout', 'top-up', 'fee', 'other'] as const;
export type ProviderMove = {
  /** Its name at the provider. */
  readonly id: string;
  readonly kind: (typeof providerMoveKinds)[number];
  /** As it changed what the provider holds for us: below nothing where it went. Of a payout that came back it is above. */
  readonly amount: ToldAmount;
  readonly at: Date;
};

/**
 * `moves`: what is not payers' money; absent where a provider does not say. `isWhole`: whether this is all, and not only what a bounded number of pages holds. `until`: of what was moved later nothing is said yet;
 * undefined where all that was asked for is said.
 */
export type ProviderList = {
  readonly lines: readonly ProviderLine[];
  readonly moves?: readonly ProviderMove[];
  readonly isWhole: boolean;
  readonly until?: Date;
};

export type PaymentProvider = {
  readonly name: ProviderName;
  /** What somebody who pays in this currency can use here: for just this many of its smallest units, or for whatever amount where none is given. */
  methods(currency: CurrencyCode, minor?: bigint): readonly PaymentMethod[];
  /** May be asked again for the same reference: the answer is the same payment. Never throws. */
  create(payment: NewPayment): Promise<CreatedPayment>;
  /** Whether what was begun at that address can be gone on with there; always where nothing is said. */
  goesOn?(begun: { readonly address: string | undefined; readonly createdAt: Date }, payer: PaymentPayer, now: Date): boolean;
  /** What the provider's own sheet over a page is opened with, for who came back with a code of theirs; undefined where none can be. Never throws. */
  sheet?(payment: Pick<NewPayment, 'reference' | 'amount' | 'title' | 'expiresAt'>, code: string): Promise<Readonly<Record<string, string>> | undefined>;
  /** What became of it; undefined when nobody can tell now. Never throws. */
  query(payment: { readonly reference: string; readonly providerRef: string }): Promise<Told | undefined>;
  /** May be asked again for the same reference: it is sent back once. Never throws. */
  refund(refund: Refund): Promise<RefundAnswer>;
  /** What went back of a payment, whoever asked for it; undefined when it cannot be had. Absent where nothing goes back but by us. Never throws. */
  refundsOf?(chargeRef: string): Promise<readonly ToldRefund[] | undefined>;
  /** The same of what began between two times, of whatever payment. */
  refundsSince?(from: Date, to: Date): Promise<readonly ToldRefund[] | undefined>;
  /** Closes what was begun and is not paid; true also where it is closed there already. False where it could not be, as when it was paid meanwhile. Absent where nothing can be. Never throws. */
  close?(payment: { readonly reference: string; readonly providerRef: string }): Promise<boolean>;
  /** What a message says that came to the provider's endpoint; undefined where it was not signed by them, or too long ago. */
  verifyWebhook(headers: Headers, body: Buffer, now: Date): ProviderEvent | undefined;
  /** What it has moved between two times; undefined when it cannot be had now. Absent where it has no list that can be read. Never throws. */
  list?(from: Date, to: Date): Promise<ProviderList | undefined>;
  /** Disputes that began between two times, as they stand now; undefined when they cannot be had. Never throws. */
  disputes(from: Date, to: Date): Promise<readonly ToldDispute[] | undefined>;
  /** Origins to which payers are led, for the policy of the pages that lead there. */
  readonly leadsTo: readonly string[];
  /** Whether real money moves. */
  readonly isLive: boolean;
};
