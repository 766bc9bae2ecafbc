/** Work that two commands of one copy must not do at the same time. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const claim = '.data/command.lock';

/** Who holds the claim; 0 when nobody is named in it. */
function holder(): number {
  try {
    return Number(readFileSync(claim, 'utf8').trim());
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Does a piece of work while no other command of this copy does such work: two builds at once would spoil each other. */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(claim), { recursive: true });
  for (let waited = false; ; ) {
    try {
      writeFileSync(claim, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const other = holder();
      // One that was made this very moment may not say yet whose it is.
      const isNew = Date.now() - (statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? 0) < 2_000;
      if (other > 0 ? isAlive(other) : isNew) {
        if (!waited) process.stderr.write('Waiting for another command, which installs or builds here …\n');
        waited = true;
        await wait(300);
      } else rmSync(claim, { force: true });
    }
  }
  try {
    return await work();
  } finally {
    rmSync(claim, { force: true });
  }
}
