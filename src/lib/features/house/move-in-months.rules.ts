/** The months in which one can move in to a home, and the question that each of them asks. Pure; days are property-local. */
import { monthOf } from '#lib/dates/dates.ts';
import { leaseBands } from '#lib/features/catalogue/filter-code.rules.ts';
import type { Intake } from '#lib/features/finding/intake.rules.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';
import { weeksOf } from './compare-stay.rules.ts';
import { cheapestOffer, isOffered } from './house.rules.ts';
import type { Conversion } from './house.rules.ts';
import type { ReadHouse, Tenancy, UnitWithTenancies } from './house.schema.ts';

export type MoveInMonth = {
  /** Of move-in, yyyymm. */
  readonly month: number;
  /** The page leads with a lease of it. */
  readonly isShown: boolean;
  readonly question: ReaderQuestion;
};

/** All that was asked for, with another month of move-in. */
export function askedFrom({ filter, near, currency }: ReaderQuestion, month: number): ReaderQuestion {
  return { near, filter: { ...filter, months: [month], availableNow: false }, currency };
}

/** Month and length of the cheapest lease that begins in a month: what leads where no lease of it has all that was asked for. */
function intakeIn(units: readonly UnitWithTenancies[], month: number, today: string, convert: Conversion): Intake | undefined {
  const ofMonth = units.map((unit) => ({ ...unit, tenancies: unit.tenancies.filter(({ moveIn }) => monthOf(moveIn) === month) }));
  const tenancy = cheapestOffer(ofMonth, today, convert)?.tenancy;
  const lease = tenancy ? leaseBands.findIndex(({ from, to }) => weeksOf(tenancy) >= from && weeksOf(tenancy) <= to) : -1;
  return lease < 0 ? undefined : { month, lease };
}

/**
 * By month; none where there is nothing to choose. A lease that has begun can be taken from today on, which is no month to choose.
 * @param shown the lease that the page leads with. @param answers whether a lease that can be taken has all that is asked for.
 */
export function moveInMonths(
  units: readonly UnitWithTenancies[],
  { status, today, question }: Pick<ReadHouse, 'status' | 'today' | 'question'>,
  shown: Tenancy | undefined,
  answers: (question: ReaderQuestion) => boolean,
  convert: Conversion,
): readonly MoveInMonth[] {
  if (status !== 'open' || !shown) return [];
  const leases = units.flatMap(({ tenancies }) => tenancies.filter((tenancy) => isOffered(tenancy, today) && tenancy.moveIn > today));
  const months = [...new Set(leases.map(({ moveIn }) => monthOf(moveIn)))].toSorted((a, b) => a - b);
  const shownMonth = shown.moveIn > today ? monthOf(shown.moveIn) : undefined;
  if (months.every((month) => month === shownMonth)) return [];
  return months.map((month) => {
    const asked = askedFrom(question, month);
    const intake = answers(asked) ? undefined : intakeIn(units, month, today, convert);
    return { month, isShown: month === shownMonth, question: intake ? { ...asked, intake } : asked };
  });
}
