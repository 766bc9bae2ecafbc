/** Rows of the first sheet of a workbook (.xlsx), as if it had been saved as CSV: dates as ISO writes them, numbers as they were typed. */
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { dateOfDay } from '#lib/dates/dates.ts';
import type { CsvRow } from './csv-rows.rules.ts';
import { BrokenFeedError } from './feed.schema.ts';

/** Bounds on a workbook, in bytes: packed, and each of its parts unpacked. Larger lists come as CSV, which is read piece by piece. */
const largest = { packed: 40_000_000, part: 150_000_000 } as const;
const mostColumns = 500;
const pieceSize = 262_144;
/** Day 0 of the calendar of spreadsheets, in days since 1970; the other is that of old Macs. */
const epochs = { usual: -25_569, mac: -24_107 } as const;

type Parts = Readonly<Record<string, Uint8Array>>;
type Style = { readonly dates: ReadonlySet<number>; readonly epoch: number };

const isWanted = (name: string): boolean =>
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/.test(name);

/**
 * Opens a workbook.
 * @returns what gives its rows, as often as asked for; throws a `BrokenFeedError` where a sheet is damaged.
 * @throws {Error} when it is none, or too large; the message ends a sentence that begins with the file's name.
 */
export async function rowsOfWorkbook(path: string, bytes: number): Promise<() => AsyncGenerator<readonly CsvRow[]>> {
  if (bytes > largest.packed) throw new Error(`a workbook of more than ${largest.packed / 1_000_000} MB is not read; save it as “CSV UTF-8”`);
  const file = await readFile(path);
  let parts: Parts;
  try {
    parts = unzipSync(file, {
      filter({ name, originalSize }) {
        if (isWanted(name) && originalSize > largest.part)
          throw new RangeError(`its part ${name} is larger than ${largest.part / 1_000_000} MB; save it as “CSV UTF-8”`);
        return isWanted(name);
      },
    });
  } catch (error) {
    throw new Error(error instanceof RangeError ? error.message : 'the workbook is damaged; save it as .xlsx again, or as “CSV UTF-8”', { cause: error });
  }
  const sheet = firstSheet(parts);
  if (!sheet) throw new Error('this is no workbook with a sheet; save it as .xlsx again, or as “CSV UTF-8”');
  const strings = sharedStrings(parts['xl/sharedStrings.xml']);
  const style = styleOf(parts);
  return () => rowsOfSheet(sheet, strings, style);
}

type Attributes = Readonly<Record<string, string>>;
type Heard = { open?(name: string, attributes: Attributes): void; text?(text: string): void; close?(name: string): void };

/** Names without their prefix: programs differ in it. */
const own = (name: string): string => name.slice(name.indexOf(':') + 1);

function* parsed(bytes: Uint8Array, heard: Heard): Generator<undefined> {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new BrokenFeedError(0, `the workbook is damaged: ${error.message.slice(0, 200)}`);
  });
  // A document type could define signs that unfold to any length.
  parser.on('doctype', () => {
    throw new BrokenFeedError(0, 'the workbook is none that a spreadsheet wrote');
  });
  parser.on('opentag', ({ name, attributes }) => heard.open?.(own(name), attributes as Attributes));
  parser.on('text', (text) => heard.text?.(text));
  parser.on('closetag', ({ name }) => heard.close?.(own(name)));
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += pieceSize) {
    parser.write(decoder.decode(bytes.subarray(at, at + pieceSize), { stream: true }));
    yield undefined;
  }
  parser.close();
}

function whole(bytes: Uint8Array | undefined, heard: Heard): void {
  if (bytes) for (const _ of parsed(bytes, heard)) continue;
}

function firstSheet(parts: Parts): Uint8Array | undefined {
  let id: string | undefined;
  whole(parts['xl/workbook.xml'], {
    open(name, attributes) {
      if (name === 'sheet' && attributes['state'] === undefined) id ??= Object.entries(attributes).find(([key]) => own(key) === 'id' && key.includes(':'))?.[1];
    },
  });
  let target: string | undefined;
  whole(parts['xl/_rels/workbook.xml.rels'], {
    open(name, { Id, Target }) {
      if (name === 'Relationship' && Id === id) target ??= Target;
    },
  });
  const path = target === undefined ? 'xl/worksheets/sheet1.xml' : target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  return parts[path];
}

function sharedStrings(bytes: Uint8Array | undefined): readonly string[] {
  const strings: string[] = [];
  let text = '';
  let [isText, isReading] = [false, false];
  whole(bytes, {
    open(name) {
      if (name === 'si') text = '';
      // How a text is spoken stands beside it.
      if (name === 'rPh') isReading = true;
      if (name === 't') isText = !isReading;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isReading = false;
      if (name === 'si') strings.push(text);
    },
  });
  return strings;
}

/** Which styles of cells show a number as a day. */
function styleOf(parts: Parts): Style {
  const formats = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
  const dates = new Set<number>();
  let [isCells, at] = [false, 0];
  whole(parts['xl/styles.xml'], {
    open(name, { numFmtId, formatCode = '' }) {
      const shown = formatCode.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
      if (name === 'numFmt' && /[yd]/i.test(shown)) formats.add(Number(numFmtId));
      if (name === 'cellXfs') isCells = true;
      if (name === 'xf' && isCells) {
        if (formats.has(Number(numFmtId))) dates.add(at);
        at++;
      }
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  let epoch: number = epochs.usual;
  whole(parts['xl/workbook.xml'], {
    open(name, { date1904 }) {
      if (name === 'workbookPr' && (date1904 === '1' || date1904 === 'true')) epoch = epochs.mac;
    },
  });
  return { dates, epoch };
}

/** @example columnOf('AB12') // 27 */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(place)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

type Cell = { readonly column: number; readonly type: string; readonly style: number; text: string };

function valueOf({ type, style, text }: Cell, strings: readonly string[], { dates, epoch }: Style): string {
  if (type === 's') return strings[Number(text)] ?? '';
  if (type !== 'n' && type !== '') return text;
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) return text;
  if (dates.has(style) && number > 0 && number < 200_000) return dateOfDay(Math.floor(number) + epoch);
  // Beyond fifteen digits a spreadsheet keeps no number as it was typed, and shows such ones shortened.
  return Math.abs(number) < 1e15 ? String(number) : number.toExponential(5).replace('e', 'E');
}

async function* rowsOfSheet(bytes: Uint8Array, strings: readonly string[], style: Style): AsyncGenerator<readonly CsvRow[]> {
  let rows: CsvRow[] = [];
  let width = 0;
  let line = 0;
  let cells: string[] = [];
  let cell: Cell | undefined;
  let isText = false;
  const piece = parsed(bytes, {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes['r'] ?? line + 1);
        cells = [];
      } else if (name === 'c') {
        const column = attributes['r'] === undefined ? cells.length : columnOf(attributes['r']);
        cell = { column, type: attributes['t'] ?? '', style: Number(attributes['s'] ?? 0), text: '' };
      } else if (name === 'v' || name === 't') isText = true;
    },
    text(text) {
      if (isText && cell) cell.text += text;
    },
    close(name) {
      if (name === 'v' || name === 't') isText = false;
      else if (name === 'c' && cell) {
        if (cell.column >= 0 && cell.column < mostColumns) {
          while (cells.length <= cell.column) cells.push('');
          cells[cell.column] = valueOf(cell, strings, style).trim();
        }
        cell = undefined;
      } else if (name === 'row' && cells.some((one) => one !== '')) {
        width ||= cells.findLastIndex((one) => one !== '') + 1;
        while (cells.length < width) cells.push('');
        rows.push({ line, cells: cells.slice(0, Math.max(width, cells.findLastIndex((one) => one !== '') + 1)) });
      }
    },
  });
  for (const _ of piece) {
    yield rows;
    rows = [];
  }
  yield rows;
}
