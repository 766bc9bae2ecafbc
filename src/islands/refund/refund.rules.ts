/** Which promise of a cancellation policy holds on a given day. Pure and browser-safe. */

/** A row of the policy, ready to read. Rows come best first within an event. */
export type RefundRow = {
  readonly event: string;
  /** Last day of notice, YYYY-MM-DD. */
  readonly until: string;
  /** The amount, formatted. */
  readonly amount: string;
  readonly evidence: string;
};

/**
 * The best row of an event whose deadline has not passed on `noticeOn`.
 * @example bestRow(rows, 'visa-refused', '2027-08-01')?.amount // '£4,250'
 */
export function bestRow(rows: readonly RefundRow[], event: string, noticeOn: string): RefundRow | undefined {
  return rows.find((row) => row.event === event && row.until >= noticeOn);
}
