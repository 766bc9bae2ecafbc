/** Binds the call that stops a change of a contact. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { stopContactChangeContract } from './contact-changes.contract.ts';
import type { ContactChangesService } from './contact-changes.service.ts';

export function contactChangeCalls({ changes }: { readonly changes: ContactChangesService }): readonly BoundCall[] {
  return [
    bind(stopContactChangeContract, async ({ token }, { now }) => {
      const stopped = await changes.stop(token, now);
      return stopped.ok ? { ok: true, data: {} } : { ok: false, error: 'not-found' };
    }),
  ];
}
