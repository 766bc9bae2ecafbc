/**
 * A test that works for long without a pause does not hear that the server has ended an idle connection, and would send its next request into
 * it. So what has come meanwhile is heard before anything is asked.
 */
import { setImmediate } from 'node:timers/promises';

const ask = globalThis.fetch;
globalThis.fetch = async (...given) => {
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  return ask(...given);
};
