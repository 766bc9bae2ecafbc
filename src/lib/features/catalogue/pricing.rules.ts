/** The whole price of a lease option (docs/domain.md, "Money"; R3.53). Pure; every derived amount comes from the listed rent. */
import { addDays, nightsBetween, sharedNights } from '#lib/dates/dates.ts';
import { add, monthly, rentForNights, scale, weekly } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { TenancyTerms } from './listings.schema.ts';

/**
 * The terms for somebody who decides today: of a lease that has begun, the nights that remain.
 * @example fromToday({ ...terms, moveIn: '2026-09-01' }, '2026-11-22').moveIn // '2026-11-22'
 */
export function fromToday<T extends Pick<TenancyTerms, 'moveIn' | 'moveOut'>>(terms: T, today: string): T {
  return terms.moveIn < today && today < terms.moveOut ? { ...terms, moveIn: today } : terms;
}

export type WholePrice = {
  readonly nights: number;
  /** Nights ÷ 7, one decimal. */
  readonly weeks: number;
  /** The rent that is charged: promo where there is one. */
  readonly rent: Money;
  readonly weekly: Money;
  readonly monthly: Money;
  readonly rentTotal: Money;
  readonly bookingFee: Money;
  /** Rent for every night plus mandatory fees; the deposit is not part of it. */
  readonly contractTotal: Money;
  readonly deposit: Money;
  /** What the promo saves over the contract; undefined without promo. */
  readonly saving: Money | undefined;
};

/**
 * The whole price of a tenancy.
 * @example wholePrice(terms).contractTotal // money(51n * 22500n + 5000n, 'GBP')
 */
export function wholePrice(terms: TenancyTerms): WholePrice {
  const nights = nightsBetween(terms.moveIn, terms.moveOut);
  const rent = terms.promoRent ?? terms.rent;
  const rentTotal = rentForNights(rent, terms.unit, nights);
  const listed = rentForNights(terms.rent, terms.unit, nights);
  return {
    nights,
    weeks: Math.round((nights / 7) * 10) / 10,
    rent,
    weekly: weekly(rent, terms.unit),
    monthly: monthly(rent, terms.unit),
    rentTotal,
    bookingFee: terms.bookingFee,
    contractTotal: add(rentTotal, terms.bookingFee),
    deposit: terms.deposit,
    saving: terms.promoRent ? { minor: listed.minor - rentTotal.minor, currency: rent.currency } : undefined,
  };
}

export type UsefulWeek = {
  /** Nights of the contract on which the school teaches. */
  readonly usefulNights: number;
  /** Total ÷ useful nights × 7. */
  readonly cost: Money;
  /** Share of the paid nights outside term, 0–1. */
  readonly idleShare: number;
};

/** Days a contract may reach beyond the known terms on either side: a summer. */
export const summerDays = 150;

/**
 * What a week in term really costs: the total over the nights that fall into teaching terms.
 * Undefined when no term falls into the contract or the known terms end long before it does, because the figure would
 * then be too high.
 * @param total what is paid for all nights: the contract total, or that with bills beside it.
 */
export function costPerUsefulWeek(
  terms: TenancyTerms,
  teaching: readonly { readonly start: string; readonly end: string }[],
  total: Money = wholePrice(terms).contractTotal,
): UsefulWeek | undefined {
  const first = teaching.map(({ start }) => start).toSorted()[0];
  const last = teaching
    .map(({ end }) => end)
    .toSorted()
    .at(-1);
  if (!first || !last || addDays(first, -summerDays) > terms.moveIn || addDays(last, summerDays) < terms.moveOut) return undefined;
  const usefulNights = teaching.reduce((sum, { start, end }) => sum + sharedNights({ from: terms.moveIn, to: terms.moveOut }, { from: start, to: end }), 0);
  if (usefulNights === 0) return undefined;
  return { usefulNights, cost: scale(total, 7n, BigInt(usefulNights)), idleShare: 1 - usefulNights / nightsBetween(terms.moveIn, terms.moveOut) };
}
