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
};

/** `address`: where the payer goes on; undefined for instructions on a page of ours. */
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

/** One thing a provider tells by itself, with its own name for it, so that telling it again does nothing. */
export type ProviderEvent = { readonly id: string; readonly kind: string } & (
  | { readonly about: 'payment'; readonly told: Told }
  /** Taken back by the payer's bank against us. */
  | {
      readonly about: 'chargeback' /** Its name there; one is told of several times. */;
      readonly dispute: string;
      readonly chargeRef: string;
      readonly amount: { readonly minor: bigint; readonly currency: string };
    }
  | { readonly about: 'nothing' }
);

export type Refund = { readonly reference: string; readonly payment: { readonly reference: string; readonly providerRef: string }; readonly amount: Money };
export type RefundAnswer = { readonly ok: true; readonly providerRef: string } | { readonly ok: false; readonly why: 'refused' | 'unreachable' | 'by-hand' };

/** A line of what a provider itself says that it has moved. */
export type ProviderLine = {
  readonly kind: 'payment' | 'refund';
  readonly providerRef: string;
  readonly reference: string;
  readonly amount: { readonly minor: bigint; readonly currency: string };
};

export type PaymentProvider = {
  readonly name: ProviderName;
  /** What somebody who pays in this currency can use here. */
  methods(currency: CurrencyCode): readonly PaymentMethod[];
  /** May be asked again for the same reference: the answer is the same payment. Never throws. */
  create(payment: NewPayment): Promise<CreatedPayment>;
  /** What became of it; undefined when nobody can tell now. Never throws. */
  query(payment: { readonly reference: string; readonly providerRef: string }): Promise<Told | undefined>;
  /** May be asked again for the same reference: it is sent back once. Never throws. */
  refund(refund: Refund): Promise<RefundAnswer>;
  /** What a message says that came to the provider's endpoint; undefined where it was not signed by them, or too long ago. */
  verifyWebhook(headers: Headers, body: Buffer, now: Date): ProviderEvent | undefined;
  /** What it has moved between two times; undefined when it cannot be had. Never throws. */
  list(from: Date, to: Date): Promise<readonly ProviderLine[] | undefined>;
  /** Origins to which payers are led, for the policy of the pages that lead there. */
  readonly leadsTo: readonly string[];
  /** Whether real money moves. */
  readonly isLive: boolean;
};
