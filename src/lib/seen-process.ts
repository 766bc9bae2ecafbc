/** Whether a process that left its name somewhere is still there: numbers are used again, and other machines have processes of their own. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process as it names itself. `started` is empty where the system does not tell, `host` in what former versions wrote. */
export type NamedProcess = { readonly pid: number; readonly started: string; readonly host: string };

/** When a process began, so that a number that is used again is not mistaken for it. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** This process. */
export const thisProcess = (): NamedProcess => ({ pid: process.pid, started: startOf(process.pid), host: hostname() });

/** Whether it runs where this one does: of another machine or container nothing can be said from here. */
export const isFromHere = ({ host }: NamedProcess): boolean => host === hostname() || host === '';

/** Whether the named process is to be seen from here. In another container it is not, however alive. */
export function isSeen(named: NamedProcess): boolean {
  if (!isFromHere(named)) return false;
  try {
    process.kill(named.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return named.started === '' || startOf(named.pid) === named.started;
}
