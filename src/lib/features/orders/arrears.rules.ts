/** The course of a part of the price that was not paid by its day. Pure, browser-safe. */
import { addDays, isDate, nightsBetween, todayIn } from '#lib/dates/dates.ts';
import { arrearsDays, mostMoreDays } from './arrears.schema.ts';
import type { Arrear, ArrearsDecision, ArrearsDeed, ArrearsReminder, ArrearsStep } from './arrears.schema.ts';
import { nextState } from './order.process.rules.ts';
import { momentOf } from './orders.rules.ts';
import type { Order } from './orders.schema.ts';

/** The last day on which it was to be paid, where the home is. */
export const dueDayOf = ({ dueAt }: Pick<Arrear, 'dueAt'>, zone: string): string => todayIn(zone, new Date(dueAt.getTime() - 1));

/** Whole days since then. @example daysLate({ dueAt: new Date('2027-09-05T00:00:00Z') }, 'UTC', new Date('2027-09-07T09:00:00Z')) // 3 */
export const daysLate = (arrear: Pick<Arrear, 'dueAt'>, zone: string, now: Date): number => nightsBetween(dueDayOf(arrear, zone), todayIn(zone, now));

const ofThisDay =
  ({ dueAt }: Pick<Arrear, 'dueAt'>) =>
  ({ wasDueAt }: { readonly wasDueAt: Date }): boolean =>
    wasDueAt.getTime() === dueAt.getTime();

/** What was agreed between provider and student about it; undefined where nothing was, or it was put off since. */
export const arrangedFor = (arrear: Pick<Arrear, 'dueAt'>, decisions: readonly ArrearsDecision[]): ArrearsDecision | undefined =>
  decisions.filter(ofThisDay(arrear)).findLast(({ deed }) => deed === 'arranged');

/**
 * The reminder that is to be sent now; undefined where none is. The last one follows the second by as many days as there are between the two, so
 * that nobody reads the last one first. Who has an arrangement, or waits for others to find their transfer, is left alone.
 */
export function reminderDue(
  arrear: Pick<Arrear, 'dueAt' | 'isLookedFor'>,
  { reminders, decisions, zone }: { readonly reminders: readonly ArrearsReminder[]; readonly decisions: readonly ArrearsDecision[]; readonly zone: string },
  now: Date,
): ArrearsStep | undefined {
  if (arrear.isLookedFor || arrangedFor(arrear, decisions)) return undefined;
  const late = daysLate(arrear, zone, now);
  const sent = reminders.filter(ofThisDay(arrear));
  if (sent.some(({ step }) => step === 'last')) return undefined;
  const second = sent.find(({ step }) => step === 'second');
  if (!second) return late >= arrearsDays.second ? 'second' : undefined;
  const since = nightsBetween(todayIn(zone, second.at), todayIn(zone, now));
  return late >= arrearsDays.last && since >= arrearsDays.last - arrearsDays.second ? 'last' : undefined;
}

/** What staff can decide now: a stay ends by the graph of orders alone. */
export function arrearsDeedsFor(order: Pick<Order, 'state' | 'from' | 'to' | 'home' | 'deadline'>, now: Date): readonly ArrearsDeed[] {
  const ends = nextState(order.state, 'end-early', 'staff', momentOf(order, now)) !== undefined;
  return ['more-time', 'arranged', ...(ends ? (['end'] as const) : [])];
}

/**
 * Whether a part can be put off to a day.
 * @param today where the home is
 * @example canWaitUntil('2027-09-05', '2027-09-04') // true
 */
export const canWaitUntil = (until: string, today: string): boolean => isDate(until) && until > today && until <= addDays(today, mostMoreDays);
