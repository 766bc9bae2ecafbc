/**
 * The intake of a list: the one month of move-in and length of lease that its cards lead with, so that what stands side by side can be
 * compared. It is that of the move-in and length that most homes of the list offer next with all that was asked for; a reader who chose both
 * has that pair alone.
 * The same as the `season` of finding.repository.ts; `country-lists.test.ts` holds both against each other. Pure.
 */
import { addMonths, dayNumber, monthOf, nightsBetween } from '#lib/dates/dates.ts';
import { isMonth, leaseBands } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { monthBit, offerBits } from './facets.rules.ts';

export type Intake = {
  /** Of move-in, yyyymm. */
  readonly month: number;
  /** Position in `leaseBands`. */
  readonly lease: number;
};

/** How many times the cheapest rent of a home a lease of the intake may cost to lead it: a whole flat does not stand for its cheapest room. */
export const mostOfCheapest = 1.5;

/** Months ahead within which an intake begins: fewer than the bits of months repeat after. */
const monthsAhead = 30;

const firstDay = (date: string): string => `${date.slice(0, 7)}-01`;

/** The days on which an intake begins: `from` inclusive, `to` exclusive. */
export type IntakeSpan = { readonly from: string; readonly to: string };

/** @example intakeSpan('2026-11-30') // { from: '2026-11-30', to: '2029-05-01' } */
export function intakeSpan(today: string): IntakeSpan {
  return { from: today, to: addMonths(firstDay(today), monthsAhead) };
}

/** Whether a list leads with one intake: one that is ordered by move-in shows each home's own first day. */
export function hasIntake({ sort, months }: Pick<ListFilter, 'sort' | 'months'>): boolean {
  return sort !== 'earliest-move-in' || months.length > 0;
}

/** What a lease option of the intake has in `offer_bits`. */
export function intakeBits({ month, lease }: Intake): bigint {
  return (1n << BigInt(offerBits.months.from + monthBit(month))) | (1n << BigInt(offerBits.leases.from + lease));
}

/** The intake of these bits, which begins within the span. */
export function intakeOfBits(bits: bigint, { from }: IntakeSpan): Intake | undefined {
  const lease = leaseBands.findIndex((_, band) => (bits >> BigInt(offerBits.leases.from + band)) & 1n);
  const ahead = Array.from({ length: monthsAhead }, (_, index) => monthOf(addMonths(firstDay(from), index)));
  const month = ahead.find((one) => (bits >> BigInt(offerBits.months.from + monthBit(one))) & 1n);
  return lease >= 0 && month !== undefined ? { month, lease } : undefined;
}

/** The code of an intake in a query. @example intakeCode({ month: 202709, lease: 4 }) // '202709a5' */
export const intakeCode = ({ month, lease }: Intake): string => `${month}a${lease + 1}`;

/** Undefined for what is no such code. @example readIntake('202709a5') // { month: 202709, lease: 4 } */
export function readIntake(code: string): Intake | undefined {
  const [, month, lease] = /^(\d{6})a(\d)$/.exec(code) ?? [];
  const intake = { month: Number(month), lease: Number(lease) - 1 };
  return isMonth(intake.month) && leaseBands[intake.lease] ? intake : undefined;
}

/** Whether a lease is of the intake. */
export function isOfIntake({ month, lease }: Intake, { moveIn, moveOut }: { readonly moveIn: string; readonly moveOut: string }): boolean {
  const weeks = Math.round(nightsBetween(moveIn, moveOut) / 7);
  const band = leaseBands[lease];
  return band !== undefined && monthOf(moveIn) === month && weeks >= band.from && weeks <= band.to;
}

/** Months from the first to the second, which stand as yyyymm. */
const monthsBetween = (from: number, to: number): number => (Math.floor(to / 100) - Math.floor(from / 100)) * 12 + (to % 100) - (from % 100);

/**
 * How far a lease is from an intake: 0 for one of it, then by length within its month, then by months. Only to be put in order.
 * @example intakeDistance({ month: 202709, lease: 4 }, { moveIn: '2027-09-04', moveOut: '2028-07-08' }) // 1
 */
export function intakeDistance({ month, lease }: Intake, { moveIn, moveOut }: { readonly moveIn: string; readonly moveOut: string }): number {
  const weeks = Math.round(nightsBetween(moveIn, moveOut) / 7);
  const { from, to } = leaseBands[lease] ?? { from: weeks, to: weeks };
  // No lease is a thousand weeks from the length that was asked for.
  return Math.abs(monthsBetween(month, monthOf(moveIn))) * 1000 + Math.max(0, from - weeks, weeks - to);
}

/**
 * The intake of some homes that are at hand, by the rule of lists.
 * @param homes the lease options of each home. @param today the first day on which it may begin.
 */
export function intakeOfHomes(homes: readonly (readonly { readonly moveIn: string; readonly moveOut: string }[])[], today: string): Intake | undefined {
  const counts = new IntakeCounts(intakeSpan(today));
  for (const leases of homes) {
    counts.nextHome();
    for (const { moveIn, moveOut } of leases) {
      const bits = intakeBits({ month: monthOf(moveIn), lease: 0 });
      counts.add(Number(bits & 0xffff_ffffn), Number(bits >> 32n), dayNumber(moveIn), nightsBetween(moveIn, moveOut));
    }
  }
  return counts.most();
}

/** The lowest bit that is set, as a position; -1 for none. */
const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits);
/** How many of the lower 32 bits are months'. */
const lowMonths = 32 - offerBits.months.from;

/** Weeks of the longest lease of an intake, and of none. */
const mostWeeks = Math.max(...leaseBands.map(({ to }) => to));

/** Counts the homes of each month and length in weeks, over lease options in memory: two lengths of one band are not one intake. */
export class IntakeCounts {
  readonly #from: number;
  readonly #to: number;
  readonly #first: number;
  readonly #span: IntakeSpan;
  readonly #homes = new Int32Array(monthsAhead * (mostWeeks + 1));
  readonly #last = new Int32Array(monthsAhead * (mostWeeks + 1));
  #home = 0;

  constructor(span: IntakeSpan) {
    this.#span = span;
    this.#from = dayNumber(span.from);
    this.#to = dayNumber(span.to);
    this.#first = monthBit(monthOf(span.from));
  }

  /** Begins the next home, of which each intake counts once. */
  nextHome(): void {
    this.#home++;
  }

  /** @param low the lower 32 of its `offer_bits`. @param moveIn day number. */
  add(low: number, high: number, moveIn: number, nights: number): void {
    const weeks = Math.round(nights / 7);
    if (moveIn < this.#from || moveIn >= this.#to || weeks < 1 || weeks > mostWeeks) return;
    const months = low >>> offerBits.months.from;
    const position = months === 0 ? lowMonths + lowest(high) : lowest(months);
    const at = ((position - this.#first + offerBits.months.size) % offerBits.months.size) * (mostWeeks + 1) + weeks;
    if (this.#last[at] === this.#home) return;
    this.#last[at] = this.#home;
    this.#homes[at] = (this.#homes[at] ?? 0) + 1;
  }

  /** What most homes offer; of several the one that begins first, then the longest. Undefined where none offers any. */
  most(): Intake | undefined {
    let best: { readonly month: number; readonly weeks: number; readonly homes: number } | undefined;
    for (let month = 0; month < monthsAhead; month++)
      for (let weeks = mostWeeks; weeks > 0; weeks--) {
        const homes = this.#homes[month * (mostWeeks + 1) + weeks] ?? 0;
        if (homes > (best?.homes ?? 0)) best = { month, weeks, homes };
      }
    if (!best) return undefined;
    const { month, weeks } = best;
    return { month: monthOf(addMonths(firstDay(this.#span.from), month)), lease: leaseBands.findIndex(({ from, to }) => weeks >= from && weeks <= to) };
  }
}
