/** Binds the call for tokens of apps of others. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { externalTokenContract } from './external-access.contract.ts';
import { externalLife } from './external-access.schema.ts';
import type { ExternalAccess } from './external-access.service.ts';

export function externalAccessCalls({ external }: { readonly external: ExternalAccess }): readonly BoundCall[] {
  return [
    bind(externalTokenContract, async ({ app_id, app_secret }, { now }) => {
      const token = await external.tokenFor(app_id, app_secret, now);
      return token === undefined ? { ok: false, error: 'app-refused' } : { ok: true, data: { access_token: token, expires_in: externalLife.token } };
    }),
  ];
}
