/** A cancellation policy applied to one tenancy: real dates and real amounts. Pure. */
import { addDays } from '#lib/dates/dates.ts';
import { add, scale } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { CancellationPolicy, CancellationRule } from './cancellation.schema.ts';
import { cancellationEvents } from './cancellation.schema.ts';
import type { TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';

export type CancellationRow = {
  readonly event: CancellationRule['event'];
  /** Last day on which notice counts. */
  readonly until: string;
  /** How the deadline was meant, for saying it in words. */
  readonly deadline: 'before-move-in' | 'days-before' | 'days-after' | 'until-move-out' | 'after-signing';
  /** Days of `days-before`, `days-after` and `after-signing`; 0 otherwise. */
  readonly days: number;
  readonly passed: boolean;
  readonly rentReturned: Money;
  readonly depositReturned: Money;
  readonly feeReturned: Money;
  readonly total: Money;
  readonly shareOfRent: number;
  readonly evidence: readonly Exclude<CancellationRule['evidence'][number], 'none'>[];
  readonly evidenceWithinDays: number | null;
};

const isEvidence = (code: CancellationRule['evidence'][number]): code is CancellationRow['evidence'][number] => code !== 'none';

type Stay = Pick<TenancyTerms, 'moveIn' | 'moveOut'>;

/** What the shares of a policy are taken of. */
export type RefundableSums = { readonly rent: Money; readonly deposit: Money; readonly bookingFee: Money };

/**
 * The last day for notice under a rule: whole days from move-in, never past move-out. A rule that counts
 * from signing is shown as if the contract were signed today.
 */
function deadlineOf(rule: CancellationRule, terms: Stay, today: string): Pick<CancellationRow, 'until' | 'deadline' | 'days'> {
  const { daysBeforeMoveIn, daysAfterSigning } = rule;
  const byMoveIn = daysBeforeMoveIn === null ? terms.moveIn : addDays(terms.moveIn, -daysBeforeMoveIn);
  const capped = byMoveIn > terms.moveOut ? terms.moveOut : byMoveIn;
  if (daysAfterSigning !== null) {
    const bySigning = addDays(today, daysAfterSigning);
    return { until: capped < bySigning ? capped : bySigning, deadline: 'after-signing', days: daysAfterSigning };
  }
  if (daysBeforeMoveIn === null || daysBeforeMoveIn === 0) return { until: terms.moveIn, deadline: 'before-move-in', days: 0 };
  if (byMoveIn > terms.moveOut) return { until: capped, deadline: 'until-move-out', days: 0 };
  return daysBeforeMoveIn > 0
    ? { until: capped, deadline: 'days-before', days: daysBeforeMoveIn }
    : { until: capped, deadline: 'days-after', days: -daysBeforeMoveIn };
}

/**
 * What comes back if…: one row per rule, by event and deadline, as if the whole contract, its fee and the
 * deposit had been paid. Where two rules of one event end on the same day, the better one is kept.
 */
export function cancellationRows(policy: CancellationPolicy, terms: TenancyTerms, today: string): readonly CancellationRow[] {
  const { rentTotal, bookingFee, deposit } = wholePrice(terms);
  return refundRows(policy, terms, { rent: rentTotal, bookingFee, deposit }, today);
}

/** The same of sums that were paid, for a contract signed on a day. */
export function refundRows(policy: CancellationPolicy, terms: Stay, { rent, bookingFee, deposit }: RefundableSums, today: string): readonly CancellationRow[] {
  const none: Money = { minor: 0n, currency: rent.currency };
  const rows = policy.rules.map((rule): CancellationRow => {
    const deadline = deadlineOf(rule, terms, today);
    const rentReturned = scale(rent, BigInt(rule.shareOfRentReturned), 100n);
    const depositReturned = rule.depositReturned ? deposit : none;
    const feeReturned = rule.bookingFeeReturned ? bookingFee : none;
    return {
      event: rule.event,
      ...deadline,
      passed: deadline.until < today,
      rentReturned,
      depositReturned,
      feeReturned,
      total: add(rentReturned, depositReturned, feeReturned),
      shareOfRent: rule.shareOfRentReturned,
      evidence: rule.evidence.filter(isEvidence),
      evidenceWithinDays: rule.evidenceWithinDays,
    };
  });
  const sorted = rows.toSorted(
    (a, b) =>
      cancellationEvents.indexOf(a.event) - cancellationEvents.indexOf(b.event) || a.until.localeCompare(b.until) || Number(b.total.minor - a.total.minor),
  );
  return sorted.filter((row, index) => !sorted.slice(0, index).some((other) => other.event === row.event && other.until === row.until));
}

/** The most that an event still gives back today; undefined when every date for its notice has passed. */
export function bestRefund(rows: readonly CancellationRow[], event: CancellationRow['event']): CancellationRow | undefined {
  return rows.filter((row) => row.event === event && !row.passed).toSorted((a, b) => Number(b.total.minor - a.total.minor))[0];
}

/** What would have been paid in all: the amount the rows are shares of. */
export function paidInFull(terms: TenancyTerms): Money {
  const { contractTotal, deposit } = wholePrice(terms);
  return add(contractTotal, deposit);
}
