/** What is said of contacts that somebody else has by now. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { ClaimDecision, ClaimReason, ClaimState } from './contact-claims.schema.ts';

/** What an account is told of a claim; undefined where there is nothing to tell. */
export function claimText({ isHolder, state }: { readonly isHolder: boolean; readonly state: ClaimState }): MessageKey | undefined {
  switch (state) {
    case 'waiting':
      return isHolder ? 'accounts.claimed_due' : 'accounts.claim_due';
    case 'case':
      return isHolder ? 'accounts.claimed_case' : 'accounts.claim_case';
    case 'kept':
      return isHolder ? undefined : 'accounts.claim_kept';
  }
}

export const claimDecisionLabels: Readonly<Record<ClaimDecision, MessageKey>> = { give: 'staff.claim_give', keep: 'staff.claim_keep' };
export const claimReasonLabels: Readonly<Record<ClaimReason, MessageKey>> = {
  shown: 'staff.claim_reason_shown',
  agreed: 'staff.claim_reason_agreed',
  unused: 'staff.claim_reason_unused',
  doubt: 'staff.claim_reason_doubt',
  law: 'staff.claim_reason_law',
};
