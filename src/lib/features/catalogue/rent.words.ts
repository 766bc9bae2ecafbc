/** Rents with their unit of time and lengths of leases, in the reader's words. */
import { numberFormat } from '#lib/i18n/formats.ts';
import type { T } from '#lib/i18n/t.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { LeaseUnit, Money } from '#lib/money/money.ts';
import { rentIn } from './local-rent.rules.ts';
import type { LocalRent } from './local-rent.rules.ts';

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

/** The amount alone, with "about" where it was worked out. @example localAmount(translator('en-us'), { amount: money(11300n, 'GBP'), unit: 'WEEK', isDerived: true }, 'en-GB') // 'about £113' */
export function localAmount(t: T, { amount, isDerived }: LocalRent, intl: string): string {
  return isDerived ? t('listings.about', { amount: formatMoney(amount, intl) }) : formatMoney(amount, intl);
}

/** A rent in the unit its country counts in. @example localRentPer(translator('en-us'), { amount: money(11300n, 'GBP'), unit: 'WEEK', isDerived: true }, 'en-GB') // 'about £113 per week' */
export function localRentPer(t: T, rent: LocalRent, intl: string): string {
  return t(keys[rent.unit], { amount: localAmount(t, rent, intl) });
}

/**
 * What stands second beside a rent in its country's unit: the rent as listed where that is another, otherwise the same by the
 * month or the week, which is worked out. A rent that is told without its week so far has that too, as all filters are by the week.
 */
export function otherRent(t: T, rent: Money, listed: LeaseUnit, first: LocalRent, intl: string): string {
  const quoted = first.isDerived ? [t('listings.listed_as', { rent: rentPer(t, rent, listed, intl) })] : [];
  const isWeekTold = first.unit === 'WEEK' || listed === 'WEEK';
  if (first.isDerived && isWeekTold) return quoted.join('');
  return [...quoted, localRentPer(t, rentIn(rent, listed, first.unit === 'WEEK' ? 'MONTH' : 'WEEK'), intl)].join(' · ');
}

/**
 * What a card says below its rent: the same words as the home's page, where they tell the week that a filter asked for or what was
 * quoted; nothing where the rent is by the week as it was listed.
 */
export function rentBelow(t: T, rent: Money, listed: LeaseUnit, first: LocalRent, intl: string): string | undefined {
  return first.isDerived || first.unit === 'MONTH' ? otherRent(t, rent, listed, first, intl) : undefined;
}
