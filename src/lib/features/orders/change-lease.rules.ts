/** Decisions about changing what an application is for. Pure, browser-safe. */
import { isDate } from '#lib/dates/dates.ts';
import type { TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import { paymentPlans } from '#lib/features/quotes/quote.schema.ts';
import type { PaymentPlan, Quote } from '#lib/features/quotes/quote.schema.ts';
import { daysWithin } from '#lib/features/groups/groups.rules.ts';
import { toDecimal } from '#lib/money/money.ts';
import { wholeOf } from './orders.rules.ts';

type Said = { readonly from: string; readonly to: string | undefined; readonly quote: Quote; readonly home: { readonly unit: string } };

const saidOf = ({ from, to, quote, home }: Said): string => {
  const whole = wholeOf(quote);
  return `${home.unit.slice(0, 200)} · ${from} – ${to ?? ''} · ${toDecimal(whole)} ${whole.currency}`;
};

/** What was changed, in no language: room, days and whole price, before and after. */
export const changeNote = (before: Said, after: Said): string => `${saidOf(before)} → ${saidOf(after)}`;

const dayOf = (text: string | null): string | undefined => (text !== null && isDate(text) ? text : undefined);

/** What the address of the page asks to be shown: a lease, days and a way to pay, each where it says one. */
export type AskedChange = {
  readonly lease: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly plan: PaymentPlan | undefined;
};

/** @example readChange(new URLSearchParams('lease=7&plan=all')) // { lease: '7', from: undefined, to: undefined, plan: undefined } */
export const readChange = (query: URLSearchParams): AskedChange => ({
  lease: query.get('lease') ?? '',
  from: dayOf(query.get('move_in')),
  to: dayOf(query.get('move_out')),
  plan: paymentPlans.find((one) => one === query.get('plan')),
});

/**
 * The days that an application gets of another lease: those it has, as far as the lease goes, where that is half of them or more; else the
 * whole lease, as far as it is still to come.
 * @example daysFor({ moveIn: '2027-09-04', moveOut: '2028-07-01' }, { from: '2027-09-01', to: '2028-08-23' }, '2026-11-27') // { from: '2027-09-04', to: '2028-07-01' }
 * @example daysFor({ moveIn: '2027-09-04', moveOut: '2028-07-01' }, { from: '2028-09-01', to: '2029-08-23' }, '2027-10-01') // { from: '2027-10-01', to: '2028-07-01' }
 */
export function daysFor(
  lease: Pick<TenancyTerms, 'moveIn' | 'moveOut'>,
  { from, to }: { readonly from: string; readonly to: string },
  today: string,
): { readonly from: string; readonly to: string } {
  const rest = { moveIn: lease.moveIn < today ? today : lease.moveIn, moveOut: lease.moveOut };
  return daysWithin(rest, { from, to }) ?? { from: rest.moveIn, to: rest.moveOut };
}
