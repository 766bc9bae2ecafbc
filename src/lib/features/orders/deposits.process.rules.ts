/**
 * The states of a deposit that is to be given back, what happens to it, and who may make it happen: the database keeps the same table
 * (`deposit_edges`) and holds it by a trigger. Nothing begins before the stay is over. Pure, browser-safe.
 */

/**
 * `open`: to be settled. `proposed`: whoever paid it is asked. `disputed`: they do not agree. `agreed`: how much goes back is settled.
 * `sending`: it is on its way through us. `done`: it is back.
 */
export const depositStates = ['open', 'proposed', 'disputed', 'agreed', 'sending', 'done'] as const;
export type DepositState = (typeof depositStates)[number];

export const depositActors = ['staff', 'applicant', 'payment'] as const;
export type DepositActor = (typeof depositActors)[number];

/** `whole`: nothing is kept. `decided`: who settles disputes has said how much. `given`: the provider gave it back. `again`: what was on its way did not go. */
export const depositEvents = ['propose', 'whole', 'decided', 'agree', 'dispute', 'send', 'given', 'gone', 'again'] as const;
export type DepositEvent = (typeof depositEvents)[number];

type DepositEdge = { readonly from: DepositState; readonly event: DepositEvent; readonly by: DepositActor; readonly to: DepositState };
const edge = (from: DepositState, event: DepositEvent, by: DepositActor, to: DepositState): DepositEdge => ({ from, event, by, to });

export const depositGraph: readonly DepositEdge[] = [
  edge('open', 'propose', 'staff', 'proposed'),
  edge('open', 'whole', 'staff', 'agreed'),
  edge('proposed', 'agree', 'applicant', 'agreed'),
  edge('proposed', 'dispute', 'applicant', 'disputed'),
  edge('proposed', 'whole', 'staff', 'agreed'),
  edge('disputed', 'propose', 'staff', 'proposed'),
  edge('disputed', 'whole', 'staff', 'agreed'),
  edge('disputed', 'decided', 'staff', 'agreed'),
  edge('agreed', 'send', 'staff', 'sending'),
  edge('agreed', 'given', 'staff', 'done'),
  edge('sending', 'gone', 'payment', 'done'),
  edge('sending', 'again', 'staff', 'agreed'),
];

/** Where an event leads; undefined where it may not happen. @example nextDeposit('proposed', 'agree', 'applicant') // 'agreed' */
export const nextDeposit = (from: DepositState, event: DepositEvent, by: DepositActor): DepositState | undefined =>
  depositGraph.find((one) => one.from === from && one.event === event && one.by === by)?.to;
