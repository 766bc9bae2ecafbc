/** What a board of homes can be asked. Pure. */
import { formatDate, formatMonth, monthOf, nightsBetween } from '#lib/dates/dates.ts';
import { leaseBands } from '#lib/features/catalogue/filter-code.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { leaseLength } from '#lib/features/catalogue/rent.words.ts';
import { intakeCode } from '#lib/features/finding/intake.rules.ts';
import type { Intake } from '#lib/features/finding/intake.rules.ts';
import type { CardOffer } from '#lib/features/finding/question.schema.ts';
import type { School } from '#lib/features/geo/geo.schema.ts';
import type { Reader } from '#lib/reader.ts';
import type { BoardChoice } from './board.schema.ts';
import type { LeaseDays } from './list-intake.rules.ts';
import { leaseLabel } from './list-choices.rules.ts';

/** Months and lengths on one board that can be chosen from. */
const mostStays = 40;

type Words = Pick<Reader, 't' | 'intl' | 'locale'>;

function bandOf({ moveIn, moveOut }: LeaseDays): number {
  const weeks = Math.round(nightsBetween(moveIn, moveOut) / 7);
  return leaseBands.findIndex(({ from, to }) => weeks >= from && weeks <= to);
}

/** An intake in words. @example sayIntake({ month: 202709, lease: 4 }, { t: translator('en-us'), intl: 'en-GB' }) // 'September 2027, 45 weeks or more' */
export const sayIntake = ({ month, lease }: Intake, { t, intl }: Pick<Words, 't' | 'intl'>): string =>
  t('house.compare_stay_of', { month: formatMonth(month, intl), length: leaseLabel(t, lease) });

/** The lease that most homes lead with, in words; the month and length that were asked for where none has it. */
export function sayLease(said: CardOffer | undefined, intake: Intake | undefined, words: Words): string | undefined {
  const { t, intl } = words;
  if (!said) return intake && sayIntake(intake, words);
  return t('house.compare_stay_of', {
    month: formatDate(said.terms.moveIn, intl),
    length: leaseLength(t, wholePrice(said.terms), said.terms.unit, intl),
  });
}

/** What the leases of some homes can be asked for: each month and length that one of them begins with, and the chosen one. @param today no lease that has begun is a month to choose. */
export function stayOptions(leases: readonly LeaseDays[], chosen: Intake | undefined, today: string, words: Words): readonly BoardChoice[] {
  const offered = leases.flatMap((lease): readonly Intake[] => {
    const band = bandOf(lease);
    return band < 0 || lease.moveIn < today ? [] : [{ month: monthOf(lease.moveIn), lease: band }];
  });
  const sorted = [...offered, ...(chosen ? [chosen] : [])].toSorted((a, b) => a.month - b.month || b.lease - a.lease);
  const each = new Map(sorted.map((intake) => [intakeCode(intake), intake]));
  const current = chosen && intakeCode(chosen);
  return [...each]
    .filter(([code], at) => at < mostStays || code === current)
    .map(([value, intake]) => ({ value, label: sayIntake(intake, words), current: value === current }));
}

/** Where ways can lead: the centre of each home's city, or one of these schools. */
export function schoolOptions(schools: readonly School[], chosen: string | undefined, { t, intl, locale }: Words): readonly BoardChoice[] {
  const named = schools
    .map(({ slug, names }) => ({ value: slug, label: names[locale], current: slug === chosen }))
    .toSorted((a, b) => a.label.localeCompare(b.label, intl));
  return [{ value: '', label: t('shortlist.board_centre'), current: chosen === undefined }, ...named];
}
