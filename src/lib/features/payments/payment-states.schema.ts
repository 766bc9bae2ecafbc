/** Words for the states of what is asked, paid and sent back. */

export const paymentStates = ['created', 'pending', 'succeeded', 'failed', 'expired', 'refunded', 'part_refunded'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** What can be paid for. */
export const payableKinds = ['order', 'payrent', 'viewing'] as const;
export type PayableKind = (typeof payableKinds)[number];

export const requestStates = ['open', 'part_paid', 'paid', 'cancelled'] as const;
export type RequestState = (typeof requestStates)[number];

/** Why a payment waits for staff. `sent-back-there`: somebody sent money back on pages of the provider. `warning`: a card scheme was told of fraud. */
export const heldReasons = ['amount', 'currency', 'reference', 'no-payable', 'dispute', 'refund', 'sent-back-there', 'warning'] as const;
export type HeldFor = (typeof heldReasons)[number];

/** `waiting`: for a second member of staff. `asked`: the provider is to send it. `by-hand`: staff have to send it by bank. */
export const refundStates = ['waiting', 'asked', 'by-hand', 'done', 'refused'] as const;
export type RefundState = (typeof refundStates)[number];

/** Why a provider did not send a refund that waits: there is not so much left of the payment, the provider holds too little for us, or it is asked wrongly. */
export const refundRefusals = ['already', 'no-balance', 'invalid'] as const;
export type StoredRefusal = (typeof refundRefusals)[number];

/**
 * Whose money goes back. `excess`: it was never counted. `untaken`: it was, and what it was for was not taken yet. `taken`: it
 * belongs to those it was shared among. `fee`: the operator's own share of that, and of nobody else.
 */
export const refundBases = ['excess', 'untaken', 'taken', 'fee'] as const;
export type RefundBasis = (typeof refundBases)[number];

/** How far a dispute of a payer's bank is. `closed`: a question of the bank's that came to nothing. */
export const disputeStates = ['open', 'won', 'lost', 'closed'] as const;
export type DisputeState = (typeof disputeStates)[number];
