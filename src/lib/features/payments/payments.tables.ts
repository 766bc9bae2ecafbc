/** Rows of what is asked to be paid, of attempts to pay it, and of what goes back. */
import type { Day, Generated, Instant, Json, Later } from '#lib/db/columns.ts';
import type { InvoiceKind } from './invoices.rules.ts';
import type { DisputeState, HeldFor, PayableKind, PaymentState, RefundBasis, RefundState, RequestState } from './payment-states.schema.ts';

/** Amounts are texts: JSON has no whole numbers of this size. */
export type StoredShare = {
  readonly payee: 'supplier' | 'operator';
  readonly supplierId: number | null;
  readonly what: 'rent' | 'deposit' | 'fee';
  readonly minor: string;
};

type PaymentRequestsTable = {
  id: Generated<number>;
  kind: PayableKind;
  code: string;
  /** Stays when the account is erased: the books keep a number that then names nobody. */
  user_id: number;
  minor: bigint;
  currency: string;
  paid_minor: bigint;
  state: RequestState;
  shares: Json<readonly StoredShare[]>;
  due_at: Instant | null;
  created_at: Instant;
  /** When what was paid for was taken, and the money became that of others. */
  taken_at: Instant | null;
};

type PaymentsTable = {
  id: Generated<number>;
  request_id: number;
  reference: string;
  provider: string;
  method: string;
  state: PaymentState;
  minor: bigint;
  currency: string;
  received_minor: bigint;
  /** Asked back or gone back. */
  back_minor: bigint;
  provider_ref: string | null;
  charge_ref: string | null;
  /** Where the payer goes on at the provider's. */
  address: string | null;
  locale: string;
  /** The link of a sponsor who began it. */
  sponsor_link: number | null;
  /** How that sponsor named themselves, encrypted. */
  payer_name: Generated<string | null>;
  failure: string | null;
  voucher: string | null;
  /** Null once staff have looked at it. */
  voucher_at: Instant | null;
  held: HeldFor | null;
  held_minor: bigint | null;
  held_currency: string | null;
  held_at: Instant | null;
  created_at: Instant;
  expires_at: Instant;
  asked_at: Instant | null;
  settled_at: Instant | null;
  /** When its page at the provider was closed, as nothing is asked by it any more. */
  closed_at: Later;
};

type PaymentEventsTable = { provider: string; event: string; payment_id: number | null; told: string; outcome: string; at: Instant };

type RefundsTable = {
  id: Generated<number>;
  reference: string;
  payment_id: number;
  minor: bigint;
  currency: string;
  reason: string;
  /** Null: by itself. */
  asked_by: number | null;
  agreed_by: number | null;
  state: RefundState;
  basis: RefundBasis;
  provider_ref: string | null;
  tries: number;
  created_at: Instant;
  done_at: Instant | null;
  /** When the feature whose thing was paid for heard of it. */
  told_at: Instant | null;
  /** Why staff did not send it after all: a bank had taken as much. */
  dropped_because: Generated<string | null>;
  /** Who says that it went from our bank; somebody else confirms it. */
  sent_by: Generated<number | null>;
  sent_at: Later;
  /** Why its provider did not send it, where it is asked again; such a one waits for staff, or for money there. */
  refusal: Generated<'already' | 'no-balance' | 'invalid' | null>;
  refused_at: Later;
};

/** What a provider says that it sent back, whoever asked for it. */
type ProviderRefundsTable = {
  provider: string;
  refund: string;
  charge_ref: string;
  reference: string;
  minor: bigint;
  currency: string;
  state: 'sent' | 'failed';
  payment_id: Generated<number | null>;
  booked_at: Later;
  returned_at: Later;
  told_at: Instant;
};

/** Money that came for a payment and is not what it asked for. */
type StrayMoneyTable = {
  id: Generated<number>;
  reference: string;
  payment_id: number;
  provider: string;
  provider_ref: string;
  charge_ref: string | null;
  minor: bigint;
  currency: string;
  state: 'here' | 'returning' | 'returned' | 'booked';
  decided_by: Generated<number | null>;
  /** Who had it sent back, and who agreed where that takes two; asked and not agreed while it is `here`. */
  asked_by: Generated<number | null>;
  asked_at: Later;
  agreed_by: Generated<number | null>;
  created_at: Instant;
  ended_at: Later;
};

type InvoiceCountersTable = { operator: string; year: number; kind: InvoiceKind; last: number };
/** Invoices and credit notes: what was issued stays; which tax is in it is said once. */
type InvoicesTable = {
  id: Generated<number>;
  operator: string;
  year: number;
  kind: InvoiceKind;
  number: number;
  subject: string;
  request_id: number;
  minor: bigint;
  currency: string;
  issued_at: Instant;
  tax_country: Generated<string | null>;
  tax_number: Generated<string | null>;
  tax_bp: Generated<number | null>;
  tax_minor: Generated<bigint | null>;
};

/** What card schemes warn of. */
type PaymentWarningsTable = { provider: string; warning: string; charge_ref: string; reason: string; payment_id: number | null; told_at: Instant };

type SandboxPaymentsTable = {
  reference: string;
  minor: bigint;
  currency: string;
  outcome: 'succeeded' | 'failed' | null;
  tells_at: Instant | null;
  told_at: Instant | null;
  back_minor: bigint;
  created_at: Instant;
  /** What the payer's bank does about it there. */
  dispute: 'open' | 'won' | 'lost' | null;
  disputes_at: Instant | null;
  dispute_ended_at: Instant | null;
  /** What of that was told to us last. */
  dispute_told: string | null;
};

type PaymentDisputesTable = {
  id: Generated<number>;
  provider: string;
  /** Its name at the provider. */
  dispute: string;
  payment_id: number;
  minor: bigint;
  currency: string;
  reason: string;
  state: DisputeState;
  /** What of it counts as gone back of the payment; null where nothing does. */
  refund_id: number | null;
  /** The request by which it is asked for again. */
  asked_again: Generated<number | null>;
  respond_by: Instant | null;
  opened_at: Instant;
  /** When the books say that the money was taken, and that it came back. */
  taken_at: Instant | null;
  returned_at: Instant | null;
  ended_at: Instant | null;
  /** The money had left for whose it was: what the bank took is the operator's loss. */
  is_loss: Generated<boolean>;
};

/** Days of a provider that were held against the books. */
type ComparedDaysTable = {
  provider: string;
  on_day: Day;
  /** Null where there was too much to compare. */
  differences: number | null;
  compared_at: Instant;
};

type PaymentsTables = {
  compared_days: ComparedDaysTable;
  payment_disputes: PaymentDisputesTable;
  payment_requests: PaymentRequestsTable;
  payments: PaymentsTable;
  payment_events: PaymentEventsTable;
  refunds: RefundsTable;
  provider_refunds: ProviderRefundsTable;
  payment_warnings: PaymentWarningsTable;
  stray_money: StrayMoneyTable;
  invoice_counters: InvoiceCountersTable;
  invoices: InvoicesTable;
  sandbox_payments: SandboxPaymentsTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends PaymentsTables {}
}
