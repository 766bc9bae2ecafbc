/** What Stripe's objects say, as far as it is read here. Whatever else they hold is left alone. */
import * as z from 'zod/mini';
import { jsonOf } from '../outside.ts';
import type { ProviderEvent, ProviderLine, ProviderLineKind, Told, ToldAmount, ToldDispute } from './payment.ts';

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
  id: z.string(),
  status: z.nullish(z.string()),
  metadata: z.nullish(z.record(z.string(), z.string())),
});
type Refund = z.infer<typeof refundSchema>;
export const listSchema = z.object({ has_more: z.boolean(), data: z.array(z.unknown()) });
/** A line of the account, with what it is about. */
export const balanceSchema = z.object({
  id: z.string(),
  created: moment,
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
  if (type === 'refund.failed' || type === 'refund.updated' || type === 'charge.refund.updated') {
    const refund = refundSchema.safeParse(data.object);
    const reference = refund.success && isRefused(refund.data) ? refund.data.metadata?.['reference'] : undefined;
    return reference ? { id, kind: type, about: 'refund-failed', refund: reference } : nothing;
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
export function lineOf({ created, currency, fee, reporting_category, source }: Balance): ProviderLine | undefined {
  const kind = kinds[reporting_category];
  if (!kind || !source) return undefined;
  return {
    kind,
    providerRef: kind === 'payment' ? (source.payment_intent ?? source.id) : source.id,
    reference: source.metadata?.['reference'] ?? '',
    // What the payer moved; the line itself is in the currency of the account.
    amount: amountOf(Math.abs(source.amount ?? 0), source.currency ?? ''),
    fee: fee === 0 ? undefined : amountOf(fee, currency),
    at: dateOf(created),
  };
}
