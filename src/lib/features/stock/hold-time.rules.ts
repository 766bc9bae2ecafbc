/** The time that is left of a hold. Pure, browser-safe, and small: a page's script reads it. */
import type { Hold } from './stock.schema.ts';

/** Seconds that a hold has left, whole ones; 0 when it is over. */
export const secondsLeft = ({ until }: Pick<Hold, 'until'>, now: Date): number => Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1_000));

/**
 * Minutes and seconds as a clock shows them.
 * @example clockOf(125) // '2:05'
 */
export function clockOf(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
