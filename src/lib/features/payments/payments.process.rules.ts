/**
 * The states of a payment, what happens to it, and who may make it happen: the one table that service, pages and tests read.
 * Whatever it does not name changes nothing. Browser-safe.
 */
import type { PaymentState } from './payment-states.schema.ts';

/** `provider`: a verified message or the answer to our own question. `payer`: who begins it. `clock`: its time is over. */
export const paymentActors = ['payer', 'provider', 'staff', 'clock'] as const;
export type PaymentActor = (typeof paymentActors)[number];

export const paymentEvents = ['begin', 'succeed', 'fail', 'expire', 'give-back-part', 'give-back-all', 'come-back-part', 'come-back-all'] as const;
export type PaymentEvent = (typeof paymentEvents)[number];

export type PaymentEdge = { readonly from: PaymentState; readonly event: PaymentEvent; readonly to: PaymentState; readonly by: readonly PaymentActor[] };

const edge = (from: PaymentState, event: PaymentEvent, to: PaymentState, ...by: readonly PaymentActor[]): PaymentEdge => ({ from, event, to, by });

export const paymentGraph: readonly PaymentEdge[] = [
  edge('created', 'begin', 'pending', 'payer'),
  // The provider can be quicker than our own note of having begun.
  edge('created', 'succeed', 'succeeded', 'provider'),
  edge('created', 'fail', 'failed', 'payer', 'provider'),
  edge('created', 'expire', 'expired', 'provider', 'clock'),
  edge('pending', 'succeed', 'succeeded', 'provider', 'staff'),
  edge('pending', 'fail', 'failed', 'provider', 'staff'),
  edge('pending', 'expire', 'expired', 'provider', 'clock'),
  // Money that has arrived has arrived, whatever was told before.
  edge('failed', 'succeed', 'succeeded', 'provider', 'staff'),
  edge('expired', 'succeed', 'succeeded', 'provider', 'staff'),
  edge('succeeded', 'give-back-part', 'part_refunded', 'provider', 'staff'),
  edge('succeeded', 'give-back-all', 'refunded', 'provider', 'staff'),
  edge('part_refunded', 'give-back-part', 'part_refunded', 'provider', 'staff'),
  edge('part_refunded', 'give-back-all', 'refunded', 'provider', 'staff'),
  // What a bank gives back, and refunds that did not get there.
  edge('refunded', 'come-back-part', 'part_refunded', 'provider', 'staff'),
  edge('refunded', 'come-back-all', 'succeeded', 'provider', 'staff'),
  edge('part_refunded', 'come-back-all', 'succeeded', 'provider', 'staff'),
];

/**
 * Where an event leads; undefined where it may not happen, or not by this actor.
 * @example nextPaymentState('pending', 'succeed', 'provider') // 'succeeded'
 * @example nextPaymentState('succeeded', 'fail', 'provider') // undefined
 */
export function nextPaymentState(from: PaymentState, event: PaymentEvent, by: PaymentActor): PaymentState | undefined {
  return paymentGraph.find((one) => one.from === from && one.event === event && one.by.includes(by))?.to;
}
