/** What a reader is told of an error of a call. Browser-safe. */
import type { T } from '#lib/i18n/t.ts';
import { apiErrors } from './envelope.ts';
import type { ApiErrorName } from './envelope.ts';

/** From here on, in seconds, a wait is told in minutes; a shorter one is "a moment". */
const tellsMinutes = 60;

/** @param wait seconds until it may be asked again; 0 where nobody knows. */
export function errorWords(t: T, error: ApiErrorName, wait = 0): string {
  return error === 'too-many' && wait > tellsMinutes ? t('api.too_many_minutes', { count: Math.ceil(wait / 60) }) : t(apiErrors[error].message);
}
