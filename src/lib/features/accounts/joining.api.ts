/** Binds the call that joins two accounts of one person. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import type { AttemptsService } from './attempts.service.ts';
import { ticketIn, userIdOf, visitOf } from './code-steps.api.ts';
import type { SessionCookies } from './code-steps.api.ts';
import { secretIn } from './contact-input.rules.ts';
import { joinAccountsContract } from './joining.contract.ts';
import type { JoiningService } from './joining.service.ts';

type Parts = {
  readonly joining: JoiningService;
  readonly attempts: AttemptsService;
  readonly cookies: Pick<SessionCookies, 'noTicket'>;
};

export function joiningCalls({ joining, attempts, cookies }: Parts): readonly BoundCall[] {
  return [
    bind(joinAccountsContract, async ({ password }, caller) => {
      const visit = visitOf(caller);
      const attempt = await attempts.find(visit.owner, caller.now);
      if (attempt?.event !== 'active' || !attempt.isProved) return { ok: false, error: 'code-gone' };
      const secret = password === '' ? undefined : await secretIn(password, false);
      if (secret && !secret.ok) return secret;
      const outcome = await joining.join(userIdOf(caller.session), attempt.contact, ticketIn(caller, attempt), secret?.value, visit);
      if (!outcome.ok) return { ok: false, error: outcome.reason };
      await attempts.end(visit.owner);
      return { ok: true, data: {}, cookies: cookies.noTicket };
    }),
  ];
}
