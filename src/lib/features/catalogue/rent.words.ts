/** A rent with its unit of time, in the reader's words. */
import type { T } from '#lib/i18n/t.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { LeaseUnit, Money } from '#lib/money/money.ts';

const keys = { DAY: 'codes.rent_per_DAY', WEEK: 'codes.rent_per_WEEK', MONTH: 'codes.rent_per_MONTH', YEAR: 'codes.rent_per_YEAR' } as const;

/** @example rentPer(t, money(22500n, 'GBP'), 'WEEK', 'en-GB') // '£225 per week' */
export function rentPer(t: T, rent: Money, unit: LeaseUnit, intl: string): string {
  return t(keys[unit], { amount: formatMoney(rent, intl) });
}
