/** What lies unused in the heap goes back to the system while nobody asks for anything: a start leaves a quarter of it, and so does each busy hour. */

/** How often is looked whether anything was asked for since, and how long at least there is between two times, in milliseconds. */
const every = 5_000;
const leastBetween = 60_000;

export type QuietHeap = {
  /** Hears of each answer, and by what handler it was given. */
  readonly onRequest: (by: string) => void;
  stop(): void;
};

/** All that can be had back, pages that the heap keeps in hand included. Node has it with `--expose-gc` alone, as `npm start` passes it. */
const collectAll = globalThis.gc && ((): void => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }));

/** @param collect takes up to half a second, in which nothing else is done; without it nothing happens. */
export function watchQuietHeap(collect: (() => void) | undefined = collectAll): QuietHeap {
  // The start itself has left something.
  let hasLeft = true;
  let wasAsked = false;
  let last = -leastBetween;
  const timer =
    collect &&
    setInterval(() => {
      const now = performance.now();
      if (!wasAsked && hasLeft && now - last >= leastBetween) {
        hasLeft = false;
        last = now;
        collect();
      }
      wasAsked = false;
    }, every).unref();
  return {
    onRequest(by) {
      // A proxy asks each second whether this process is well.
      if (by === 'health') return;
      wasAsked = true;
      hasLeft = true;
    },
    stop: () => clearInterval(timer),
  };
}
