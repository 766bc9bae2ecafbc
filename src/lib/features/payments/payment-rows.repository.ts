/** Rows of requests, payments and refunds as the rest knows them. */
import { asId } from '#lib/ids/ids.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { PaymentId, PaymentRequestId, StaffId, UserId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import { methodNamed, providerNames } from '#lib/money/payment-methods.ts';
import type { PaymentMethod, ProviderName } from '#lib/money/payment-methods.ts';
import type { HeldFor, PaymentState, RefundBasis, RefundState, RequestState, StoredRefusal } from './payment-states.schema.ts';
import type { PaymentRequest, Share } from './payments.schema.ts';

export type StoredRequest = PaymentRequest & { readonly shares: readonly Share[]; readonly takenAt: Date | undefined };

export type StoredPayment = {
  readonly id: PaymentId;
  readonly requestId: PaymentRequestId;
  readonly reference: string;
  readonly provider: ProviderName;
  readonly method: PaymentMethod;
  readonly state: PaymentState;
  readonly amount: Money;
  readonly received: Money;
  readonly back: Money;
  readonly providerRef: string | undefined;
  readonly chargeRef: string | undefined;
  readonly address: string | undefined;
  readonly locale: Locale;
  /** The link of a sponsor who began it; undefined for who has the account. */
  readonly link: number | undefined;
  /** How that sponsor named themselves, encrypted; undefined where they did not. */
  readonly payer: string | undefined;
  readonly failure: string | undefined;
  /** Names a file. */
  readonly voucher: string | undefined;
  /** Since when it waits for staff. */
  readonly voucherAt: Date | undefined;
  readonly held: { readonly why: HeldFor; readonly minor: bigint | undefined; readonly currency: string | undefined; readonly at: Date } | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly settledAt: Date | undefined;
};

export type StoredRefund = {
  readonly id: number;
  readonly reference: string;
  readonly paymentId: PaymentId;
  readonly amount: Money;
  readonly reason: string;
  readonly askedBy: StaffId | undefined;
  readonly agreedBy: StaffId | undefined;
  readonly state: RefundState;
  readonly basis: RefundBasis;
  readonly providerRef: string | undefined;
  readonly createdAt: Date;
  readonly doneAt: Date | undefined;
  /** Why staff did not send it after all. */
  readonly droppedBecause: string | undefined;
  /** Who of the staff says that it went from our bank, and when. */
  readonly sent: { readonly by: StaffId; readonly at: Date } | undefined;
  /** Why its provider did not send it; undefined where it did, or is to be asked. */
  readonly refusal: StoredRefusal | undefined;
};

/** A payment with what it is for. */
export type PaymentOf = { readonly payment: StoredPayment; readonly request: StoredRequest };

export function moneyOf(minor: bigint | number, currency: string): Money {
  if (!isCurrency(currency)) throw new TypeError(`the books know no currency ${currency}`);
  return { minor: BigInt(minor), currency };
}

type RequestRow = {
  id: number;
  kind: PaymentRequest['kind'];
  code: string;
  user_id: number;
  minor: bigint;
  currency: string;
  paid_minor: bigint;
  state: RequestState;
  shares: readonly {
    readonly payee: Share['payee'];
    readonly supplierId: number | null;
    /** Of those of landlords alone. */
    readonly rentId?: number;
    readonly what: Share['what'];
    readonly minor: string;
  }[];
  due_at: Date | null;
  taken_at: Date | null;
};

export const requestOf = (row: RequestRow): StoredRequest => ({
  id: asId<PaymentRequestId>(row.id),
  kind: row.kind,
  code: row.code,
  userId: asId<UserId>(row.user_id),
  amount: moneyOf(row.minor, row.currency),
  paid: moneyOf(row.paid_minor, row.currency),
  state: row.state,
  dueAt: row.due_at ?? undefined,
  takenAt: row.taken_at ?? undefined,
  shares: row.shares.map(({ payee, supplierId, rentId, what, minor }) => ({
    payee,
    supplierId: supplierId ?? undefined,
    rentId,
    what,
    amount: moneyOf(BigInt(minor), row.currency),
  })),
});

type PaymentRow = {
  id: number;
  request_id: number;
  reference: string;
  provider: string;
  method: string;
  state: PaymentState;
  minor: bigint;
  currency: string;
  received_minor: bigint;
  back_minor: bigint;
  provider_ref: string | null;
  charge_ref: string | null;
  address: string | null;
  locale: string;
  sponsor_link: number | null;
  payer_name: string | null;
  failure: string | null;
  voucher: string | null;
  voucher_at: Date | null;
  held: HeldFor | null;
  held_minor: bigint | null;
  held_currency: string | null;
  held_at: Date | null;
  created_at: Date;
  expires_at: Date;
  settled_at: Date | null;
};

export const paymentOf = (row: PaymentRow): StoredPayment => ({
  id: asId<PaymentId>(row.id),
  requestId: asId<PaymentRequestId>(row.request_id),
  reference: row.reference,
  provider: providerNames.find((one) => one === row.provider) ?? 'offline',
  method: methodNamed(row.method) ?? 'bank-transfer',
  state: row.state,
  amount: moneyOf(row.minor, row.currency),
  received: moneyOf(row.received_minor, row.currency),
  back: moneyOf(row.back_minor, row.currency),
  providerRef: row.provider_ref ?? undefined,
  chargeRef: row.charge_ref ?? undefined,
  address: row.address ?? undefined,
  locale: locales.find((one) => one === row.locale) ?? 'en-us',
  link: row.sponsor_link ?? undefined,
  payer: row.payer_name ?? undefined,
  failure: row.failure ?? undefined,
  voucher: row.voucher ?? undefined,
  voucherAt: row.voucher_at ?? undefined,
  held:
    row.held === null || row.held_at === null
      ? undefined
      : { why: row.held, minor: row.held_minor ?? undefined, currency: row.held_currency ?? undefined, at: row.held_at },
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  settledAt: row.settled_at ?? undefined,
});

type RefundRow = {
  id: number;
  reference: string;
  payment_id: number;
  minor: bigint;
  currency: string;
  reason: string;
  asked_by: number | null;
  agreed_by: number | null;
  state: RefundState;
  basis: RefundBasis;
  provider_ref: string | null;
  created_at: Date;
  done_at: Date | null;
  dropped_because: string | null;
  sent_by: number | null;
  sent_at: Date | null;
  refusal: StoredRefusal | null;
};

export const refundOf = (row: RefundRow): StoredRefund => ({
  id: row.id,
  reference: row.reference,
  paymentId: asId<PaymentId>(row.payment_id),
  amount: moneyOf(row.minor, row.currency),
  reason: row.reason,
  askedBy: row.asked_by === null ? undefined : asId<StaffId>(row.asked_by),
  agreedBy: row.agreed_by === null ? undefined : asId<StaffId>(row.agreed_by),
  state: row.state,
  basis: row.basis,
  providerRef: row.provider_ref ?? undefined,
  createdAt: row.created_at,
  doneAt: row.done_at ?? undefined,
  droppedBecause: row.dropped_because ?? undefined,
  sent: row.sent_by === null || row.sent_at === null ? undefined : { by: asId<StaffId>(row.sent_by), at: row.sent_at },
  refusal: row.refusal ?? undefined,
});

/** Rows that one page or one round of a job takes. */
export const batch = 200;
