/** The one stay that homes are compared for, and their leases brought to it. Pure. */
import { isDate, monthOf, nightsBetween } from '#lib/dates/dates.ts';
import { comparedTotal } from '#lib/features/catalogue/bills.rules.ts';
import type { BillsApart, TotalWithBills } from '#lib/features/catalogue/bills.rules.ts';
import { leaseBands } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { intakeOfHomes, isOfIntake } from '#lib/features/finding/intake.rules.ts';
import type { Intake } from '#lib/features/finding/intake.rules.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';
import { add, rentForNights } from '#lib/money/money.ts';

/** First and last day of a lease, property-local. */
type LeaseDays = { readonly moveIn: string; readonly moveOut: string };

/** A lease that can be taken. `isAsked`: it has all that was asked for. */
export type ComparedLease = LeaseDays & { readonly isAsked: boolean };

/** Whole weeks of a lease, as lists count them. */
export const weeksOf = ({ moveIn, moveOut }: LeaseDays): number => Math.round(nightsBetween(moveIn, moveOut) / 7);

/**
 * The stay that a question without an intake leads to, by the rule of lists: what most of the homes offer next with all that was asked for.
 * Where none has all of it, a month and a length that were asked for are compared nevertheless.
 * @param homes the leases of each home.
 */
export function chosenIntake(
  homes: readonly (readonly ComparedLease[])[],
  { months, leases }: Pick<ListFilter, 'months' | 'leases'>,
  today: string,
): Intake | undefined {
  const asked = intakeOfHomes(
    homes.map((own) => own.filter(({ isAsked }) => isAsked)),
    today,
  );
  if (asked) return asked;
  const any = intakeOfHomes(homes, today);
  const month = months[0] ?? any?.month;
  const lease = leases[0] ?? any?.lease;
  return month === undefined || lease === undefined ? undefined : { month, lease };
}

const ascending = (values: readonly number[]): readonly number[] => [...new Set(values)].toSorted((a, b) => a - b);

/** What the stay can be chosen from: months and lengths (positions in `leaseBands`) that any of the homes lets, and those chosen. */
export function stayChoices(
  leases: readonly LeaseDays[],
  chosen: Intake,
  today: string,
): { readonly months: readonly number[]; readonly leases: readonly number[] } {
  const bands = leases.map((lease) => leaseBands.findIndex(({ from, to }) => weeksOf(lease) >= from && weeksOf(lease) <= to));
  return {
    // One that has begun is let from today on, which is no month to choose.
    months: ascending([...leases.filter(({ moveIn }) => moveIn >= today).map(({ moveIn }) => monthOf(moveIn)), chosen.month]),
    leases: ascending([...bands.filter((band) => band >= 0), chosen.lease]),
  };
}

/** The stay that the form of the page sends as `move_in` and `lease_band`; undefined where it was not sent. @param shown what it stood at. */
export function stayOfForm(query: URLSearchParams, shown: Intake): Intake | undefined {
  const day = query.get('move_in');
  const band = Number(query.get('lease_band')) - 1;
  const lease = leaseBands[band] ? band : undefined;
  if (day === null && lease === undefined) return undefined;
  return { month: day !== null && isDate(day) ? monthOf(day) : shown.month, lease: lease ?? shown.lease };
}

/** The question once a stay is chosen: a month and a length that it asked for are now those. */
export function questionOfStay({ filter, ...question }: ReaderQuestion, intake: Intake): ReaderQuestion {
  const { months, leases } = filter;
  return {
    ...question,
    filter: { ...filter, months: months.length > 0 ? [intake.month] : months, leases: leases.length > 0 ? [intake.lease] : leases },
    intake,
  };
}

/** How a lease answers the stay: it is of it, of its month with another length, or of another month. */
export type StayFit = 'same' | 'length' | 'month';

/** @example stayFit({ month: 202709, lease: 4 }, { moveIn: '2027-09-04', moveOut: '2028-06-17' }) // 'length' */
export function stayFit(intake: Intake, lease: LeaseDays): StayFit {
  if (isOfIntake(intake, lease)) return 'same';
  return monthOf(lease.moveIn) === intake.month ? 'length' : 'month';
}

/** The weeks that sums are brought to: what most of the leases of the stay have, otherwise most of all of them; of several the longest. */
export function commonWeeks(leases: readonly LeaseDays[], intake: Intake | undefined): number | undefined {
  const ofStay = leases.filter((lease) => intake && isOfIntake(intake, lease));
  const counted = [...Map.groupBy((ofStay.length > 0 ? ofStay : leases).map(weeksOf), (weeks) => weeks)];
  return counted.toSorted(([a, one], [b, other]) => other.length - one.length || b - a)[0]?.[0];
}

/** Whether leases side by side are for different stays, so that their sums are not to be read across. */
export function areUneven(leases: readonly LeaseDays[]): boolean {
  return new Set(leases.map((lease) => `${monthOf(lease.moveIn)} ${weeksOf(lease)}`)).size > 1;
}

/** `isOffered`: the lease has that length, and the sum is its own. */
export type BroughtTotal = TotalWithBills & { readonly isOffered: boolean };

/**
 * What a lease would come to if it ran so many weeks: its rent for their nights, the fee once, and the bills beside it as far as they can be
 * estimated. Exact; rounded once, as every sum of a rent.
 * @example broughtTo(terms, 44, undefined).amount // money(44n * 22500n + 5000n, 'GBP')
 */
export function broughtTo(terms: TenancyTerms, weeks: number, bills: BillsApart | undefined): BroughtTotal {
  const price = wholePrice(terms);
  if (weeksOf(terms) === weeks) return { ...comparedTotal(price, bills), isOffered: true };
  const nights = weeks * 7;
  const contractTotal = add(rentForNights(price.rent, terms.unit, nights), price.bookingFee);
  return { ...comparedTotal({ contractTotal, nights }, bills), isOffered: false };
}
