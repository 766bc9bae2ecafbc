/** Ends the process: at rest, not in the middle of what runs beside it. */
import { setTimeout as after } from 'node:timers/promises';

/** What V8 compiles beside a start is done within this, in milliseconds. */
const atRest = 100;

/**
 * Ends this process once the threads of V8 have had a moment without work. Ended in the middle of it, Node can wait for ever for a thread
 * that asks it for memory (nodejs/node, issue 54918): such a server is neither up nor gone, and no supervisor starts it again.
 */
export async function endProcess(code: number): Promise<never> {
  process.exitCode = code;
  await after(atRest);
  process.exit(code);
}
