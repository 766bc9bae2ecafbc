/** What of somebody's orders asks something of them, and until when. Pure, browser-safe. */
import { addDays, dayEndIn, todayIn } from '#lib/dates/dates.ts';
import type { PaymentRequest } from '#lib/features/payments/payments.schema.ts';
import { duesToSupplier, ownFeesOf } from '#lib/features/quotes/quote.schema.ts';
import type { Claim } from './claims.schema.ts';
import type { DepositReturn } from './deposits.schema.ts';
import { isBooked, isSuppliers, wholeOf } from './orders.rules.ts';
import { movedInAsked } from './orders.schema.ts';
import type { GuardianState, Order } from './orders.schema.ts';
import type { OrderCourse, OrderMatter, PricePart } from './own-matters.schema.ts';
import type { SupplierDue } from './supplier-dues.schema.ts';

/** Days from the first one in which what a home is like is best written down. */
export const evidenceDays = 14;

/** What is known beside an order. */
export type OrderFacts = {
  readonly guardian: GuardianState | undefined;
  /** Asked for through us. */
  readonly requests: readonly Pick<PaymentRequest, 'amount' | 'paid' | 'state' | 'dueAt'>[];
  /** Asked for by a provider who collects. */
  readonly dues: readonly SupplierDue[];
  /** A transfer for it is being looked for. */
  readonly isLookedFor: boolean;
  readonly claim: Claim | undefined;
  readonly deposit: DepositReturn | undefined;
  /** Whether anything was written down of the home. */
  readonly hasEvidence: boolean;
};

/** The end of a day of the home. */
const endOf = (day: string, { home }: Pick<Order, 'home'>): Date => dayEndIn(day, home.zone);

/** What is to be paid of it now, oldest first: through us, and to a provider who collects. */
function openParts({ requests, dues, isLookedFor }: OrderFacts): readonly Pick<OrderMatter, 'by' | 'amount'>[] {
  const ours = requests.flatMap(({ amount, paid, state, dueAt }) =>
    (state === 'open' || state === 'part_paid') && paid.minor < amount.minor
      ? [{ by: dueAt, amount: { minor: amount.minor - paid.minor, currency: amount.currency } }]
      : [],
  );
  const theirs = dues.flatMap(({ state, amount, dueAt, proofAt }) => (state === 'open' && proofAt === undefined ? [{ by: dueAt, amount }] : []));
  return isLookedFor ? [] : [...ours, ...theirs].toSorted((a, b) => (a.by?.getTime() ?? Infinity) - (b.by?.getTime() ?? Infinity));
}

/** All that one order asks. @param now by which days are counted */
export function mattersOf(order: Order, facts: OrderFacts, now: Date): readonly OrderMatter[] {
  const { state, deadline, from, home } = order;
  const found: OrderMatter[] = [];
  const today = todayIn(home.zone, now);
  const [first] = openParts(facts);
  if (state === 'draft') found.push({ kind: 'apply', order, by: deadline });
  if (state === 'offered' || state === 'signing') {
    if (facts.guardian === 'unnamed') found.push({ kind: 'guardian', order, by: deadline });
    else if (facts.guardian !== 'asked') found.push({ kind: 'sign', order, by: deadline });
  }
  if (state === 'to_pay' && first) found.push({ kind: 'pay', order, by: deadline, ...(first.amount ? { amount: first.amount } : {}) });
  if (isBooked(state) && first) found.push({ kind: 'rent', order, ...first });
  if (state === 'confirmed' && today >= from && today <= addDays(from, movedInAsked.days))
    found.push({ kind: 'check-in', order, by: endOf(addDays(from, movedInAsked.days), order) });
  if ((state === 'confirmed' || state === 'checked_in') && !facts.hasEvidence && today >= from && today <= addDays(from, evidenceDays))
    found.push({ kind: 'evidence', order, by: endOf(addDays(from, evidenceDays), order) });
  if ((state === 'paid' || state === 'confirmed') && today < from) found.push({ kind: 'move-in', order, by: endOf(from, order) });
  if (facts.deposit?.state === 'proposed')
    found.push({ kind: 'deposit', order, by: facts.deposit.dueOn === undefined ? undefined : endOf(facts.deposit.dueOn, order) });
  if (facts.claim?.state === 'open')
    found.push({ kind: 'proof', order, by: facts.claim.proofUntil === undefined ? undefined : endOf(facts.claim.proofUntil, order) });
  return found;
}

/** What an order costs part by part, and how much of it has come: with us, and with a provider who collects by their own word. */
export function courseOf(order: Order, { requests, dues }: Pick<OrderFacts, 'requests' | 'dues'>): OrderCourse {
  const { quote } = order;
  const whole = wholeOf(quote);
  const { currency } = whole;
  const received = dues.filter(({ state }) => state === 'received').reduce((sum, { amount }) => sum + amount.minor, 0n);
  const ours = requests.reduce((sum, { paid }) => sum + paid.minor, 0n);
  const paid = { minor: ours + received, currency };
  const partsOf = (all: readonly { readonly on: string; readonly amount: { readonly minor: bigint } }[], come: bigint): readonly PricePart[] => {
    let left = come;
    return all.map(({ on, amount }) => {
      const isPaid = left >= amount.minor;
      left = isPaid ? left - amount.minor : 0n;
      return { on, amount: { minor: amount.minor, currency }, isPaid };
    });
  };
  if (!isSuppliers(order)) return { paid, whole, parts: partsOf(quote.dues, paid.minor) };
  const own = ownFeesOf(quote);
  return {
    paid,
    whole,
    parts: [...(own.minor > 0n ? partsOf([{ on: 'booking', amount: own }], ours) : []), ...partsOf(duesToSupplier(quote), received)],
  };
}
