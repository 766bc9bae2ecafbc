/** The states of a video viewing, what leads from one to the next, and when, as data. The database holds the times by a trigger. Browser-safe. */

export const viewingStates = ['to_pay', 'booked', 'done', 'missed', 'cancelled', 'refunding', 'refunded', 'expired'] as const;
export type ViewingState = (typeof viewingStates)[number];

/** `payment`: money that arrived or went back. `clock`: a deadline. */
export const viewingActors = ['customer', 'staff', 'payment', 'clock'] as const;
export type ViewingActor = (typeof viewingActors)[number];

/** `cancel`: nothing is to go back; `withdraw`: all of it is. `miss`: we could not do it. */
export const viewingEvents = ['pay', 'lapse', 'cancel', 'withdraw', 'report', 'miss', 'late-pay', 'refunded'] as const;
export type ViewingEvent = (typeof viewingEvents)[number];

/** When an edge is open: whenever, once it is to be paid no longer, or by when the viewing begins. */
export const viewingTimes = ['any', 'deadline', 'before-start', 'from-start'] as const;
export type ViewingTime = (typeof viewingTimes)[number];

/** What of a viewing decides when its edges are open. */
export type ViewingMoment = { readonly now: Date; readonly startsAt: Date; readonly payUntil: Date };

/** Whether an edge of this time is open. */
export function isViewingTime(time: ViewingTime, { now, startsAt, payUntil }: ViewingMoment): boolean {
  if (time === 'deadline') return payUntil <= now;
  return time === 'any' || (time === 'before-start') === startsAt > now;
}

type Edge = {
  readonly from: ViewingState;
  readonly event: ViewingEvent;
  readonly to: ViewingState;
  readonly by: ViewingActor;
  readonly time: ViewingTime;
};

export const viewingEdges: readonly Edge[] = [
  { from: 'to_pay', event: 'pay', to: 'booked', by: 'payment', time: 'before-start' },
  { from: 'to_pay', event: 'lapse', to: 'expired', by: 'clock', time: 'deadline' },
  { from: 'to_pay', event: 'cancel', to: 'cancelled', by: 'customer', time: 'any' },
  { from: 'booked', event: 'cancel', to: 'cancelled', by: 'customer', time: 'before-start' },
  { from: 'booked', event: 'withdraw', to: 'refunding', by: 'customer', time: 'before-start' },
  { from: 'booked', event: 'report', to: 'done', by: 'staff', time: 'from-start' },
  { from: 'booked', event: 'miss', to: 'missed', by: 'staff', time: 'any' },
  // What we did not do is given back.
  { from: 'missed', event: 'refunded', to: 'refunded', by: 'payment', time: 'any' },
  { from: 'refunding', event: 'refunded', to: 'refunded', by: 'payment', time: 'any' },
  // Money that came too late: the place again where it is still free, else back.
  { from: 'expired', event: 'pay', to: 'booked', by: 'payment', time: 'before-start' },
  { from: 'to_pay', event: 'late-pay', to: 'refunding', by: 'payment', time: 'any' },
  { from: 'expired', event: 'late-pay', to: 'refunding', by: 'payment', time: 'any' },
  { from: 'cancelled', event: 'late-pay', to: 'refunding', by: 'payment', time: 'any' },
];

/** States that keep a place. */
export const placedStates = ['to_pay', 'booked', 'done'] as const satisfies readonly ViewingState[];

/**
 * Where an event leads; undefined where it may not happen, not by this actor, or not now.
 * @example nextViewingState('booked', 'report', 'customer', { now: new Date(), startsAt: new Date(), payUntil: new Date() }) // undefined
 */
export function nextViewingState(from: ViewingState, event: ViewingEvent, by: ViewingActor, moment: ViewingMoment): ViewingState | undefined {
  return viewingEdges.find((edge) => edge.from === from && edge.event === event && edge.by === by && isViewingTime(edge.time, moment))?.to;
}
