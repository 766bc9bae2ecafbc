/** The envelope of every API answer and the one table of error codes (R8.01, decisions). Browser-safe. */
import type { MessageKey } from '#lib/i18n/catalogues.ts';

/**
 * What can go wrong, by name: wire code, HTTP status, and the message key shown to people. Codes below 1000 are those
 * of HTTP; the 1100s belong to the wire itself; 301, 403, 10113, 10117 and 13000 have behaviour in clients (R8.02–R8.09).
 */
export const apiErrors = {
  'bad-input': { code: 422, status: 422, message: 'api.bad_input' },
  'go-home': { code: 301, status: 409, message: 'api.go_home' },
  'login-needed': { code: 403, status: 403, message: 'api.login_needed' },
  'not-found': { code: 404, status: 404, message: 'api.not_found' },
  'method-not-allowed': { code: 405, status: 405, message: 'api.method_not_allowed' },
  'too-large': { code: 413, status: 413, message: 'api.too_large' },
  'wrong-media': { code: 415, status: 415, message: 'api.wrong_media' },
  'too-many': { code: 429, status: 429, message: 'api.too_many' },
  unknown: { code: 500, status: 500, message: 'api.unknown' },
  'upstream-failed': { code: 502, status: 502, message: 'api.upstream_failed' },
  unavailable: { code: 503, status: 503, message: 'api.unavailable' },
  'upstream-slow': { code: 504, status: 504, message: 'api.upstream_slow' },
  'bad-signature': { code: 1101, status: 400, message: 'api.bad_signature' },
  'clock-skew': { code: 1102, status: 400, message: 'api.clock_skew' },
  replayed: { code: 1103, status: 409, message: 'api.replayed' },
  'key-reused': { code: 1104, status: 422, message: 'api.key_reused' },
  'cross-site': { code: 1105, status: 400, message: 'api.cross_site' },
  'stale-form': { code: 1107, status: 400, message: 'api.stale_form' },
  'bad-seal': { code: 1106, status: 400, message: 'api.bad_seal' },
  'enough-for-today': { code: 1120, status: 429, message: 'api.enough_for_today' },
  'app-refused': { code: 1122, status: 401, message: 'api.app_refused' },
  'list-full': { code: 1121, status: 409, message: 'api.list_full' },
  'captcha-failed': { code: 10113, status: 400, message: 'api.captcha_failed' },
  'wrong-password': { code: 10117, status: 400, message: 'api.wrong_password' },
  locked: { code: 10118, status: 400, message: 'api.locked' },
  taken: { code: 10119, status: 409, message: 'api.taken' },
  'no-account': { code: 10120, status: 400, message: 'api.no_account' },
  'proof-needed': { code: 10121, status: 400, message: 'api.proof_needed' },
  'last-way': { code: 10122, status: 409, message: 'api.last_way' },
  'way-cancelled': { code: 10123, status: 400, message: 'api.way_cancelled' },
  'way-gone': { code: 10124, status: 400, message: 'api.way_gone' },
  'way-refused': { code: 10125, status: 400, message: 'api.way_refused' },
  'sign-in-first': { code: 10126, status: 409, message: 'api.sign_in_first' },
  'other-account': { code: 10127, status: 409, message: 'api.other_account' },
  'not-joinable': { code: 10128, status: 409, message: 'api.not_joinable' },
  'in-question': { code: 10129, status: 409, message: 'api.in_question' },
  'realname-needed': { code: 10130, status: 400, message: 'api.realname_needed' },
  'bind-needed': { code: 10136, status: 400, message: 'api.bind_needed' },
  'email-needed': { code: 10137, status: 409, message: 'api.email_needed' },
  'code-too-soon': { code: 10152, status: 429, message: 'api.code_too_soon' },
  'no-way-there': { code: 10153, status: 400, message: 'api.no_way_there' },
  'code-gone': { code: 10154, status: 400, message: 'api.code_gone' },
  'wrong-code': { code: 10155, status: 400, message: 'api.wrong_code' },
  'not-registered': { code: 10168, status: 400, message: 'api.not_registered' },
  'not-now': { code: 10201, status: 409, message: 'api.not_now' },
  'sold-out': { code: 10202, status: 409, message: 'api.sold_out' },
  'captcha-needed': { code: 13000, status: 400, message: 'api.captcha_needed' },
} as const satisfies Record<string, { code: number; status: number; message: MessageKey }>;
export type ApiErrorName = keyof typeof apiErrors;

/** Errors any call may answer with. */
export const everyCall = ['bad-input', 'too-many', 'bad-signature', 'clock-skew', 'unavailable', 'unknown'] as const satisfies readonly ApiErrorName[];
export type CommonError = (typeof everyCall)[number];

/** Whether an envelope tells of success: code 0, or none (R8.01). */
export function isSuccess(envelope: { error_code?: number | null; code?: number | null }): boolean {
  return (envelope.error_code ?? envelope.code ?? 0) === 0;
}

/** What a client does about an error besides rejecting the call. */
export type ErrorBehaviour = {
  /** The token is thrown away (R8.02). */
  readonly dropToken: boolean;
  /** The login overlay or page opens (R8.03, R8.04). */
  readonly login: boolean;
  /** The reader goes to the home page (R8.08). */
  readonly home: boolean;
  /** The server's message is shown for 3 seconds (R8.06). */
  readonly toast: boolean;
};

/** Codes whose callers show something of their own (R8.09). */
const silent = new Set<number>([10117, 10113, 13000]);

/**
 * @param asked `clientToastHide`: no toast (R7.024); `noJump`: no login on 403.
 * @example behaviourOf(403, {}) // { dropToken: true, login: true, home: false, toast: false }
 */
export function behaviourOf(code: number, asked: { readonly clientToastHide?: boolean; readonly noJump?: boolean }): ErrorBehaviour {
  const refused = code === 403;
  return {
    dropToken: refused,
    login: refused && !asked.noJump,
    home: code === 301,
    toast: code !== 0 && !refused && !silent.has(code) && !asked.clientToastHide,
  };
}
