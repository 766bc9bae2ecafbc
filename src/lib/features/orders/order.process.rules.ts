/**
 * The states of an order, what happens to it, who may make it happen, and when: the one table that service, pages, staff and tests read.
 * Whatever it does not name is refused with 409. The database keeps the same table (`order_edges`) and holds it by a trigger. Browser-safe.
 */

export const orderStates = [
  'draft',
  'submitted',
  'reviewing',
  'offered',
  'signing',
  'to_pay',
  'paid',
  'confirmed',
  'checked_in',
  'completed',
  'cancelled',
  'refunding',
  'refunded',
  'expired',
] as const;
export type OrderState = (typeof orderStates)[number];

/** `payment`: what a payment that arrived, or came back, does by itself. `clock`: a deadline. `guardian`: who signs with an applicant that is not of age. */
export const orderActors = ['applicant', 'staff', 'payment', 'clock', 'guardian', 'supplier'] as const;
export type OrderActor = (typeof orderActors)[number];

export const orderEvents = [
  'submit',
  'review',
  'return',
  'offer',
  'decline',
  'accept',
  'sign',
  'pay',
  'confirm',
  'check-in',
  'complete',
  'end-early',
  'cancel',
  'refund',
  'give-all-back',
  'refunded',
  'lapse',
] as const;
export type OrderEvent = (typeof orderEvents)[number];

/**
 * When an edge is open, by the days of the stay where the home is.
 * `any`: whenever. `deadline`: once its deadline is over. `until-first-day` and `until-last-day`: up to that day, and on it.
 * `from-first-day`: on the first day and later. `in-stay`: from the first day to the last. `after-last-day`: once the last day is over; never where
 * there is none.
 */
export const edgeTimes = ['any', 'deadline', 'until-first-day', 'until-last-day', 'from-first-day', 'in-stay', 'after-last-day'] as const;
export type EdgeTime = (typeof edgeTimes)[number];

/** What of an order decides when its edges are open. Days are of the home; `to` undefined: without an end. */
export type OrderMoment = {
  readonly today: string;
  readonly from: string;
  readonly to: string | undefined /** Whether its deadline is over. */;
  readonly isLate: boolean;
};

/** Whether an edge of this time is open. @example isOpenAt('from-first-day', { today: '2027-09-03', from: '2027-09-04', to: undefined, isLate: false }) // false */
export function isOpenAt(time: EdgeTime, { today, from, to, isLate }: OrderMoment): boolean {
  const isBegun = today >= from;
  const isOver = to !== undefined && today > to;
  switch (time) {
    case 'any':
      return true;
    case 'deadline':
      return isLate;
    case 'until-first-day':
      return today <= from;
    case 'until-last-day':
      return !isOver;
    case 'from-first-day':
      return isBegun;
    case 'in-stay':
      return isBegun && !isOver;
    case 'after-last-day':
      return isOver;
  }
}

export type OrderEdge = {
  readonly from: OrderState;
  readonly event: OrderEvent;
  readonly to: OrderState;
  readonly time: EdgeTime;
  readonly by: readonly OrderActor[];
};

const edge = (from: OrderState, event: OrderEvent, to: OrderState, time: EdgeTime, ...by: readonly OrderActor[]): OrderEdge => ({ from, event, to, time, by });

export const orderGraph: readonly OrderEdge[] = [
  edge('draft', 'submit', 'submitted', 'until-first-day', 'applicant'),
  edge('draft', 'cancel', 'cancelled', 'any', 'applicant'),
  edge('draft', 'lapse', 'expired', 'deadline', 'clock'),
  edge('submitted', 'review', 'reviewing', 'any', 'staff'),
  edge('submitted', 'return', 'draft', 'any', 'staff'),
  edge('submitted', 'offer', 'offered', 'until-last-day', 'staff'),
  edge('submitted', 'decline', 'cancelled', 'any', 'staff'),
  edge('submitted', 'cancel', 'cancelled', 'any', 'applicant'),
  edge('submitted', 'lapse', 'expired', 'deadline', 'clock'),
  edge('reviewing', 'return', 'draft', 'any', 'staff'),
  edge('reviewing', 'offer', 'offered', 'until-last-day', 'staff'),
  edge('reviewing', 'decline', 'cancelled', 'any', 'staff'),
  edge('reviewing', 'cancel', 'cancelled', 'any', 'applicant'),
  edge('reviewing', 'lapse', 'expired', 'deadline', 'clock'),
  edge('offered', 'accept', 'signing', 'until-last-day', 'applicant'),
  edge('offered', 'decline', 'cancelled', 'any', 'staff'),
  edge('offered', 'cancel', 'cancelled', 'any', 'applicant'),
  edge('offered', 'lapse', 'expired', 'deadline', 'clock'),
  edge('signing', 'sign', 'to_pay', 'until-last-day', 'applicant', 'guardian'),
  edge('signing', 'decline', 'cancelled', 'any', 'staff'),
  edge('signing', 'cancel', 'cancelled', 'any', 'applicant'),
  edge('signing', 'lapse', 'expired', 'deadline', 'clock'),
  edge('to_pay', 'pay', 'paid', 'until-last-day', 'payment'),
  edge('to_pay', 'decline', 'cancelled', 'any', 'staff'),
  edge('to_pay', 'cancel', 'cancelled', 'any', 'applicant'),
  edge('to_pay', 'lapse', 'expired', 'deadline', 'clock'),
  // Money that comes too late books where a bed is still free, and goes back where none is, whether or not the clock came by meanwhile.
  edge('to_pay', 'refund', 'refunding', 'any', 'payment'),
  edge('expired', 'pay', 'paid', 'until-last-day', 'payment'),
  edge('expired', 'refund', 'refunding', 'any', 'payment'),
  edge('cancelled', 'refund', 'refunding', 'any', 'payment'),
  edge('paid', 'confirm', 'confirmed', 'any', 'staff'),
  edge('paid', 'refund', 'refunding', 'any', 'applicant', 'staff'),
  // Where the policy gives nothing back, or a bank has taken it all.
  edge('paid', 'cancel', 'cancelled', 'any', 'applicant', 'staff'),
  edge('confirmed', 'refund', 'refunding', 'any', 'applicant', 'staff'),
  edge('confirmed', 'cancel', 'cancelled', 'any', 'applicant', 'staff'),
  // Whoever lived there can say so later, too.
  edge('confirmed', 'check-in', 'checked_in', 'from-first-day', 'applicant', 'staff'),
  edge('checked_in', 'complete', 'completed', 'after-last-day', 'clock', 'staff'),
  // Somebody moves out before their last day: the stay is over, and the bed of the days that were paid for stays theirs.
  edge('checked_in', 'end-early', 'completed', 'in-stay', 'staff'),
  edge('checked_in', 'refund', 'refunding', 'any', 'staff'),
  // The home cannot be given, by the provider or by us: what was paid comes back whole, whatever the policy says.
  // Who has paid for what was changed since leaves by it, too: see offer-changes.service.ts.
  edge('paid', 'give-all-back', 'refunding', 'any', 'applicant', 'staff'),
  edge('confirmed', 'give-all-back', 'refunding', 'any', 'staff'),
  edge('checked_in', 'give-all-back', 'refunding', 'any', 'staff'),
  edge('refunding', 'refunded', 'refunded', 'any', 'payment'),
  // What waited for a proof goes back after the first part has.
  edge('refunded', 'refund', 'refunding', 'any', 'payment'),
];

/** States in which a bed is kept until a deadline. */
export const waitingStates = ['submitted', 'reviewing', 'offered', 'signing', 'to_pay'] as const satisfies readonly OrderState[];
/** States in which a bed is sold. */
export const soldStates = ['paid', 'confirmed', 'checked_in'] as const satisfies readonly OrderState[];

/**
 * Where an event leads; undefined where it may not happen, not by this actor, or not now.
 * @example nextState('to_pay', 'pay', 'payment', { today: '2027-09-01', from: '2027-09-04', to: '2028-07-01', isLate: false }) // 'paid'
 * @example nextState('confirmed', 'check-in', 'staff', { today: '2027-09-01', from: '2027-09-04', to: '2028-07-01', isLate: false }) // undefined
 */
export function nextState(from: OrderState, event: OrderEvent, by: OrderActor, moment: OrderMoment): OrderState | undefined {
  return orderGraph.find((one) => one.from === from && one.event === event && one.by.includes(by) && isOpenAt(one.time, moment))?.to;
}

/** What an actor may do now. @example eventsOpen('paid', 'staff', { today: '2027-09-01', from: '2027-09-04', to: undefined, isLate: false }) // ['confirm', 'refund', 'cancel', 'give-all-back'] */
export function eventsOpen(from: OrderState, by: OrderActor, moment: OrderMoment): readonly OrderEvent[] {
  return orderGraph.filter((one) => one.from === from && one.by.includes(by) && isOpenAt(one.time, moment)).map(({ event }) => event);
}
