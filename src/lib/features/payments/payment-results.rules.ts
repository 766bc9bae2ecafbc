/** What became of a payment, for whoever made it. Pure. */
import { isTransfer } from '#lib/money/payment-methods.ts';
import type { PaymentOf } from './payments.service.ts';
import type { resultWords } from './payments.words.ts';

/** What became of it, in one word; the state of the request decides what has come of it. */
export function resultOf({ payment, request }: Pick<PaymentOf, 'payment' | 'request'>): keyof typeof resultWords {
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
