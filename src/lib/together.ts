/**
 * Lets what is asked for one by one be done together: what comes while the former lot is under way waits for it, and goes as one.
 * @param work does a lot; when it fails, all who asked for something of that lot are told so.
 */
export function together<T>(work: (lot: readonly T[]) => Promise<unknown>): (one: T) => Promise<void> {
  let lot: T[] = [];
  let next: Promise<void> | undefined;
  let former: Promise<unknown> = Promise.resolve();
  return (one) => {
    lot.push(one);
    next ??= former.then(async () => {
      const mine = lot;
      [lot, next] = [[], undefined];
      const done = work(mine);
      former = done.catch(() => undefined);
      await done;
    });
    return next;
  };
}
