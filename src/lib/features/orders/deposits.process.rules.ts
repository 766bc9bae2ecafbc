/**
 * The states of a deposit that is to be given back, what happens to it, and who may make it happen: the database keeps the same table
 * (`deposit_edges`) and holds it by a trigger. Nothing begins before the stay is over, and a provider says nothing without a link that opens. Pure, browser-safe.
 */

/**
 * `open`: to be settled. `proposed`: whoever paid it is asked. `disputed`: they do not agree. `agreed`: how much goes back is settled.
 * `sending`: it is on its way through us. `done`: it is back.
 */
export const depositStates = ['open', 'proposed', 'disputed', 'agreed', 'sending', 'done'] as const;
export type DepositState = (typeof depositStates)[number];

export const depositActors = ['staff', 'supplier', 'applicant', 'payment'] as const;
export type DepositActor = (typeof depositActors)[number];

/** `whole`: nothing is kept. `decided`: who settles disputes has said how much. `given`: the provider gave it back. `again`: what was on its way did not go. */
export const depositEvents = ['propose', 'whole', 'decided', 'agree', 'dispute', 'send', 'given', 'gone', 'again'] as const;
export type DepositEvent = (typeof depositEvents)[number];

/** When an edge is open: once the stay is over, or, from then on, while a link of the provider's opens. */
export type DepositTime = 'after-stay' | 'while-linked';

type DepositEdge = {
  readonly from: DepositState;
  readonly event: DepositEvent;
  readonly by: DepositActor;
  readonly to: DepositState;
  readonly time: DepositTime;
};
const edge = (from: DepositState, event: DepositEvent, by: DepositActor, to: DepositState, time: DepositTime = 'after-stay'): DepositEdge => ({
  from,
  event,
  by,
  to,
  time,
});

export const depositGraph: readonly DepositEdge[] = [
  edge('open', 'propose', 'staff', 'proposed'),
  edge('open', 'whole', 'staff', 'agreed'),
  edge('open', 'propose', 'supplier', 'proposed', 'while-linked'),
  edge('open', 'whole', 'supplier', 'agreed', 'while-linked'),
  edge('proposed', 'agree', 'applicant', 'agreed'),
  edge('proposed', 'dispute', 'applicant', 'disputed'),
  edge('proposed', 'whole', 'staff', 'agreed'),
  edge('disputed', 'propose', 'staff', 'proposed'),
  edge('disputed', 'whole', 'staff', 'agreed'),
  edge('disputed', 'decided', 'staff', 'agreed'),
  edge('disputed', 'propose', 'supplier', 'proposed', 'while-linked'),
  edge('disputed', 'whole', 'supplier', 'agreed', 'while-linked'),
  edge('agreed', 'send', 'staff', 'sending'),
  edge('agreed', 'given', 'staff', 'done'),
  edge('sending', 'gone', 'payment', 'done'),
  edge('sending', 'again', 'staff', 'agreed'),
];

/** Where an event leads; undefined where it may not happen. @example nextDeposit('proposed', 'agree', 'applicant') // 'agreed' */
export const nextDeposit = (from: DepositState, event: DepositEvent, by: DepositActor): DepositState | undefined =>
  depositGraph.find((one) => one.from === from && one.event === event && one.by === by)?.to;
