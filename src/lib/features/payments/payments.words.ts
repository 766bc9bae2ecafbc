/** What states, ways to pay and lines of accounts are called. */
import type { PayableKind } from './payment-states.schema.ts';
import type { ProviderName } from '#lib/money/payment-methods.ts';
import type { Difference, DifferenceKind } from './reconciliation.rules.ts';
import type { WayOut } from '#lib/features/chrome/chrome.rules.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import type { PayableFacts, PayableRef } from './payments.schema.ts';
import type { PaymentMethod } from '#lib/money/payment-methods.ts';
import type { DisputeState, HeldFor, PaymentState, RefundState, StoredRefusal } from './payment-states.schema.ts';

export const methodLabels = {
  card: 'payments.method_card',
  alipay: 'payments.method_alipay',
  'wechat-pay': 'payments.method_wechat_pay',
  'bank-transfer': 'payments.method_bank_transfer',
  'boa-transfer': 'payments.method_boa_transfer',
  zelle: 'payments.method_zelle',
} as const satisfies Readonly<Record<PaymentMethod, MessageKey>>;

/** What each costs and how long it takes. */
export const methodNotes = {
  card: 'payments.note_card',
  alipay: 'payments.note_alipay',
  'wechat-pay': 'payments.note_wechat_pay',
  'bank-transfer': 'payments.note_bank_transfer',
  'boa-transfer': 'payments.note_boa_transfer',
  zelle: 'payments.note_zelle',
} as const satisfies Readonly<Record<PaymentMethod, MessageKey>>;

/** Where each works. */
export const methodPlaces = {
  card: 'payments.place_card',
  alipay: 'payments.place_alipay',
  'wechat-pay': 'payments.place_wechat_pay',
  'bank-transfer': 'payments.place_bank_transfer',
  'boa-transfer': 'payments.place_boa_transfer',
  zelle: 'payments.place_zelle',
} as const satisfies Readonly<Record<PaymentMethod, MessageKey>>;

/** Whose limits hold for each. */
export const methodLimits = {
  card: 'payments.limit_card',
  alipay: 'payments.limit_wallet',
  'wechat-pay': 'payments.limit_wallet',
  'bank-transfer': 'payments.limit_transfer',
  'boa-transfer': 'payments.limit_transfer',
  zelle: 'payments.limit_zelle',
} as const satisfies Readonly<Record<PaymentMethod, MessageKey>>;

export const stateLabels = {
  created: 'payments.state_created',
  pending: 'payments.state_pending',
  succeeded: 'payments.state_succeeded',
  failed: 'payments.state_failed',
  expired: 'payments.state_expired',
  refunded: 'payments.state_refunded',
  part_refunded: 'payments.state_part_refunded',
} as const satisfies Readonly<Record<PaymentState, MessageKey>>;

export const heldLabels = {
  amount: 'payments.why_amount',
  currency: 'payments.why_currency',
  reference: 'payments.why_reference',
  'no-payable': 'payments.why_no_payable',
  dispute: 'payments.why_dispute',
  refund: 'payments.why_refund',
  'sent-back-there': 'payments.why_sent_back_there',
  warning: 'payments.why_warning',
} as const satisfies Readonly<Record<HeldFor, MessageKey>>;

export const disputeLabels = {
  open: 'payments.dispute_open',
  won: 'payments.dispute_won',
  lost: 'payments.dispute_lost',
  closed: 'payments.dispute_closed',
} as const satisfies Readonly<Record<DisputeState, MessageKey>>;

/** What whose payment it was is told of one, with its day and amount. */
export const ownDisputeWords = {
  open: 'payments.own_dispute_open',
  won: 'payments.own_dispute_won',
  lost: 'payments.own_dispute_lost',
  closed: 'payments.own_dispute_closed',
} as const satisfies Readonly<Record<DisputeState, MessageKey>>;

/** What staff do about one now. */
export const disputeAdvice = {
  open: 'payments.dispute_open_advice',
  won: 'payments.dispute_won_advice',
  lost: 'payments.dispute_lost_advice',
  closed: 'payments.dispute_won_advice',
} as const satisfies Readonly<Record<DisputeState, MessageKey>>;

export const refundLabels = {
  waiting: 'payments.refund_waiting',
  asked: 'payments.refund_asked',
  'by-hand': 'payments.refund_by_hand',
  done: 'payments.refund_done',
  refused: 'payments.refund_refused',
} as const satisfies Readonly<Record<RefundState, MessageKey>>;

/** Why a provider did not send a refund that waits. */
export const refusalLabels = {
  already: 'payments.refusal_already',
  'no-balance': 'payments.refusal_no_balance',
  invalid: 'payments.refusal_invalid',
} as const satisfies Readonly<Record<StoredRefusal, MessageKey>>;

export const lineLabels: Readonly<Record<string, MessageKey>> = {
  holder: 'payments.line_holder',
  bank: 'payments.line_bank',
  iban: 'payments.line_iban',
  swift: 'payments.line_swift',
  account: 'payments.line_account',
  'sort-code': 'payments.line_sort_code',
  routing: 'payments.line_routing',
  address: 'payments.line_address',
  email: 'payments.line_email',
  phone: 'payments.line_phone',
};

/** What the pages of transfers are called, by their route. */
export const transferTitles = {
  bank_transfer: 'payments.method_bank_transfer',
  boa_transfer: 'payments.method_boa_transfer',
  profile_zelle: 'payments.method_zelle',
  transfer_information: 'payments.voucher_title',
  transfer_link: 'payments.link_title',
} as const satisfies Readonly<Record<string, MessageKey>>;

/** @example transferTitle('profile_zelle') // 'payments.method_zelle' */
export const transferTitle = (route: string): MessageKey =>
  new Map<string, MessageKey>(Object.entries(transferTitles)).get(route) ?? transferTitles.transfer_link;

/** Where a transfer stands that is not simply awaited. */
export const transferStageWords = {
  arrived: 'payments.stage_arrived',
  held: 'payments.result_held_text',
  part: 'payments.result_part_text',
  lapsed: 'payments.stage_lapsed',
  refused: 'payments.result_unfound_text',
  closed: 'payments.stage_closed',
  open: 'payments.result_transfer_text',
} as const satisfies Readonly<Record<string, MessageKey>>;
export type TransferStage = keyof typeof transferStageWords;

/** What the page of a result says first, and beneath. */
export const resultWords = {
  succeeded: ['payments.result_succeeded', 'payments.result_succeeded_text'],
  part: ['payments.result_part', 'payments.result_part_text'],
  pending: ['payments.result_pending', 'payments.result_pending_text'],
  transfer: ['payments.result_pending', 'payments.result_transfer_text'],
  checking: ['payments.result_checking', 'payments.result_checking_text'],
  unfound: ['payments.result_unfound', 'payments.result_unfound_text'],
  failed: ['payments.result_failed', 'payments.result_failed_text'],
  expired: ['payments.result_expired', 'payments.result_failed_text'],
  refunded: ['payments.result_refunded', 'payments.result_refunded_text'],
  disputed: ['payments.result_disputed', 'payments.result_disputed_text'],
  late: ['payments.result_late', 'payments.result_refunded_text'],
  held: ['payments.result_held', 'payments.result_held_text'],
} as const satisfies Readonly<Record<string, readonly [MessageKey, MessageKey]>>;

/** What is paid for, before its code. */
export const kindLabels = {
  order: 'payments.kind_order',
  payrent: 'payments.kind_payrent',
  viewing: 'payments.kind_viewing',
} as const satisfies Record<PayableKind, MessageKey>;

/** What the button of the payment page says. @param isFirst nothing was paid of it yet: the first payment of an order books the bed. */
export function payLabel(kind: PayableKind, isFirst: boolean): MessageKey {
  switch (kind) {
    case 'order':
      return isFirst ? 'payments.book_and_pay' : 'payments.pay_due';
    case 'payrent':
      return 'payments.pay_due';
    case 'viewing':
      return 'payments.pay_viewing';
  }
}

/** The way from a payment back to what is paid for. */
const backLabels = {
  order: 'payments.back_to',
  payrent: 'payments.back_to_rent',
  viewing: 'payments.back_to_viewing',
} as const satisfies Record<PayableKind, MessageKey>;

/** From paying back to what is paid for; undefined where nobody knows what it was. */
export const wayBack = (t: T, { kind }: PayableRef, facts: PayableFacts | undefined): WayOut | undefined =>
  facts && { href: facts.path, name: t(backLabels[kind]) };

/** Those who can say what they moved. */
export const providerLabels = {
  stripe: 'payments.provider_stripe',
  'wechat-pay': 'payments.method_wechat_pay',
  sandbox: 'payments.provider_sandbox',
  offline: 'payments.method_bank_transfer',
} as const satisfies Record<ProviderName, MessageKey>;

/** What differs between a provider's list and our books. */
export const differenceLabels = {
  'missing-here': 'payments.recon_missing_here',
  unbooked: 'payments.recon_unbooked',
  'missing-there': 'payments.recon_missing_there',
  amount: 'payments.recon_amount',
  currency: 'payments.recon_other_currency',
  twice: 'payments.recon_twice',
} as const satisfies Record<DifferenceKind, MessageKey>;

export const lineKindLabels = {
  payment: 'payments.recon_line_payment',
  refund: 'payments.recon_line_refund',
  'refund-back': 'payments.recon_line_refund_back',
  dispute: 'payments.recon_line_dispute',
  'dispute-back': 'payments.recon_line_dispute_back',
  other: 'payments.recon_line_posting',
} as const satisfies Record<Difference['kind'], MessageKey>;

/** Why nothing could be compared. */
export const reconciliationFaults = {
  unknown: 'payments.recon_unknown',
  turned: 'payments.recon_turned',
  'too-long': 'payments.recon_too_long',
  'too-many': 'payments.recon_too_many',
  unreachable: 'payments.recon_unreachable',
  'not-yet': 'payments.recon_not_yet',
} as const satisfies Record<string, MessageKey>;
