/** Processor time of this process and of all that it started and that has ended. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Clock ticks a second in which Linux counts; it is 100 on every platform that Node runs on. */
const ticks = 100;

/**
 * Seconds of the processor since this process began, its ended children included: those whose end somebody waited for.
 * Undefined where the system does not say, which is everywhere but on Linux.
 */
export function processorSeconds(): number | undefined {
  try {
    return secondsIn(readFileSync('/proc/self/stat', 'utf8'));
  } catch {
    return undefined;
  }
}

/** Reads a line of `/proc/PID/stat`. @example secondsIn('7 (node) S 1 7 7 0 -1 0 0 0 0 0 150 50 200 100 20') // 5 */
export function secondsIn(stat: string): number {
  // The name of the program may hold blanks and parentheses; what follows it does not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15).map(Number);
  return (utime + stime + cutime + cstime) / ticks;
}

/** How many processes of tests work at a time: the suites are made for two cores. */
export const workers = Math.min(2, availableParallelism());
