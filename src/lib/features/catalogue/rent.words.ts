/** A rent with its unit of time, in the reader's words. */
import { numberFormat } from '#lib/i18n/formats.ts';
import type { T } from '#lib/i18n/t.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { LeaseUnit, Money } from '#lib/money/money.ts';

const keys = { DAY: 'codes.rent_per_DAY', WEEK: 'codes.rent_per_WEEK', MONTH: 'codes.rent_per_MONTH', YEAR: 'codes.rent_per_YEAR' } as const;

/** @example rentPer(t, money(22500n, 'GBP'), 'WEEK', 'en-GB') // '£225 per week' */
export function rentPer(t: T, rent: Money, unit: LeaseUnit, intl: string): string {
  return t(keys[unit], { amount: formatMoney(rent, intl) });
}

const nightsOfMonth = 365.25 / 12;

/**
 * How long a lease runs, as people of the country count: months where the rent is by the month or year, weeks elsewhere.
 * @example leaseLength(t, { weeks: 51, nights: 357 }, 'WEEK', 'en-GB') // '51 weeks'
 */
export function leaseLength(t: T, { weeks, nights }: { readonly weeks: number; readonly nights: number }, unit: LeaseUnit, intl: string): string {
  const number = numberFormat(intl, { maximumFractionDigits: 1 });
  if (unit === 'WEEK' || unit === 'DAY') return t('house.weeks', { count: weeks, weeks: number.format(weeks) });
  const months = Math.round((nights / nightsOfMonth) * 2) / 2;
  return t('house.months', { count: months, months: number.format(months) });
}

/** The rent in the units it is not listed in: "equals £728 per month". */
export function equivalents(t: T, { weekly, monthly }: { readonly weekly: Money; readonly monthly: Money }, unit: LeaseUnit, intl: string): string {
  if (unit === 'WEEK') return t('house.equivalent', { rent: rentPer(t, monthly, 'MONTH', intl) });
  if (unit === 'MONTH') return t('house.equivalent', { rent: rentPer(t, weekly, 'WEEK', intl) });
  return t('house.equivalents', { weekly: rentPer(t, weekly, 'WEEK', intl), monthly: rentPer(t, monthly, 'MONTH', intl) });
}
