/**
 * Bills that are not in the rent: an estimate from published figures, or the bare fact that they come on top. Never part
 * of what is owed. The one rule for cards, prices and comparison. Pure.
 */
import type { Country, School } from '#lib/features/geo/geo.schema.ts';
import { estimatedBills } from '#lib/features/geo/places.schema.ts';
import type { CountryBills } from '#lib/features/geo/places.schema.ts';
import { currencies } from '#lib/money/currencies.ts';
import { add, money } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { UnitType } from './filter-code.rules.ts';
import type { BillCode, TenancyTerms } from './listings.schema.ts';
import { costPerUsefulWeek, wholePrice } from './pricing.rules.ts';
import type { UsefulWeek, WholePrice } from './pricing.rules.ts';

/** `apart`: some are paid apart, and nobody publishes a figure for all of them. Undefined altogether: none is paid apart. */
export type BillsApart =
  | { readonly kind: 'apart'; readonly missing: readonly BillCode[] }
  | {
      readonly kind: 'about';
      readonly missing: readonly BillCode[];
      /** For one tenant of the unit, in whole units of the currency. */
      readonly weekly: Money;
      /** Each with the day from which it holds. */
      readonly sources: readonly { readonly source: string; readonly asOf: string }[];
    };

/** Usual bills that a rent is said not to include: of one whose supplier names no bill it is not known. */
export function billsSaidApart(included: readonly BillCode[]): readonly BillCode[] {
  return included.length === 0 ? [] : estimatedBills.filter((bill) => !included.includes(bill));
}

/** Who pays the bills of a unit: one person alone, one of several who share, or all who live in it together. */
function shareOf(type: UnitType): 'alone' | 'shared' | 'home' {
  switch (type) {
    case 'studio':
    case 'one-bedroom':
      return 'alone';
    case 'ensuite':
    case 'shared-room':
    case 'homestay':
      return 'shared';
    case 'two-bedroom':
    case 'whole-apartment':
    case 'house':
      return 'home';
  }
}

function yearOf({ alone, home }: CountryBills['figures'][number], share: ReturnType<typeof shareOf>, people: number): number | undefined {
  if (share === 'alone') return alone;
  return home === undefined || share === 'home' ? home : home / people;
}

/**
 * What of the usual bills is not in the rent, and about what that comes to a week.
 * @param type of the unit; without one nothing can be estimated.
 */
export function billsApart(
  included: readonly BillCode[],
  type: UnitType | undefined,
  { bills, currency }: Pick<Country, 'bills' | 'currency'>,
): BillsApart | undefined {
  const missing = bills.usual.filter((bill) => !included.includes(bill));
  if (missing.length === 0) return undefined;
  // A figure that covers two bills, gas and the heating it gives, counts once.
  const figures = bills.figures.filter(({ covers }) => covers.some((bill) => missing.includes(bill)));
  const years = type ? figures.map((figure) => yearOf(figure, shareOf(type), bills.people)) : [undefined];
  const isKnown = missing.every((bill) => figures.some(({ covers }) => covers.includes(bill)));
  const year = years.reduce<number | undefined>((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0);
  if (!isKnown || year === undefined) return { kind: 'apart', missing };
  const minorUnits = 10n ** BigInt(currencies[currency].exponent);
  return {
    kind: 'about',
    missing,
    weekly: money(BigInt(Math.max(1, Math.round(year / 52))) * minorUnits, currency),
    sources: [...new Map(figures.map(({ source, asOf }) => [source, { source, asOf }])).values()],
  };
}

/** The contract total with the estimated bills of every night, to the nearest whole unit; what the contract says stays `contractTotal`. */
export function totalWithBills({ contractTotal, nights }: Pick<WholePrice, 'contractTotal' | 'nights'>, weekly: Money): Money {
  const minorUnits = 10n ** BigInt(currencies[weekly.currency].exponent);
  const { minor } = add(contractTotal, money((weekly.minor * BigInt(nights)) / 7n, weekly.currency));
  return money(((minor + minorUnits / 2n) / minorUnits) * minorUnits, weekly.currency);
}

/** What a lease comes to in all, and how much of its bills that has: all, an estimate of them, or none of those that come on top. */
export type TotalWithBills = { readonly amount: Money; readonly bills: 'in' | 'estimated' | 'beside' };

/**
 * The total by which leases are compared: on cards, pages, in comparisons and in the order of lists
 * (`finding/lease-figures.rules.ts` works out the same for thousands). Bills in another currency than the rent are not added.
 */
export function comparedTotal(price: Pick<WholePrice, 'contractTotal' | 'nights'>, bills: BillsApart | undefined): TotalWithBills {
  const { contractTotal } = price;
  if (!bills) return { amount: contractTotal, bills: 'in' };
  if (bills.kind !== 'about' || bills.weekly.currency !== contractTotal.currency) return { amount: contractTotal, bills: 'beside' };
  return { amount: totalWithBills(price, bills.weekly), bills: 'estimated' };
}

/** The cost of a week in which the school teaches, with the bills beside the rent as far as they can be estimated. */
export function usefulWeekWithBills(
  school: Pick<School, 'terms'>,
  terms: TenancyTerms,
  bills: BillsApart | undefined,
): (UsefulWeek & Pick<TotalWithBills, 'bills'>) | undefined {
  const total = comparedTotal(wholePrice(terms), bills);
  const week = costPerUsefulWeek(terms, school.terms.terms, total.amount);
  return week && { ...week, bills: total.bills };
}
