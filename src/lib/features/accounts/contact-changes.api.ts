/** Binds the call that stops a change of a contact. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { stopContactChangeContract } from './contact-changes.contract.ts';
import type { ContactChangesService } from './contact-changes.service.ts';
import type { ContactClaimsService } from './contact-claims.service.ts';

type Parts = { readonly changes: Pick<ContactChangesService, 'stop'>; readonly claims: Pick<ContactClaimsService, 'stop'> };

export function contactChangeCalls({ changes, claims }: Parts): readonly BoundCall[] {
  return [
    bind(stopContactChangeContract, async ({ token }, { now }) => {
      // Links of both kinds are read alike.
      if ((await changes.stop(token, now)).ok) return { ok: true, data: { what: 'stopped' as const } };
      const kept = await claims.stop(token, now);
      return kept.ok ? { ok: true, data: { what: 'kept' as const } } : { ok: false, error: 'not-found' };
    }),
  ];
}
