/** The states of rent that is paid to a landlord outside of the site, and what leads from one to the next, as data. Browser-safe. */

export const rentStates = ['draft', 'to_pay', 'paid', 'paying_out', 'paid_out', 'cancelled', 'refunding', 'refunded', 'expired'] as const;
export type RentState = (typeof rentStates)[number];

/** `payment`: money that arrived or went back. `payout`: what a provider brings to the landlord. `clock`: a deadline. */
export const rentActors = ['customer', 'staff', 'payment', 'payout', 'clock'] as const;
export type RentActor = (typeof rentActors)[number];

/** `cancel`: nothing has come yet, or a bank has taken all of it back; `withdraw`: what has come goes back. `keep`: a refund that nobody agreed to. `return`: what was sent did not get there. */
export const rentEvents = ['submit', 'pay', 'lapse', 'cancel', 'withdraw', 'decline', 'keep', 'send', 'pay-out', 'return', 'late-pay', 'refunded'] as const;
export type RentEvent = (typeof rentEvents)[number];

type Edge = { readonly from: RentState; readonly event: RentEvent; readonly to: RentState; readonly by: RentActor };

export const rentEdges: readonly Edge[] = [
  { from: 'draft', event: 'submit', to: 'to_pay', by: 'customer' },
  { from: 'to_pay', event: 'pay', to: 'paid', by: 'payment' },
  { from: 'to_pay', event: 'cancel', to: 'cancelled', by: 'customer' },
  { from: 'to_pay', event: 'lapse', to: 'expired', by: 'clock' },
  { from: 'paid', event: 'pay-out', to: 'paid_out', by: 'staff' },
  { from: 'paid', event: 'send', to: 'paying_out', by: 'staff' },
  { from: 'paying_out', event: 'pay-out', to: 'paid_out', by: 'payout' },
  { from: 'paying_out', event: 'return', to: 'paid', by: 'payout' },
  // A landlord's bank may send it back weeks later.
  { from: 'paid_out', event: 'return', to: 'paid', by: 'payout' },
  { from: 'paid', event: 'withdraw', to: 'refunding', by: 'customer' },
  { from: 'paid', event: 'decline', to: 'refunding', by: 'staff' },
  { from: 'paid', event: 'cancel', to: 'cancelled', by: 'customer' },
  { from: 'paid', event: 'cancel', to: 'cancelled', by: 'staff' },
  // Staff can send money back on the page of a payment too.
  { from: 'paid', event: 'refunded', to: 'refunded', by: 'payment' },
  { from: 'refunding', event: 'refunded', to: 'refunded', by: 'payment' },
  { from: 'refunding', event: 'keep', to: 'paid', by: 'staff' },
  // A transfer that was under way when the time ended: nothing was given to anybody else meanwhile.
  { from: 'expired', event: 'pay', to: 'paid', by: 'payment' },
  // Who cancelled wants nothing to be passed on.
  { from: 'cancelled', event: 'late-pay', to: 'refunding', by: 'payment' },
];

/** States in which something is still to happen. */
export const openRentStates = ['to_pay', 'paid', 'paying_out', 'refunding'] as const satisfies readonly RentState[];

/**
 * Where an event leads; undefined where it may not happen, or not by this actor.
 * @example nextRentState('paid', 'pay-out', 'staff') // 'paid_out'
 * @example nextRentState('paid', 'pay-out', 'customer') // undefined
 */
export function nextRentState(from: RentState, event: RentEvent, by: RentActor): RentState | undefined {
  return rentEdges.find((edge) => edge.from === from && edge.event === event && edge.by === by)?.to;
}
