/** The refunds of a lease by what happens: until when which sum comes back. Pure. */
import type { CancellationRow } from './cancellation.rules.ts';
import { cancellationEvents } from './cancellation.schema.ts';

export type RefundCase = {
  readonly event: CancellationRow['event'];
  /** By day, each with less than the one before; at least one. Days that have passed are among them only where all have. */
  readonly steps: readonly CancellationRow[];
};

/** Whoever books from abroad asks for these first. */
const askedFirst = ['visa-refused', 'grades-missed', 'changed-mind', 'early-departure'] as const satisfies readonly CancellationRow['event'][];

const order = [...askedFirst, ...cancellationEvents.filter((event) => !askedFirst.some((first) => first === event))];

/** Left out is a step that another outlasts with no less: of two rules that hold, the better one counts. */
export function refundCases(rows: readonly CancellationRow[]): readonly RefundCase[] {
  return order.flatMap((event) => {
    const own = rows.filter((row) => row.event === event);
    const ahead = own.filter(({ passed }) => !passed);
    const steps = (ahead.length > 0 ? ahead : own)
      .filter((row, index, all) => !all.some((other, at) => at !== index && other.until >= row.until && isBetter(other, row, at < index)))
      .toSorted((a, b) => a.until.localeCompare(b.until));
    return steps.length > 0 ? [{ event, steps }] : [];
  });
}

/** @param before of two alike the one in front is kept. */
function isBetter(other: CancellationRow, row: CancellationRow, before: boolean): boolean {
  if (other.total.minor !== row.total.minor) return other.total.minor > row.total.minor;
  return other.until > row.until || before;
}
