/** Which of all things comes next, and how far a booking is. Pure, browser-safe. */
import { dayMs, nightsBetween, todayIn } from '#lib/dates/dates.ts';
import type { OrderState } from '#lib/features/orders/order.process.rules.ts';
import { keepsBed } from '#lib/features/orders/orders.rules.ts';
import type { Order, TimelineEntry } from '#lib/features/orders/orders.schema.ts';
import type { OrderCourse } from '#lib/features/orders/own-matters.schema.ts';
import { courseSteps } from './overview.schema.ts';
import type { CourseState, CourseStep, Dated, MatterKind, Step } from './overview.schema.ts';

/** What a person waits for and does nothing about. */
const quiet: readonly MatterKind[] = ['move-in'];

/** Whether something is to be done about it. */
export const isToDo = ({ kind }: Pick<Dated, 'kind'>): boolean => !quiet.includes(kind);

/**
 * The nearest first: what is to be done before what is only waited for, what has a date before what has none.
 * @example inOrder([{ kind: 'answer', by: undefined }, { kind: 'pay', by: new Date(5) }])[0].kind // 'pay'
 */
export function inOrder<Matter extends Dated>(matters: readonly Matter[]): readonly Matter[] {
  const time = ({ by }: Dated): number => by?.getTime() ?? Number.POSITIVE_INFINITY;
  const apart = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
  return matters.toSorted((a, b) => Number(isToDo(b)) - Number(isToDo(a)) || apart(time(a), time(b)));
}

/** Whole days from today to the day of a moment, on the clocks of a zone; below nothing once it is over. */
export const daysTo = (by: Date, zone: string, now: Date): number => nightsBetween(todayIn(zone, now), todayIn(zone, new Date(by.getTime() - 1)));

/** Whether a day alone does not say enough: it is over within one. */
export const isNear = (by: Date, now: Date): boolean => by.getTime() - now.getTime() < dayMs;

/** How many steps are behind an order in a state. */
const stepsBehind: Readonly<Partial<Record<OrderState, number>>> = {
  draft: 0,
  submitted: 1,
  reviewing: 1,
  offered: 2,
  signing: 2,
  to_pay: 3,
  paid: 4,
  confirmed: 4,
  checked_in: 6,
  completed: 6,
};

/** The day of the home on which something last happened. */
const dayOf = (timeline: readonly TimelineEntry[], zone: string, ...events: readonly TimelineEntry['event'][]): string | undefined => {
  const at = timeline.findLast(({ event }) => events.includes(event))?.at;
  return at && todayIn(zone, at);
};

/** The line of a booking: what is done, what is now, what comes later, each with its day. Undefined where it went another way. */
export function stepsOf(order: Order, timeline: readonly TimelineEntry[], { parts }: Pick<OrderCourse, 'parts'>): readonly Step[] | undefined {
  const behind = stepsBehind[order.state];
  if (behind === undefined) return undefined;
  const { zone } = order.home;
  const due = order.deadline && keepsBed(order.state) ? todayIn(zone, new Date(order.deadline.getTime() - 1)) : undefined;
  const later = parts.filter(({ on }) => on !== 'booking');
  const nextRent = later.find(({ isPaid }) => !isPaid);
  const isRentDone = behind >= 4 && nextRent === undefined;
  const stateOf = (step: CourseStep): CourseState => {
    const at = courseSteps.indexOf(step);
    const isDone = step === 'rent' ? isRentDone : step === 'keys' ? behind >= 6 : at < behind;
    if (isDone) return 'done';
    const first = courseSteps.findIndex((one, place) => (one === 'rent' ? !isRentDone : one === 'keys' ? behind < 6 : place >= behind));
    return at === first ? 'now' : 'later';
  };
  const days: Readonly<Record<CourseStep, string | undefined>> = {
    asked: dayOf(timeline, zone, 'submit'),
    yes: dayOf(timeline, zone, 'offer'),
    signed: behind >= 3 ? dayOf(timeline, zone, 'sign') : behind === 2 ? due : undefined,
    paid: behind >= 4 ? dayOf(timeline, zone, 'pay') : behind === 3 ? due : undefined,
    rent: nextRent?.on,
    keys: order.from,
  };
  return courseSteps.map((step) => ({ step, state: stateOf(step), on: days[step] }));
}

/** Of all orders the one that a page is about: that of the next step, else the one that goes on soonest. */
export function focusOf<One extends Order>(orders: readonly One[], next: Order | undefined): One | undefined {
  const ahead = orders.filter(({ state }) => keepsBed(state)).toSorted((a, b) => a.from.localeCompare(b.from));
  return orders.find(({ id }) => id === next?.id) ?? ahead[0] ?? orders.find(({ state }) => state === 'draft');
}
