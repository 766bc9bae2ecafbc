/** When a photograph is fetched again. */

const minute = 60_000;
const day = 24 * 60 * minute;

/** How long until a host is asked whether a photograph that we have has changed. */
export const lookAgainAfter = 30 * day;
/** How long until somebody looks whether what was refused for good is there after all. */
const refusedFor = 7 * day;
/** How long the files of a photograph stay that no home names any more: pages and feeds of before may still. */
export const keptUnusedFor = 14 * day;
/** How long the file that a photograph was made of stays: pages of before may show it. */
export const originalKeptFor = day;

/**
 * When to try again what could not be had. Later each time, and never more than a day, unless the answer was final.
 * @param attempts made so far, at least 1.
 */
export function triedAgainAt(now: Date, attempts: number, isLasting: boolean): Date {
  const after = isLasting ? refusedFor : Math.min(day, 2 * minute * 2 ** Math.min(20, attempts - 1));
  return new Date(now.getTime() + after);
}
