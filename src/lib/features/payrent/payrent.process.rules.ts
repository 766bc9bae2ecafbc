/** The states of rent that is paid to a landlord outside of the site, what leads from one to the next, and when, as data. Browser-safe. */

export const rentStates = ['draft', 'to_pay', 'paid', 'paying_out', 'paid_out', 'cancelled', 'refunding', 'refunded', 'expired'] as const;
export type RentState = (typeof rentStates)[number];

/** `payment`: money that arrived or went back. `payout`: what a provider brings to the landlord. `clock`: a deadline. */
export const rentActors = ['customer', 'staff', 'payment', 'payout', 'clock'] as const;
export type RentActor = (typeof rentActors)[number];

/** `cancel`: nothing has come yet, or a bank has taken all of it back; `withdraw`: what has come goes back. `keep`: a refund that nobody agreed to. `return`: what was sent did not get there. */
export const rentEvents = ['submit', 'pay', 'lapse', 'cancel', 'withdraw', 'decline', 'keep', 'send', 'pay-out', 'return', 'late-pay', 'refunded'] as const;
export type RentEvent = (typeof rentEvents)[number];

/** When an edge is open: whenever, or once it is to be paid no longer. The database holds it by a trigger. */
export const rentTimes = ['any', 'deadline'] as const;
export type RentTime = (typeof rentTimes)[number];

type Edge = { readonly from: RentState; readonly event: RentEvent; readonly to: RentState; readonly by: RentActor; readonly time: RentTime };

export const rentEdges: readonly Edge[] = [
  { from: 'draft', event: 'submit', to: 'to_pay', by: 'customer', time: 'any' },
  { from: 'to_pay', event: 'pay', to: 'paid', by: 'payment', time: 'any' },
  { from: 'to_pay', event: 'cancel', to: 'cancelled', by: 'customer', time: 'any' },
  { from: 'to_pay', event: 'lapse', to: 'expired', by: 'clock', time: 'deadline' },
  { from: 'paid', event: 'pay-out', to: 'paid_out', by: 'staff', time: 'any' },
  { from: 'paid', event: 'send', to: 'paying_out', by: 'staff', time: 'any' },
  { from: 'paying_out', event: 'pay-out', to: 'paid_out', by: 'payout', time: 'any' },
  { from: 'paying_out', event: 'return', to: 'paid', by: 'payout', time: 'any' },
  // A landlord's bank may send it back weeks later.
  { from: 'paid_out', event: 'return', to: 'paid', by: 'payout', time: 'any' },
  { from: 'paid', event: 'withdraw', to: 'refunding', by: 'customer', time: 'any' },
  { from: 'paid', event: 'decline', to: 'refunding', by: 'staff', time: 'any' },
  { from: 'paid', event: 'cancel', to: 'cancelled', by: 'customer', time: 'any' },
  { from: 'paid', event: 'cancel', to: 'cancelled', by: 'staff', time: 'any' },
  // Staff can send money back on the page of a payment too.
  { from: 'paid', event: 'refunded', to: 'refunded', by: 'payment', time: 'any' },
  { from: 'refunding', event: 'refunded', to: 'refunded', by: 'payment', time: 'any' },
  { from: 'refunding', event: 'keep', to: 'paid', by: 'staff', time: 'any' },
  // A transfer that was under way when the time ended: nothing was given to anybody else meanwhile.
  { from: 'expired', event: 'pay', to: 'paid', by: 'payment', time: 'any' },
  // Who cancelled wants nothing to be passed on.
  { from: 'cancelled', event: 'late-pay', to: 'refunding', by: 'payment', time: 'any' },
];

/** States in which something is still to happen. */
export const openRentStates = ['to_pay', 'paid', 'paying_out', 'refunding'] as const satisfies readonly RentState[];

/**
 * Where an event leads; undefined where it may not happen, not by this actor, or not now.
 * @param isLate whether it is to be paid no longer; who does not know asks for what may happen whenever.
 * @example nextRentState('paid', 'pay-out', 'staff') // 'paid_out'
 * @example nextRentState('to_pay', 'lapse', 'clock') // undefined
 */
export function nextRentState(from: RentState, event: RentEvent, by: RentActor, isLate = false): RentState | undefined {
  return rentEdges.find((edge) => edge.from === from && edge.event === event && edge.by === by && (edge.time === 'any' || isLate))?.to;
}
