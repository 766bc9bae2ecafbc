/** What Stripe's objects say, as far as it is read here. Whatever else they hold is left alone. */
import * as z from 'zod/mini';
import { jsonOf } from '../outside.ts';
import type { ProviderEvent, ProviderLine, ProviderLineKind, ProviderMove, RefundRefusal, Told, ToldAmount, ToldDispute, ToldRefund } from './payment.ts';

export const sessionSchema = z.object({
  id: z.string(),
  client_reference_id: z.nullish(z.string()),
  status: z.nullish(z.string()),
  payment_status: z.nullish(z.string()),
  amount_total: z.nullish(z.int()),
  currency: z.nullish(z.string()),
  payment_intent: z.nullish(z.string()),
  url: z.nullish(z.string()),
});
type Session = z.infer<typeof sessionSchema>;
/** Seconds; years beyond the calendar would be no date. */
const moment = z.int().check(z.minimum(0), z.maximum(100_000_000_000));
export const disputeSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  payment_intent: z.nullish(z.string()),
  amount: z.int().check(z.minimum(0)),
  currency: z.string(),
  status: z.nullish(z.string()),
  reason: z.nullish(z.string()),
  created: z.nullish(moment),
  evidence_details: z.nullish(z.object({ due_by: z.nullish(moment) })),
  balance_transactions: z.nullish(z.array(z.object({ amount: z.int() }))),
});
type Dispute = z.infer<typeof disputeSchema>;
const eventSchema = z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)), type: z.string(), data: z.object({ object: z.unknown() }) });
export const refundSchema = z.object({
  id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/)),
  amount: z.nullish(z.int().check(z.minimum(0))),
  currency: z.nullish(z.string()),
  payment_intent: z.nullish(z.string()),
  status: z.nullish(z.string()),
  metadata: z.nullish(z.record(z.string(), z.string())),
});
type Refund = z.infer<typeof refundSchema>;
const chargeSchema = z.object({ payment_intent: z.nullish(z.string()) });
const warningSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  payment_intent: z.nullish(z.string()),
  fraud_type: z.nullish(z.string()),
});
const errorSchema = z.object({ error: z.object({ type: z.nullish(z.string()), code: z.nullish(z.string()), param: z.nullish(z.string()) }) });
export const listSchema = z.object({ has_more: z.boolean(), data: z.array(z.unknown()) });
/** A line of the account, with what it is about. */
export const balanceSchema = z.object({
  id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/)),
  created: moment,
  amount: z._default(z.int(), 0),
  net: z._default(z.int(), 0),
  currency: z.string(),
  fee: z.int(),
  reporting_category: z.string(),
  source: z.nullish(
    z.object({
      id: z.string(),
      amount: z.nullish(z.int()),
      currency: z.nullish(z.string()),
      payment_intent: z.nullish(z.string()),
      metadata: z.nullish(z.record(z.string(), z.string())),
    }),
  ),
});
type Balance = z.infer<typeof balanceSchema>;

export const amountOf = (minor: number, currency: string): ToldAmount => ({ minor: BigInt(minor), currency: currency.toUpperCase() });
const dateOf = (seconds: number): Date => new Date(seconds * 1_000);

function stateOf({ status, payment_status }: Session): Told['state'] {
  if (payment_status === 'paid') return 'succeeded';
  return status === 'expired' ? 'expired' : 'pending';
}

export function toldBy(session: Session, state: Told['state'] = stateOf(session)): Told {
  const { client_reference_id, id, amount_total, currency, payment_intent } = session;
  return {
    reference: client_reference_id ?? '',
    providerRef: id,
    chargeRef: payment_intent ?? undefined,
    state,
    amount: amountOf(amount_total ?? 0, currency ?? ''),
  };
}

/** A refund that is on its way counts as sent: when it does not get there, they tell. */
export const isRefused = ({ status }: Pick<Refund, 'status'>): boolean => status === 'failed' || status === 'canceled';

export function refundBy(refund: Refund): ToldRefund {
  const { id, amount, currency, payment_intent, metadata } = refund;
  return {
    refund: id,
    reference: metadata?.['reference'] ?? '',
    chargeRef: payment_intent ?? '',
    amount: amountOf(amount ?? 0, currency ?? ''),
    state: isRefused(refund) ? 'failed' : 'sent',
  };
}

/** What their codes say of a refund that they did not take. https://docs.stripe.com/error-codes, read in 2026 */
const refusals: Readonly<Record<string, RefundRefusal>> = {
  charge_already_refunded: 'already',
  amount_too_large: 'already',
  balance_insufficient: 'no-balance',
  insufficient_funds: 'no-balance',
  // A bank has the money, or the card takes none back.
  charge_disputed: 'closed',
  refund_disputed_payment: 'closed',
  charge_not_refundable: 'closed',
  expired_or_canceled_card: 'closed',
  lost_or_stolen_card: 'closed',
  lock_timeout: 'unreachable',
  rate_limit: 'unreachable',
};

/** Why a refund was not taken, by the body of their answer. Undefined codes of theirs are our mistake until a person has looked. */
export function refusalOf(body: unknown): RefundRefusal {
  const read = errorSchema.safeParse(body);
  if (!read.success) return 'unreachable';
  const { type, code, param } = read.data.error;
  const known = refusals[code ?? ''];
  if (known) return known;
  if (type === 'api_error' || type === 'idempotency_error') return 'unreachable';
  // "Refund amount is greater than unrefunded amount on charge" has no code of its own.
  return param === 'amount' ? 'already' : 'invalid';
}

const ended: Readonly<Record<string, ToldDispute['state']>> = { won: 'won', lost: 'lost', warning_closed: 'closed', prevented: 'closed' };

/** @param moved what the message itself says of the money; the lines of the dispute say the same, as far as they are there already. */
export function disputeBy(dispute: Dispute, moved?: 'taken' | 'returned'): ToldDispute {
  const { id, payment_intent, amount, currency, status, reason, created, evidence_details, balance_transactions } = dispute;
  const lines = balance_transactions ?? [];
  const isReturned = moved === 'returned' || lines.some((one) => one.amount > 0);
  const dueBy = evidence_details?.due_by;
  return {
    dispute: id,
    chargeRef: payment_intent ?? '',
    amount: amountOf(amount, currency),
    state: ended[status ?? ''] ?? 'open',
    isTaken: isReturned || moved === 'taken' || lines.some((one) => one.amount < 0),
    isReturned,
    reason: (reason ?? '').slice(0, 60),
    respondBy: typeof dueBy === 'number' ? dateOf(dueBy) : undefined,
    openedAt: dateOf(created ?? 0),
  };
}

/** What a message says, whose signature is right. Undefined for what is none of theirs. */
export function eventIn(body: Buffer): ProviderEvent | undefined {
  const event = eventSchema.safeParse(jsonOf(body));
  if (!event.success) return undefined;
  const { id, type, data } = event.data;
  const nothing: ProviderEvent = { id, kind: type, about: 'nothing' };
  if (type.startsWith('checkout.session.')) {
    const session = sessionSchema.safeParse(data.object);
    if (!session.success) return nothing;
    const known = { id, kind: type, about: 'payment' } as const;
    switch (type) {
      // A method that takes its time completes the page before the money is there.
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
        return { ...known, told: toldBy(session.data) };
      case 'checkout.session.async_payment_failed':
        return { ...known, told: toldBy(session.data, 'failed') };
      case 'checkout.session.expired':
        return { ...known, told: toldBy(session.data, 'expired') };
      default:
        return nothing;
    }
  }
  if (type.startsWith('charge.dispute.')) {
    const dispute = disputeSchema.safeParse(data.object);
    const moved = ({ 'charge.dispute.funds_withdrawn': 'taken', 'charge.dispute.funds_reinstated': 'returned' } as const)[type];
    return dispute.success ? { id, kind: type, about: 'dispute', told: disputeBy(dispute.data, moved) } : nothing;
  }
  if (/^(?:charge\.)?refund\./.test(type)) {
    const refund = refundSchema.safeParse(data.object);
    return refund.success ? { id, kind: type, about: 'refund', told: refundBy(refund.data) } : nothing;
  }
  if (type === 'charge.refunded') {
    const charge = chargeSchema.safeParse(data.object);
    const chargeRef = charge.success ? charge.data.payment_intent : undefined;
    return chargeRef ? { id, kind: type, about: 'refunds', chargeRef } : nothing;
  }
  if (type.startsWith('radar.early_fraud_warning.')) {
    const read = warningSchema.safeParse(data.object);
    if (!read.success || !read.data.payment_intent) return nothing;
    const { id: warning, payment_intent: chargeRef, fraud_type: reason } = read.data;
    return { id, kind: type, about: 'warning', told: { warning, chargeRef, reason: (reason ?? '').slice(0, 60) } };
  }
  return nothing;
}

const kinds: Readonly<Record<string, ProviderLineKind>> = {
  charge: 'payment',
  refund: 'refund',
  refund_failure: 'refund-back',
  dispute: 'dispute',
  dispute_reversal: 'dispute-back',
};

/** A line of payers' money; undefined for what is between them and us, such as payouts. */
export function lineOf({ created, amount, currency, fee, reporting_category, source }: Balance): ProviderLine | undefined {
  const kind = kinds[reporting_category];
  if (!kind || !source) return undefined;
  return {
    kind,
    providerRef: kind === 'payment' ? (source.payment_intent ?? source.id) : source.id,
    reference: source.metadata?.['reference'] ?? '',
    // What the payer moved; the line itself is in the currency of the account.
    amount: amountOf(Math.abs(source.amount ?? 0), source.currency ?? ''),
    fee: fee === 0 ? undefined : amountOf(fee, currency),
    ...(source.currency && source.currency !== currency ? { settled: amountOf(Math.abs(amount), currency) } : {}),
    at: dateOf(created),
  };
}

/** Categories of theirs that are not payers' money. https://docs.stripe.com/reports/reporting-categories, read in 2026 */
const moveKinds: Readonly<Record<string, ProviderMove['kind']>> = {
  payout: 'payout',
  payout_reversal: 'payout',
  topup: 'top-up',
  topup_reversal: 'top-up',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
};

/** A line that is between them and us; undefined for one of payers' money. What is left once what they keep of it is gone. */
export function moveOf({ id, created, currency, net, reporting_category, source }: Balance): ProviderMove | undefined {
  if (net === 0 || (kinds[reporting_category] && source)) return undefined;
  return { id, kind: moveKinds[reporting_category] ?? 'other', amount: amountOf(net, currency), at: dateOf(created) };
}
