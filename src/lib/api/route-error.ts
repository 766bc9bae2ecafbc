/** What a page that failed is answered with. */
import { isFullDisk } from '#lib/db/disk-room.ts';

export type RouteError = { readonly message: string; readonly statusCode: number };

const isStatus = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599;

/**
 * Any thrown thing as a message and a status, 500 where it names none (R8.40). The message is for the log. A full disk is no fault of ours:
 * whoever met it is told to come again.
 * @example routeError(Object.assign(new Error('gone'), { statusCode: 410 })) // { message: 'gone', statusCode: 410 }
 */
export function routeError(error: unknown): RouteError {
  if (typeof error === 'string') return { message: error, statusCode: 500 };
  if (typeof error !== 'object' || error === null) return { message: 'unknown error', statusCode: 500 };
  const { message, statusCode, status } = error as { message?: unknown; statusCode?: unknown; status?: unknown };
  return {
    message: typeof message === 'string' && message !== '' ? message : 'unknown error',
    statusCode: [statusCode, status].find(isStatus) ?? (isFullDisk(error) ? 503 : 500),
  };
}

/** Headers that go with a status: whoever met a part that is away (503) hears after how many seconds to ask again. */
export function headersOfStatus(statusCode: number): Readonly<Record<string, string>> {
  return statusCode === 503 ? { 'retry-after': '5' } : {};
}
