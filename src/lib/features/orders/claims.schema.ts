/** Why an order is cancelled, what comes back for it, and what of it waits for a proof. Browser-safe. */
import type { CancellationRule } from '#lib/features/house/cancellation.schema.ts';
import type { Money } from '#lib/money/money.ts';

export type CancellationEvent = CancellationRule['event'];
export type ProofKind = Exclude<CancellationRule['evidence'][number], 'none'>;

/** What comes back for one event, were the order cancelled for it now. */
export type CancelAnswer = {
  readonly event: CancellationEvent;
  readonly total: Money;
  /** Sent back at once. */
  readonly now: Money;
  /** Sent back once staff have seen the proof. */
  readonly later: Money;
  /** Each is asked for; empty where nothing waits for it. */
  readonly proof: readonly ProofKind[];
  /** The last day for it where the home is; undefined where none is asked for. */
  readonly proofUntil: string | undefined;
};

/** `settled`: nothing waits for a proof. */
export type ClaimState = 'settled' | 'open' | 'given' | 'refused';

/** For what an order was cancelled, where it was not a change of mind. */
export type Claim = Pick<CancelAnswer, 'event' | 'proof' | 'proofUntil'> & {
  /** What waits for the proof, or waited for it. */
  readonly rest: Money;
  readonly toldAt: Date;
  readonly state: ClaimState;
  readonly decidedAt: Date | undefined;
};

/** What staff decide of what waits. */
export const claimActs = ['claim-give', 'claim-refuse'] as const;
export type ClaimAct = (typeof claimActs)[number];

/** Under which name the proof stands among the files of an order. */
export const claimFile = 'claim_proof';
