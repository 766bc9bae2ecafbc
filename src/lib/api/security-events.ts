/** What of refusals stands in the security log, by their error: of calls and of forms alike. A new error has to say whether it does. */
import type { SecurityEvent } from '#lib/log/security-log.ts';
import type { ApiErrorName } from './envelope.ts';

const ordinary = undefined;

const securityEvents = {
  'too-many': 'limit',
  'enough-for-today': 'limit',
  'code-too-soon': 'limit',
  'cross-site': 'cross-site',
  'stale-form': 'cross-site',
  'bad-signature': 'bad-signature',
  'wrong-password': 'wrong-password',
  'wrong-code': 'wrong-code',
  locked: 'locked',
  'captcha-failed': 'captcha',
  'app-refused': 'role',
  // Of somebody who is signed in, the permission gate says it by itself: of others it is how every private page begins.
  'login-needed': ordinary,
  'not-found': ordinary,
  'bad-input': ordinary,
  'go-home': ordinary,
  'method-not-allowed': ordinary,
  'too-large': ordinary,
  'wrong-media': ordinary,
  unknown: ordinary,
  'upstream-failed': ordinary,
  unavailable: ordinary,
  'upstream-slow': ordinary,
  'clock-skew': ordinary,
  replayed: ordinary,
  'key-reused': ordinary,
  'bad-seal': ordinary,
  'list-full': ordinary,
  taken: ordinary,
  'no-account': ordinary,
  'proof-needed': ordinary,
  'realname-needed': ordinary,
  'email-needed': ordinary,
  'last-way': ordinary,
  'way-cancelled': ordinary,
  'way-gone': ordinary,
  'way-refused': ordinary,
  'sign-in-first': ordinary,
  'other-account': ordinary,
  'not-joinable': ordinary,
  'in-question': ordinary,
  'bind-needed': ordinary,
  'no-way-there': ordinary,
  'code-gone': ordinary,
  'not-registered': ordinary,
  'not-now': ordinary,
  'sold-out': ordinary,
  'captcha-needed': ordinary,
} as const satisfies Readonly<Record<ApiErrorName, SecurityEvent | undefined>>;

type Fields = { readonly fields?: readonly { readonly message?: unknown }[] };

/** The event of a refusal; a wrong code is told to people at its field. */
export function securityEventOf(error: ApiErrorName, data?: unknown): SecurityEvent | undefined {
  const fields = error === 'bad-input' && typeof data === 'object' && data !== null ? (data as Fields).fields : undefined;
  const isWrongCode = Array.isArray(fields) && fields.some((field: { readonly message?: unknown }) => field.message === 'accounts.wrong_code');
  return isWrongCode ? 'wrong-code' : securityEvents[error];
}
