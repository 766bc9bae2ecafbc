/** Rents in the unit that people of a country count in, so that homes side by side are told in one. Pure. */
import { monthly, weekly, wholeUnits } from '#lib/money/money.ts';
import type { LeaseUnit, Money } from '#lib/money/money.ts';
import type { TenancyTerms } from './listings.schema.ts';

/** A rent as a country counts it. */
export type LocalRent = {
  /** In whole units of the currency where it was worked out. */
  readonly amount: Money;
  readonly unit: 'WEEK' | 'MONTH';
  /** Whether the rent is listed in another unit, so that the amount is about right and the listed one stands second. */
  readonly isDerived: boolean;
};

/** A rent in another unit than it is listed in, in whole units of the currency. */
export function rentIn(rent: Money, listed: LeaseUnit, unit: 'WEEK' | 'MONTH'): LocalRent {
  const amount = unit === 'WEEK' ? weekly(rent, listed) : monthly(rent, listed);
  return { amount: unit === listed ? amount : wholeUnits(amount), unit, isDerived: unit !== listed };
}

/** What a country counts rents in: weeks where it lists them by the week, months elsewhere. */
export function localUnit(counted: LeaseUnit): 'WEEK' | 'MONTH' {
  return counted === 'WEEK' || counted === 'DAY' ? 'WEEK' : 'MONTH';
}

/**
 * The rent that is charged, by the week where the country counts in weeks and by the month elsewhere.
 * @example localRent({ ...terms, rent: money(48900n, 'GBP'), unit: 'MONTH' }, 'WEEK').amount // money(11300n, 'GBP')
 */
export function localRent({ rent, promoRent, unit }: Pick<TenancyTerms, 'rent' | 'promoRent' | 'unit'>, counted: LeaseUnit): LocalRent {
  return rentIn(promoRent ?? rent, unit, localUnit(counted));
}
