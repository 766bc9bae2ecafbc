/** What somebody gets back of what they have paid: the answer of the house page, for a signed contract. Pure. */
import { refundRows } from '#lib/features/house/cancellation.rules.ts';
import type { CancellationRow, RefundableSums } from '#lib/features/house/cancellation.rules.ts';
import type { CancellationPolicy } from '#lib/features/house/cancellation.schema.ts';
import { scale } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { Quote, QuoteLine } from './quote.schema.ts';

export type Refund = {
  readonly rentReturned: Money;
  readonly depositReturned: Money;
  readonly feeReturned: Money;
  readonly total: Money;
  /** The promise that holds; undefined where every date has passed, and then nothing comes back. */
  readonly row: CancellationRow | undefined;
};

const kindsOf = {
  rent: ['rent', 'promo', 'coupon'],
  bookingFee: ['booking-fee'],
  deposit: ['deposit'],
} as const satisfies Record<keyof RefundableSums, readonly QuoteLine['kind'][]>;

/** What of a sum is deposit, fee and rent: the deposit is paid first, then fees, and rent with what is left. */
export function splitOfPaid(quote: Quote, paid: Money): RefundableSums & { readonly ownFees: Money } {
  const { currency } = quote.contractTotal;
  if (paid.currency !== currency) throw new RangeError(`paid in ${paid.currency}, owed in ${currency}`);
  let left = paid.minor > 0n ? paid.minor : 0n;
  const take = (owed: bigint): Money => {
    const taken = left < owed ? left : owed;
    left -= taken;
    return { minor: taken, currency };
  };
  const owedFor = (holds: (kind: QuoteLine['kind']) => boolean): bigint =>
    quote.lines.filter(({ kind }) => holds(kind)).reduce((sum, { amount }) => sum + amount.minor, 0n);
  const among = (kinds: readonly QuoteLine['kind'][]) => owedFor((kind) => kinds.includes(kind));
  const deposit = take(among(kindsOf.deposit));
  const bookingFee = take(among(kindsOf.bookingFee));
  const ownFees = take(owedFor((kind) => kind.endsWith('-fee') && kind !== 'booking-fee'));
  return { deposit, bookingFee, ownFees, rent: take(among(kindsOf.rent)) };
}

export type RefundQuestion = {
  readonly quote: Quote;
  readonly policy: CancellationPolicy;
  readonly event: CancellationRow['event'];
  readonly signedOn: string;
  readonly noticeOn: string;
  /** All that has been paid of the quote. */
  readonly paid: Money;
};

/** A lease without an end has a last day of notice that never comes. */
const never = '9999-12-31';

/** Every promise of a policy, of what was paid of a quote that was signed on a day. */
export const rowsOf = (quote: Quote, policy: CancellationPolicy, paid: Money, signedOn: string): readonly CancellationRow[] =>
  refundRows(policy, { moveIn: quote.moveIn, moveOut: quote.moveOut ?? never }, splitOfPaid(quote, paid), signedOn);

/** What comes back for an event told on a day; shares are of what was paid, so that it is never more than that. */
export function refundOf({ quote, policy, event, signedOn, noticeOn, paid }: RefundQuestion): Refund {
  const row = rowsOf(quote, policy, paid, signedOn)
    .filter((one) => one.event === event && one.until >= noticeOn)
    .toSorted((a, b) => Number(b.total.minor - a.total.minor))[0];
  const nothing = scale(paid, 0n, 1n);
  return {
    rentReturned: row?.rentReturned ?? nothing,
    depositReturned: row?.depositReturned ?? nothing,
    feeReturned: row?.feeReturned ?? nothing,
    total: row?.total ?? nothing,
    row,
  };
}
