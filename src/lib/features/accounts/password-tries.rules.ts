/** How tries at a password of one contact go on, one after another: freely, then slowly; only strangers are refused. Browser-safe. */

/** Tries within so many seconds: some are free, then each waits longer than the one before; `strangers` is where those of strangers end. */
export const triesAt = { seconds: 900, free: 10, strangers: 20, step: 500, longest: 5_000 } as const;

/**
 * Milliseconds that a try waits; undefined where it is refused.
 * @param points the how-manieth it is. @param isKnown whether it comes from where somebody came in before. @param factor multiplies what is free.
 * @example pauseBefore(11, false, 1) // 500
 */
export function pauseBefore(points: number, isKnown: boolean, factor: number): number | undefined {
  const scaled = (most: number): number => Math.max(1, Math.round(most * factor));
  if (!isKnown && points > scaled(triesAt.strangers)) return undefined;
  return Math.min(triesAt.longest, Math.max(0, points - scaled(triesAt.free)) * triesAt.step);
}
