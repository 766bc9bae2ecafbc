/** Cells and rows of CSV as spreadsheets read them. */
import { expect, test } from 'vitest';
import { csvCell, csvMark, csvRow } from '#lib/csv.ts';

test('cells hold no formula, and keep lines and quotes', () => {
  expect(['=1+1', '+44 7700', '-1', '@x', '\t=1', 'a,b', 'a"b', 'a\nb', 'Mai', '＝1+1', '＠x', '－1', '＋1'].map(csvCell)).toEqual([
    "'=1+1",
    "'+44 7700",
    "'-1",
    "'@x",
    "'\t=1",
    '"a,b"',
    '"a""b"',
    '"a\nb"',
    'Mai',
    "'＝1+1",
    "'＠x",
    "'－1",
    "'＋1",
  ]);
});

test('a row ends as the form of CSV says, and a file begins with the mark of UTF-8', () => {
  expect(csvRow(['code', '=1', 'a, b'])).toBe('code,\'=1,"a, b"\r\n');
  expect([...new TextEncoder().encode(csvMark)]).toEqual([0xef, 0xbb, 0xbf]);
});
