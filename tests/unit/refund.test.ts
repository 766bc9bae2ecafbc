import { expect, test } from 'vitest';
import { bestRow, readRows, rowsText } from '#islands/refund/refund.rules.ts';

const rows = [
  { event: 'visa-refused', until: '2027-08-07', amount: '£9,240', evidence: 'letter' },
  { event: 'visa-refused', until: '2027-09-04', amount: '£4,620', evidence: 'letter' },
  { event: 'changed-mind', until: '2027-06-01', amount: '£672', evidence: 'none' },
];

test('the best promise that still holds on the day of notice is found', () => {
  expect(bestRow(rows, 'visa-refused', '2027-08-07')?.amount).toBe('£9,240');
  expect(bestRow(rows, 'visa-refused', '2027-08-08')?.amount).toBe('£4,620');
  expect(bestRow(rows, 'changed-mind', '2027-06-02')).toBeUndefined();
});

test('rows come through their text unchanged', () => {
  expect(readRows(rowsText(rows))).toEqual(rows);
  expect(readRows(rowsText([]))).toEqual([]);
});
