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

/** Rows as one text, a line each: a page holds it twice, as HTML and for the island, so it is kept short. */
export function rowsText(rows: readonly RefundRow[]): string {
  return rows.map(({ event, until, amount, evidence }) => [event, until, amount, evidence].join('\t')).join('\n');
}

/** What `rowsText` has written. @example readRows('visa-refused\\t2027-08-01\\t£4,250\\tLetter')[0]?.amount // '£4,250' */
export function readRows(text: string): readonly RefundRow[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const [event = '', until = '', amount = '', evidence = ''] = line.split('\t');
    return { event, until, amount, evidence };
  });
}
