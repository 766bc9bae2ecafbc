/** CSV that spreadsheets and programs read: lines end with CR and LF, cells are quoted where they must be. Pure. */

/** The mark by which spreadsheets know UTF-8; a file begins with it. */
export const csvMark = '\uFEFF';

/**
 * A cell. One that a spreadsheet would take for a formula begins with an apostrophe; numbers of phones, which begin with `+`, too,
 * and what begins with one of these signs in full width: with Chinese or Japanese input a spreadsheet takes that for a formula as well.
 * @example csvCell('=1+1') // "'=1+1"
 * @example csvCell('a "b", c') // '"a ""b"", c"'
 */
export function csvCell(text: string): string {
  const plain = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** @example csvRow(['=1+1', 'b']) // "'=1+1,b\r\n" */
export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
