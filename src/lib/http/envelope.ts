/** The envelope of every API answer and the one table of error codes (R8.01, decisions). Browser-safe. */

/** What can go wrong, by name: wire code, HTTP status, and the message key shown to people. */
export const apiErrors = {
  'bad-input': { code: 422, status: 422, message: 'api.bad_input' },
  'not-found': { code: 404, status: 404, message: 'api.not_found' },
  'method-not-allowed': { code: 405, status: 405, message: 'api.method_not_allowed' },
  'too-large': { code: 413, status: 413, message: 'api.too_large' },
  unavailable: { code: 503, status: 503, message: 'api.unavailable' },
  unknown: { code: 500, status: 500, message: 'api.unknown' },
} as const;
export type ApiErrorName = keyof typeof apiErrors;

/** Whether an envelope tells of success: code 0, or none (R8.01). */
export function isSuccess(envelope: { error_code?: number | null; code?: number | null }): boolean {
  return (envelope.error_code ?? envelope.code ?? 0) === 0;
}
