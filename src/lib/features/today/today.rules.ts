/** What of all that waits comes first, and how much of a promise is used. Pure, browser-safe. */
import { dayMs } from '#lib/dates/dates.ts';
import type { Waiting } from './today.schema.ts';

const isWorkingDay = (at: number): boolean => ![0, 6].includes(new Date(at).getUTCDay());

/**
 * So many working days (Monday to Friday, UTC) after a moment. What comes in on a weekend counts from Monday.
 * @example afterWorkingDays(new Date('2026-11-27T10:00Z'), 1).toISOString() // '2026-11-30T10:00:00.000Z'
 */
export function afterWorkingDays(since: Date, days: number): Date {
  let at = since.getTime();
  while (!isWorkingDay(at)) at = Math.floor(at / dayMs + 1) * dayMs;
  for (let left = days; left > 0; ) {
    at += dayMs;
    if (isWorkingDay(at)) left -= 1;
  }
  return new Date(at);
}

/** The latest moment of which so many working days are over. @example lateBefore(new Date('2026-11-30T10:00Z'), 1).toISOString() // '2026-11-27T10:00:00.000Z' */
export function lateBefore(now: Date, days: number): Date {
  let [low, high] = [now.getTime() - (days + 10) * dayMs, now.getTime()];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (afterWorkingDays(new Date(middle), days) <= now) low = middle;
    else high = middle;
  }
  return new Date(low);
}

export const isLate = ({ due }: Pick<Waiting, 'due'>, now: Date): boolean => due !== undefined && due <= now;

/** How much of a promise is used, from 0 to 1; undefined where there is none. */
export function usedOf({ since, due }: Pick<Waiting, 'since' | 'due'>, now: Date): number | undefined {
  if (due === undefined) return undefined;
  const whole = due.getTime() - since.getTime();
  return whole <= 0 ? 1 : Math.min(1, Math.max(0, (now.getTime() - since.getTime()) / whole));
}

/** What is past its promise first, the longest past it before the others; then what waits, the longest first. */
export function inTurn<One extends Pick<Waiting, 'since' | 'due'>>(waiting: readonly One[], now: Date): readonly One[] {
  const rank = (one: One): number => (isLate(one, now) ? 0 : 1);
  const at = (one: One): number => (one.due && isLate(one, now) ? one.due.getTime() : one.since.getTime());
  return waiting.toSorted((a, b) => rank(a) - rank(b) || at(a) - at(b));
}

/** Part of the day on somebody's clock. @param hour 0 to 23 */
export const greetingOf = (hour: number): 'morning' | 'afternoon' | 'evening' =>
  hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
