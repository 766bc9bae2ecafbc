/**
 * The figures that lists are ordered by and that have to be worked out: what a home's lease comes to in all, and for each
 * week of teaching. Plain numbers, because they are asked of all homes of a city or country at once; the same as
 * `comparedTotal` and `usefulWeekWithBills` tell on cards and pages, which a property test holds.
 */
import { billsApart } from '#lib/features/catalogue/bills.rules.ts';
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import type { Sort } from '#lib/features/catalogue/filter-code.rules.ts';
import { summerDays } from '#lib/features/catalogue/pricing.rules.ts';
import type { City, Country, Place, School } from '#lib/features/geo/geo.schema.ts';
import { estimatedBills } from '#lib/features/geo/places.schema.ts';
import { dayNumber } from '#lib/dates/dates.ts';
import { usualCommute } from '#lib/geo/distance.ts';
import { currencies } from '#lib/money/currencies.ts';
import { leaseUnits } from '#lib/money/money.ts';

/** Orders that need the lease a card leads with, or the way from its home. */
export const figureSorts = ['contract-total', 'useful-week', 'commute'] as const satisfies readonly Sort[];
export type FigureSort = (typeof figureSorts)[number];

export function isFigureSort(sort: Sort): sort is FigureSort {
  return figureSorts.some((one) => one === sort);
}

/** The lease that a card leads with. Amounts in minor units of the country's currency, days since 1970. */
export type LeadLease = {
  /** The rent that is charged; negative where it cannot be told in the country's currency. */
  readonly rent: number;
  readonly fee: number;
  readonly moveIn: number;
  readonly moveOut: number;
  /** Bits: 0–1 position in `leaseUnits`, 2–4 position in `unitTypes`, 5 quoted in another currency than the country's, 6–10 `estimatedBills` in the rent. */
  readonly flags: number;
};

/** What the figures of one list are worked out with. */
export type FigureBasis = {
  /** Day number where the list is. */
  readonly today: number;
  /** Minor units in one whole unit of the country's currency. */
  readonly minorUnits: number;
  /** Estimated bills a week in minor units, by bills in the rent × 8 + unit type; 0 where none are paid apart or none can be estimated. */
  readonly bills: Int32Array;
  /** Teaching of the school that the list is about, as day numbers. */
  readonly teaching: readonly { readonly start: number; readonly end: number }[];
};

/** A figure that cannot be told stands last. */
export const noFigure = Number.POSITIVE_INFINITY;

function billsTable(country: Country): Int32Array {
  const table = new Int32Array(1 << (estimatedBills.length + 3));
  for (let included = 0; included < 1 << estimatedBills.length; included++) {
    const inRent = estimatedBills.filter((_, at) => (included >> at) & 1);
    for (const [at, type] of unitTypes.entries()) {
      const bills = billsApart(inRent, type, country);
      table[included * 8 + at] = bills?.kind === 'about' ? Number(bills.weekly.minor) : 0;
    }
  }
  return table;
}

/** @param around what the list is about; its school's terms count weeks. */
export function figureBasis(country: Country, around: Country | City | School | Place, today: string): FigureBasis {
  return {
    today: dayNumber(today),
    minorUnits: 10 ** currencies[country.currency].exponent,
    bills: billsTable(country),
    teaching: around.kind === 'school' ? around.terms.terms.map(({ start, end }) => ({ start: dayNumber(start), end: dayNumber(end) })) : [],
  };
}

const half = (value: number): number => Math.floor(value / 2);
const rounded = (numerator: number, denominator: number): number => Math.floor((numerator + half(denominator)) / denominator);

/** The first night that somebody pays who decides today. */
const firstNight = ({ moveIn, moveOut }: LeadLease, today: number): number => (moveIn < today && today < moveOut ? today : moveIn);

function rentOf({ rent, flags }: LeadLease, nights: number): number {
  switch (leaseUnits[flags & 3]) {
    case 'DAY':
      return rent * nights;
    case 'MONTH':
      return rounded(rent * nights * 12, 364);
    case 'YEAR':
      return rounded(rent * nights, 364);
    default:
      return rounded(rent * nights, 7);
  }
}

/** What all nights come to, with the bills beside the rent as far as they can be estimated; then in whole units. */
export function totalFigure(lease: LeadLease | undefined, basis: FigureBasis): number {
  if (!lease || lease.rent < 0) return noFigure;
  const nights = lease.moveOut - firstNight(lease, basis.today);
  const contract = rentOf(lease, nights) + lease.fee;
  const isForeign = ((lease.flags >> 5) & 1) === 1;
  const weekly = isForeign ? 0 : (basis.bills[((lease.flags >> 6) & 31) * 8 + ((lease.flags >> 2) & 7)] ?? 0);
  if (weekly === 0) return contract;
  const { minorUnits } = basis;
  return Math.floor((contract + Math.floor((weekly * nights) / 7) + half(minorUnits)) / minorUnits) * minorUnits;
}

/** That total for each seven nights on which the school teaches. */
export function usefulFigure(lease: LeadLease | undefined, basis: FigureBasis): number {
  const { teaching } = basis;
  const total = totalFigure(lease, basis);
  if (!lease || total === noFigure || teaching.length === 0) return noFigure;
  const moveIn = firstNight(lease, basis.today);
  const first = Math.min(...teaching.map(({ start }) => start)) - summerDays;
  const last = Math.max(...teaching.map(({ end }) => end)) + summerDays;
  if (first > moveIn || last < lease.moveOut) return noFigure;
  const nights = teaching.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(lease.moveOut, end) - Math.max(moveIn, start)), 0);
  return nights === 0 ? noFigure : rounded(total * 7, nights);
}

/** What a list is ordered by, lowest first. */
export function figureOf(sort: FigureSort, lease: LeadLease | undefined, metres: number, basis: FigureBasis | undefined): number {
  switch (sort) {
    case 'commute':
      return usualCommute(metres).minutes;
    case 'contract-total':
      return basis ? totalFigure(lease, basis) : noFigure;
    case 'useful-week':
      return basis ? usefulFigure(lease, basis) : noFigure;
  }
}
