/** Leaves a service alone for a while after it has failed several times in a row. */

/** Failures in a row after which it is left alone. */
const patience = 5;
/** Milliseconds for which it is left alone. */
const rest = 30_000;

export type Circuit = {
  /** Whether it should not be asked now. */
  isResting(): boolean;
  failed(): void;
  answered(): void;
};

export function createCircuit(now: () => number = Date.now): Circuit {
  let failures = 0;
  let restingUntil = 0;
  return {
    isResting: () => now() < restingUntil,
    failed() {
      failures++;
      if (failures >= patience) restingUntil = now() + rest;
    },
    answered() {
      failures = 0;
    },
  };
}
