import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { CsvReader } from '#lib/features/feeds/csv-rows.rules.ts';
import type { CsvRow } from '#lib/features/feeds/csv-rows.rules.ts';

/** The rows of a text that comes in pieces of the given lengths, over and over. */
function rowsOf(text: string, lengths: readonly number[] = [text.length || 1]): CsvRow[] {
  const reader = new CsvReader();
  const rows: CsvRow[] = [];
  for (let at = 0, piece = 0; at < text.length; piece++) {
    const to = at + (lengths[piece % lengths.length] ?? 1);
    reader.read(text.slice(at, to), (row) => rows.push(row));
    at = to;
  }
  reader.end((row) => rows.push(row));
  return rows;
}
const cellsOf = (text: string): unknown => rowsOf(text).map(({ cells }) => cells);

test('cells, rows and quotation marks are read as spreadsheets write them', () => {
  expect(cellsOf('a,b\n1,2\n')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]); // prettier-ignore
  expect(cellsOf('"a, b","c ""d"" e",""')).toEqual([['a, b', 'c "d" e', '']]);
  expect(cellsOf(' a , "b" ,\tc\n')).toEqual([['a', 'b', 'c']]);
  expect(cellsOf('5" pipe,"The "Grand" Hotel",x')).toEqual([['5" pipe', '"The "Grand" Hotel"', 'x']]);
  expect(cellsOf('a , b ')).toEqual([['a', 'b']]);
  expect(cellsOf('a\n\n  \n\r\nb,\n')).toEqual([['a'], ['b', '']]);
  expect(() => rowsOf('a\n"b\nc')).toThrow(expect.objectContaining({ line: 2, message: 'a quotation mark is opened and never closed' }));
});

const breaks = fc.constantFrom('\n', '\r\n', '\r');
/** Cells without blanks at their ends, which the reader drops where they are not in quotation marks. */
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '字', ',', '"', ' ', ';', '😀'), maxLength: 6 }),
  fc.array(fc.oneof(breaks, fc.constant('x')), { maxLength: 6 }).map((parts) => parts.join('')),
);
const row = fc.array(cell, { minLength: 1, maxLength: 4 });

test('what is written in quotation marks comes back, with the line it begins on, however the text is cut into pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(row, breaks), { maxLength: 6 }), fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (rows, lengths) => {
      let text = '';
      const expected = rows.map(([cells, end]): CsvRow => {
        // A CR that ends a row and an LF that begins the next would be one break; cells in quotation marks begin with one.
        const line = text.split(/\r\n|\n|\r/).length;
        text += cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',') + end;
        return { line, cells };
      });
      expect(rowsOf(text, lengths)).toEqual(expected);
    }),
  );
});
