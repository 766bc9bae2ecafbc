/** What of refusals stands in the security log, by their error: of calls and of forms alike. */
import type { SecurityEvent } from '#lib/log/security-log.ts';
import type { ApiErrorName } from './envelope.ts';

export const securityEvents: Readonly<Partial<Record<ApiErrorName, SecurityEvent>>> = {
  'too-many': 'limit',
  'cross-site': 'cross-site',
  'stale-form': 'cross-site',
  'bad-signature': 'bad-signature',
};
