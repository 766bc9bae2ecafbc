/** Whether one lease option has all of what a reader asked for: the meaning of the list query (`fitting-offer.repository.ts`), for homes that are at hand. Pure. */
import { leaseBands } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter, UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import { nightsBetween } from '#lib/dates/dates.ts';
import { currencies } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import { chosenDimensions, monthBit } from './facets.rules.ts';

/** A lease option with what belongs to its unit. */
export type AskedTenancy = {
  readonly unitType: UnitType;
  readonly bathroom: 'private' | 'shared';
  readonly maxOccupants: number;
  /** Property-local days. */
  readonly moveIn: string;
  readonly moveOut: string;
  /** The rent that is charged, in the currency of the country; undefined when there is no rate for it. */
  readonly weekly: Money | undefined;
};

/** Whether the filter asks for something that not every lease option of a home has. */
export function asksForOffers(filter: ListFilter): boolean {
  return chosenDimensions(filter).units.length > 0;
}

/** @param soon last day of move-in that counts as available now. */
export function optionFits(filter: ListFilter, option: AskedTenancy, soon: string): boolean {
  const month = monthBit(Number(option.moveIn.slice(0, 7).replace('-', '')));
  const weeks = Math.round(nightsBetween(option.moveIn, option.moveOut) / 7);
  const whole = option.weekly && Number(option.weekly.minor) / 10 ** currencies[option.weekly.currency].exponent;
  const isWithin = ({ from, to }: { readonly from: number; readonly to: number }, value: number): boolean => value >= from && value <= to;
  return (
    (filter.types.length === 0 || filter.types.includes(option.unitType)) &&
    (filter.bathroom === undefined || option.bathroom === filter.bathroom) &&
    (filter.guests === undefined || option.maxOccupants >= filter.guests) &&
    (filter.months.length === 0 || filter.months.some((asked) => monthBit(asked) === month)) &&
    (filter.leases.length === 0 || filter.leases.some((band) => isWithin(leaseBands[band] ?? { from: 1, to: 0 }, weeks))) &&
    (filter.rent === undefined || (whole !== undefined && whole >= filter.rent.from && whole < filter.rent.to + 1)) &&
    (!filter.availableNow || option.moveIn <= soon)
  );
}
