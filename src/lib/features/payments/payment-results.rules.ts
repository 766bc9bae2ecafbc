/** What became of a payment, for whoever made it. Pure. */
import { isTransfer } from '#lib/money/payment-methods.ts';
import type { PaymentOf } from './payments.service.ts';
import type { TransferStage, resultWords } from './payments.words.ts';

type Taking = { readonly takenAt: Date | undefined; readonly returnedAt: Date | undefined };

/**
 * What became of it, in one word; the state of the request decides what has come of it.
 * @param disputes of the payment: what a bank took is no refund of ours.
 */
export function resultOf({ payment, request }: PaymentOf, disputes: readonly Taking[]): keyof typeof resultWords {
  if (disputes.some(({ takenAt, returnedAt }) => takenAt && !returnedAt)) return 'disputed';
  if (payment.held && payment.held.why !== 'dispute') return 'held';
  switch (payment.state) {
    case 'created':
    case 'pending':
      return !isTransfer(payment.method) ? 'pending' : payment.voucherAt ? 'checking' : 'transfer';
    case 'failed':
    case 'expired':
      return payment.voucherAt ? 'checking' : isTransfer(payment.method) && payment.state === 'failed' ? 'unfound' : payment.state;
    case 'refunded':
      return request.state === 'cancelled' ? 'late' : 'refunded';
    case 'succeeded':
    case 'part_refunded':
      if (payment.back.minor === payment.received.minor) return request.state === 'cancelled' ? 'late' : 'refunded';
      return request.state === 'paid' ? 'succeeded' : 'part';
  }
}

/** How far a transfer is, for whoever sends it. Another amount than was asked is looked into before it counts, and may leave something to pay. */
export function transferStageOf({ payment, request }: PaymentOf): TransferStage {
  if (payment.held && payment.held.why !== 'dispute') return 'held';
  if (payment.received.minor > 0n)
    return payment.received.minor < payment.amount.minor && (request.state === 'open' || request.state === 'part_paid') ? 'part' : 'arrived';
  return payment.state === 'expired' ? 'lapsed' : payment.state === 'failed' ? 'refused' : 'open';
}
