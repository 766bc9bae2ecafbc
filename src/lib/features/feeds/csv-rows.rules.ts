/** Takes CSV text apart, piece by piece as it comes, and knows on which line of the file each row begins. */
import { BrokenFeedError, largestHouse } from './feed.schema.ts';

export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

/** A row as `CsvReader` reads it back, whatever its cells hold. */
export const csvRow = (cells: readonly string[]): string => `"${cells.map((cell) => cell.replaceAll('"', '""')).join('","')}"\n`;

const [tab, lineFeed, carriageReturn, space, quote, comma] = [9, 10, 13, 32, 34, 44] as const;

/** What parts cells, by the country of the spreadsheet that wrote the file. */
const separators = [',', ';', '\t', '|'] as const;

/**
 * What parts the cells of a file, by its beginning: what its first line says (`sep=;`, as Excel writes it), or else the sign that its header
 * row has most of.
 */
export function separatorOf(beginning: string): string {
  const [first = ''] = beginning.split(/[\r\n]/, 1);
  const said = /^"?sep=(.)"?$/i.exec(first.trimEnd())?.[1] ?? /^"?sep=(\t)/i.exec(first)?.[1];
  if (said !== undefined) return said;
  const plain = first.replace(/"[^"]*"/g, '');
  const counts = separators.map((sign) => ({ sign, count: plain.split(sign).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ',';
}

/** Whether a row only says what parts the others. */
export const isSeparatorRow = ({ line, cells: [first = ''] }: CsvRow): boolean => line === 1 && /^sep=.?$/i.test(first);

/** What a spreadsheet wraps so that it takes it for no number: `="0012"`. */
export function unwrapped(cell: string): string {
  if (cell.charCodeAt(0) !== 61) return cell;
  const inner = /^="((?:[^"]|"")*)"$/.exec(cell)?.[1];
  return inner === undefined ? cell : inner.replaceAll('""', '"').trim();
}

/** Where in a cell the reader is; `closing` is behind a quotation mark that ends the cell or is one half of a doubled one. */
type Place = 'start' | 'plain' | 'quoted' | 'closing';

/**
 * Cells are parted by commas, or by another sign that the file has; rows by CR LF, LF or CR, which may be mixed. A cell in quotation marks may hold all of these, and
 * doubled quotation marks; one that goes on behind its closing mark is taken as it is written. Blanks around cells do not count,
 * nor do lines without text. Memory holds one row, and time grows with the text alone.
 */
export class CsvReader {
  /** Line of the next character. */
  #line = 1;
  #isAfterReturn = false;
  #place: Place = 'start';
  #cells: string[] = [];
  #cell = '';
  /** Blanks behind a closing quotation mark. */
  #gap = '';
  #rowLine = 1;
  #quoteLine = 1;
  #rowSize = 0;
  readonly #separator: number;

  constructor(separator = ',') {
    this.#separator = separator.charCodeAt(0) || comma;
  }

  /**
   * The rows that end in this piece of text.
   * @throws {BrokenFeedError} when a row grows beyond what a house can be. The rows before it have been given to `take`.
   */
  read(text: string, take: (row: CsvRow) => void): void {
    let at = 0;
    while (at < text.length) {
      if (this.#place === 'quoted') at = this.#readQuoted(text, at);
      else if (this.#place === 'plain') at = this.#readPlain(text, at);
      else at = this.#readMark(text, at, take);
      if (this.#rowSize > largestHouse) throw this.#endless();
    }
  }

  /**
   * The last row, where the text ends without a line break.
   * @throws {BrokenFeedError} inside quotation marks.
   */
  end(take: (row: CsvRow) => void): void {
    if (this.#place === 'quoted') throw this.#endless();
    if (this.#place === 'plain') this.#cell = this.#cell.trimEnd();
    this.#endRow(take);
  }

  #endless(): BrokenFeedError {
    return new BrokenFeedError(this.#place === 'quoted' ? this.#quoteLine : this.#rowLine, 'a quotation mark is opened and never closed');
  }

  #add(piece: string): void {
    if (this.#cells.length === 0 && this.#rowSize === 0) this.#rowLine = this.#line;
    this.#cell += piece;
    this.#rowSize += piece.length;
  }

  #readQuoted(text: string, from: number): number {
    const closing = text.indexOf('"', from);
    const to = closing < 0 ? text.length : closing;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === carriageReturn || (code === lineFeed && !this.#isAfterReturn)) this.#line++;
      this.#isAfterReturn = code === carriageReturn;
    }
    this.#add(text.slice(from, to));
    if (closing < 0) return to;
    this.#isAfterReturn = false;
    this.#place = 'closing';
    return closing + 1;
  }

  #readPlain(text: string, from: number): number {
    let to = from;
    for (; to < text.length; to++) {
      const code = text.charCodeAt(to);
      if (code === this.#separator || code === lineFeed || code === carriageReturn) break;
    }
    this.#add(text.slice(from, to));
    // What parts cells is read as such, and `plain` stays until then.
    if (to < text.length) {
      this.#cell = this.#cell.trimEnd();
      this.#place = 'closing';
      this.#gap = '';
    }
    return to;
  }

  /** One character at the start of a cell or behind its end. */
  #readMark(text: string, at: number, take: (row: CsvRow) => void): number {
    const code = text.charCodeAt(at);
    const isFirstOfBreak = !(code === lineFeed && this.#isAfterReturn);
    this.#isAfterReturn = code === carriageReturn;
    if (code === this.#separator) {
      this.#add('');
      this.#rowSize++;
      this.#endCell();
    } else if (code === lineFeed || code === carriageReturn) {
      if (isFirstOfBreak) {
        this.#endRow(take);
        this.#line++;
      }
    } else if (code === space || code === tab) {
      if (this.#place === 'closing') {
        this.#gap += text[at];
        this.#rowSize++;
      }
    } else if (code === quote && this.#place === 'start') {
      this.#add('');
      this.#rowSize++;
      this.#quoteLine = this.#line;
      this.#place = 'quoted';
    } else if (code === quote && this.#gap === '') {
      this.#add('"');
      this.#place = 'quoted';
    } else {
      if (this.#place === 'closing') this.#cell = `"${this.#cell}"${this.#gap}`;
      this.#gap = '';
      this.#place = 'plain';
      return at;
    }
    return at + 1;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#gap = '';
    this.#place = 'start';
  }

  #endRow(take: (row: CsvRow) => void): void {
    const isEmpty = this.#cells.length === 0 && this.#rowSize === 0;
    this.#endCell();
    if (!isEmpty) take({ line: this.#rowLine, cells: this.#cells });
    this.#cells = [];
    this.#rowSize = 0;
  }
}
