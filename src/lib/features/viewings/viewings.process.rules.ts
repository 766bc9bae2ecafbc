/** The states of a video viewing and what leads from one to the next, as data. Browser-safe. */

export const viewingStates = ['to_pay', 'booked', 'done', 'missed', 'cancelled', 'refunding', 'refunded', 'expired'] as const;
export type ViewingState = (typeof viewingStates)[number];

/** `payment`: money that arrived or went back. `clock`: a deadline. */
export const viewingActors = ['customer', 'staff', 'payment', 'clock'] as const;
export type ViewingActor = (typeof viewingActors)[number];

/** `cancel`: nothing is to go back; `withdraw`: all of it is. `miss`: we could not do it. */
export const viewingEvents = ['pay', 'lapse', 'cancel', 'withdraw', 'report', 'miss', 'late-pay', 'refunded'] as const;
export type ViewingEvent = (typeof viewingEvents)[number];

type Edge = { readonly from: ViewingState; readonly event: ViewingEvent; readonly to: ViewingState; readonly by: ViewingActor };

export const viewingEdges: readonly Edge[] = [
  { from: 'to_pay', event: 'pay', to: 'booked', by: 'payment' },
  { from: 'to_pay', event: 'lapse', to: 'expired', by: 'clock' },
  { from: 'to_pay', event: 'cancel', to: 'cancelled', by: 'customer' },
  { from: 'booked', event: 'cancel', to: 'cancelled', by: 'customer' },
  { from: 'booked', event: 'withdraw', to: 'refunding', by: 'customer' },
  { from: 'booked', event: 'report', to: 'done', by: 'staff' },
  { from: 'booked', event: 'miss', to: 'missed', by: 'staff' },
  // What we did not do is given back.
  { from: 'missed', event: 'refunded', to: 'refunded', by: 'payment' },
  { from: 'refunding', event: 'refunded', to: 'refunded', by: 'payment' },
  // Money that came too late: the place again where it is still free, else back.
  { from: 'expired', event: 'pay', to: 'booked', by: 'payment' },
  { from: 'expired', event: 'late-pay', to: 'refunding', by: 'payment' },
  { from: 'cancelled', event: 'late-pay', to: 'refunding', by: 'payment' },
];

/** States that keep a place. */
export const placedStates = ['to_pay', 'booked', 'done'] as const satisfies readonly ViewingState[];

/**
 * Where an event leads; undefined where it may not happen, or not by this actor.
 * @example nextViewingState('booked', 'report', 'staff') // 'done'
 * @example nextViewingState('booked', 'report', 'customer') // undefined
 */
export function nextViewingState(from: ViewingState, event: ViewingEvent, by: ViewingActor): ViewingState | undefined {
  return viewingEdges.find((edge) => edge.from === from && edge.event === event && edge.by === by)?.to;
}
