/** Rows that one run of a job works on, each for itself: one that fails holds up none of the others. */

/** What is told once all rows had their turn: how many failed, and the first reason. The others stand in `cause`. */
export class RowsFailedError extends Error {
  override name = 'RowsFailedError';
  constructor(failures: readonly unknown[], all: number) {
    const [first] = failures;
    super(`${failures.length} of ${all} failed, the first: ${first instanceof Error ? first.message : String(first)}`, { cause: failures });
  }
}

export type Apart = {
  /** What the work gives; undefined where it failed. */
  run<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** @throws {RowsFailedError} where any failed, so that the job counts as failed and operators see why. */
  end(): void;
};

/**
 * Works on each of the rows that a run of a job found, apart from the others. Returns what the work counted.
 * @throws {RowsFailedError} once all had their turn, where any failed
 * @example await countApart(['a', 'b'], (row) => Promise.resolve(row === 'a' ? 1 : 0)) // 1
 */
export async function countApart<Row>(found: readonly Row[], work: (row: Row) => Promise<number>): Promise<number> {
  const rows = apart();
  let count = 0;
  for (const row of found) count += (await rows.run(() => work(row))) ?? 0;
  rows.end();
  return count;
}

export function apart(): Apart {
  const failures: unknown[] = [];
  let all = 0;
  return {
    async run(work) {
      all += 1;
      try {
        return await work();
      } catch (error) {
        failures.push(error);
        return undefined;
      }
    },
    end() {
      if (failures.length > 0) throw new RowsFailedError(failures, all);
    },
  };
}
