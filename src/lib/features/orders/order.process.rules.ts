/**
 * The states of an order, what happens to it, and who may make it happen: the one table that service, pages, staff and tests read.
 * Whatever it does not name is refused with 409. Browser-safe.
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
  'cancel',
  'refund',
  'give-all-back',
  'refunded',
  'lapse',
] as const;
export type OrderEvent = (typeof orderEvents)[number];

export type OrderEdge = { readonly from: OrderState; readonly event: OrderEvent; readonly to: OrderState; readonly by: readonly OrderActor[] };

const edge = (from: OrderState, event: OrderEvent, to: OrderState, ...by: readonly OrderActor[]): OrderEdge => ({ from, event, to, by });

export const orderGraph: readonly OrderEdge[] = [
  edge('draft', 'submit', 'submitted', 'applicant'),
  edge('draft', 'cancel', 'cancelled', 'applicant'),
  edge('draft', 'lapse', 'expired', 'clock'),
  edge('submitted', 'review', 'reviewing', 'staff'),
  edge('submitted', 'return', 'draft', 'staff'),
  edge('submitted', 'offer', 'offered', 'staff'),
  edge('submitted', 'decline', 'cancelled', 'staff'),
  edge('submitted', 'cancel', 'cancelled', 'applicant'),
  edge('submitted', 'lapse', 'expired', 'clock'),
  edge('reviewing', 'return', 'draft', 'staff'),
  edge('reviewing', 'offer', 'offered', 'staff'),
  edge('reviewing', 'decline', 'cancelled', 'staff'),
  edge('reviewing', 'cancel', 'cancelled', 'applicant'),
  edge('reviewing', 'lapse', 'expired', 'clock'),
  edge('offered', 'accept', 'signing', 'applicant'),
  edge('offered', 'decline', 'cancelled', 'staff'),
  edge('offered', 'cancel', 'cancelled', 'applicant'),
  edge('offered', 'lapse', 'expired', 'clock'),
  edge('signing', 'sign', 'to_pay', 'applicant', 'guardian'),
  edge('signing', 'decline', 'cancelled', 'staff'),
  edge('signing', 'cancel', 'cancelled', 'applicant'),
  edge('signing', 'lapse', 'expired', 'clock'),
  edge('to_pay', 'pay', 'paid', 'payment'),
  edge('to_pay', 'decline', 'cancelled', 'staff'),
  edge('to_pay', 'cancel', 'cancelled', 'applicant'),
  edge('to_pay', 'lapse', 'expired', 'clock'),
  // Money that comes too late books where a bed is still free, and goes back where none is.
  edge('expired', 'pay', 'paid', 'payment'),
  edge('expired', 'refund', 'refunding', 'payment'),
  edge('cancelled', 'refund', 'refunding', 'payment'),
  edge('paid', 'confirm', 'confirmed', 'staff'),
  edge('paid', 'refund', 'refunding', 'applicant', 'staff'),
  // Where the policy gives nothing back, or a bank has taken it all.
  edge('paid', 'cancel', 'cancelled', 'applicant', 'staff'),
  edge('confirmed', 'refund', 'refunding', 'applicant', 'staff'),
  edge('confirmed', 'cancel', 'cancelled', 'applicant', 'staff'),
  edge('confirmed', 'check-in', 'checked_in', 'applicant', 'staff'),
  edge('checked_in', 'complete', 'completed', 'clock', 'staff'),
  edge('checked_in', 'refund', 'refunding', 'staff'),
  // The home cannot be given, by the provider or by us: what was paid comes back whole, whatever the policy says.
  edge('paid', 'give-all-back', 'refunding', 'staff'),
  edge('confirmed', 'give-all-back', 'refunding', 'staff'),
  edge('checked_in', 'give-all-back', 'refunding', 'staff'),
  edge('refunding', 'refunded', 'refunded', 'payment'),
  // What waited for a proof goes back after the first part has.
  edge('refunded', 'refund', 'refunding', 'payment'),
];

/** States in which a bed is kept until a deadline. */
export const waitingStates = ['submitted', 'reviewing', 'offered', 'signing', 'to_pay'] as const satisfies readonly OrderState[];
/** States in which a bed is sold. */
export const soldStates = ['paid', 'confirmed', 'checked_in'] as const satisfies readonly OrderState[];

/**
 * Where an event leads; undefined where it may not happen, or not by this actor.
 * @example nextState('to_pay', 'pay', 'payment') // 'paid'
 * @example nextState('to_pay', 'pay', 'applicant') // undefined
 */
export function nextState(from: OrderState, event: OrderEvent, by: OrderActor): OrderState | undefined {
  return orderGraph.find((one) => one.from === from && one.event === event && one.by.includes(by))?.to;
}

/** What an actor may do now. @example eventsOpen('checked_in', 'staff') // ['complete', 'refund', 'give-all-back'] */
export function eventsOpen(from: OrderState, by: OrderActor): readonly OrderEvent[] {
  return orderGraph.filter((one) => one.from === from && one.by.includes(by)).map(({ event }) => event);
}
