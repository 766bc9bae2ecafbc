/** Binds the calls about contacts that somebody else has by now. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { SigningInService } from './signing-in.service.ts';
import type { AttemptsService } from './attempts.service.ts';
import { ticketIn, userIdOf, visitOf } from './code-steps.api.ts';
import type { SessionCookies } from './code-steps.api.ts';
import * as contracts from './contact-claims.contract.ts';
import type { ClaimDecision, ClaimReason } from './contact-claims.schema.ts';
import type { ContactClaimsService } from './contact-claims.service.ts';

type Parts = {
  readonly claims: ContactClaimsService;
  readonly signingIn: Pick<SigningInService, 'signInWithTicket'>;
  readonly attempts: AttemptsService;
  readonly cookies: SessionCookies;
};

const codeGone = { ok: false, error: 'code-gone' } as const;

export function contactClaimCalls({ claims, signingIn, attempts, cookies }: Parts): readonly BoundCall[] {
  return [
    bind(contracts.loginMineContract, async (_, caller) => {
      const visit = visitOf(caller);
      const attempt = await attempts.find(visit.owner, caller.now);
      if (attempt?.event !== 'login' || !attempt.isProved) return codeGone;
      const outcome = await signingIn.signInWithTicket(attempt.contact, ticketIn(caller, attempt), visit);
      if (!outcome.ok) return { ok: false, error: outcome.reason };
      await attempts.end(visit.owner);
      return cookies.entered(outcome.value, attempt.redirect, caller, `code ${attempt.contact.kind}`);
    }),
    bind(contracts.claimContactContract, async (_, caller) => {
      const visit = visitOf(caller);
      const attempt = await attempts.find(visit.owner, caller.now);
      if (attempt?.event !== 'active' || !attempt.isProved) return codeGone;
      const outcome = await claims.claim(userIdOf(caller.session), attempt.contact, ticketIn(caller, attempt), visit);
      if (!outcome.ok) return { ok: false, error: outcome.reason };
      await attempts.end(visit.owner);
      return { ok: true, data: { state: outcome.value }, cookies: cookies.noTicket };
    }),
    bind(contracts.keepContactContract, async (_, { session, now }) => {
      const kept = await claims.keep(userIdOf(session), now);
      return kept.ok ? { ok: true, data: {} } : { ok: false, error: 'not-found' };
    }),
    bind(contracts.staffClaimContract, async ({ claim, decision, reason }, { staff, now }) => {
      const by = asId<StaffId>(staff?.staffId ?? 0);
      const id = parseId(claim);
      if (id === undefined) return { ok: false, error: 'not-found' };
      const outcome = await claims.decide(id, decision as ClaimDecision, reason as ClaimReason, by, now);
      if (outcome.ok) return { ok: true, data: {} };
      return { ok: false, error: outcome.reason === 'unknown' ? 'not-found' : 'not-now' };
    }),
  ];
}
