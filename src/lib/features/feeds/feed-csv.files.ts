/** Reads a feed of one row per tenancy. The rows of a house may lie apart; a house is given out when its last row was read. */
import { parse } from 'csv-parse';
import type { Info } from 'csv-parse';
import { BrokenFeedError, houseFields, largestHouse, unitFields } from './feed.schema.ts';
import type { FeedReader, Problem, RawHouse, RawRecord, RawUnit } from './feed.schema.ts';
import { asBroken } from './feed-source.files.ts';
import type { FeedSource } from './feed-source.files.ts';

type Row = { readonly line: number; readonly cells: readonly string[] };

const parserOptions = {
  bom: true,
  info: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: largestHouse,
} as const;

/** Line breaks inside quoted cells: the parser counts lines up to the end of a row, readers look at its start. */
function breaksIn(cells: readonly string[]): number {
  let breaks = 0;
  for (const cell of cells) if (cell.includes('\n')) breaks += cell.split('\n').length - 1;
  return breaks;
}

async function* rowsOf(source: FeedSource, onRead?: (bytes: number) => void): AsyncGenerator<Row> {
  const bytes = source.open(onRead);
  const parser = parse(parserOptions);
  bytes.on('error', (error) => parser.destroy(error));
  bytes.pipe(parser);
  let lastLine = 0;
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      lastLine = info.lines;
      yield { line: info.lines - breaksIn(record), cells: record };
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE')
      throw new BrokenFeedError(lastLine + 1, 'a quotation mark is opened and never closed');
    if (code?.startsWith('CSV_')) throw new BrokenFeedError(lastLine + 1, (error as Error).message);
    throw asBroken(error);
  } finally {
    bytes.destroy();
  }
}

type Header = { readonly names: readonly string[]; readonly house: number };

function readHeader({ line, cells }: Row): Header {
  const names = cells.map((cell) => cell.toLowerCase());
  const missing = ['house_ref', 'unit_ref', 'tenancy_ref'].filter((name) => !names.includes(name));
  if (missing.length > 0) throw new BrokenFeedError(line, `the header row has no ${missing.join(', ')}; it names the fields of version 1, parted by commas`);
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) throw new BrokenFeedError(line, `the header row names ${twice} twice`);
  return { names, house: names.indexOf('house_ref') };
}

const fieldsOf = (names: readonly string[], cells: readonly string[]): Map<string, string> =>
  new Map(names.flatMap((name, index) => (name === '' || !cells[index] ? [] : [[name, cells[index]]])));

/** Facts of the same house or unit on two rows have to agree; an empty cell repeats the first row. */
function disagreements(level: 'house' | 'unit', first: RawRecord, row: RawRecord, houseRef: string): Problem[] {
  const fields: readonly string[] = level === 'house' ? houseFields : unitFields;
  return fields.flatMap((field): Problem[] => {
    const [value, before] = [row.fields.get(field), first.fields.get(field)];
    if (value === undefined || value === before) return [];
    return [
      {
        severity: 'refused',
        line: row.line(),
        houseRef,
        field,
        value,
        reason: `line ${first.line()} says ${before === undefined ? 'nothing' : JSON.stringify(before.slice(0, 80))} for the same ${level}`,
      },
    ];
  });
}

function houseOf(ref: string, { names }: Header, rows: readonly Row[]): RawHouse {
  const problems: Problem[] = [];
  const units = new Map<string, RawUnit & { tenancies: RawRecord[] }>();
  let house: RawRecord | undefined;
  for (const { line, cells } of rows) {
    const extra = cells.slice(names.length).some((cell) => cell !== '');
    if (extra || cells.length < names.length) {
      problems.push({
        severity: 'refused',
        line,
        houseRef: ref,
        field: '',
        value: '',
        reason: `the row has ${cells.length} cells where the header has ${names.length}`,
      });
      continue;
    }
    const record: RawRecord = { line: () => line, fields: fieldsOf(names, cells) };
    if (house) problems.push(...disagreements('house', house, record, ref));
    house ??= record;
    const unitRef = record.fields.get('unit_ref') ?? '';
    const unit = units.get(unitRef);
    if (unit) problems.push(...disagreements('unit', unit, record, ref));
    if (unit) unit.tenancies.push(record);
    else units.set(unitRef, { ...record, tenancies: [record] });
  }
  const first = rows[0]?.line ?? 0;
  return { ...(house ?? { line: () => first, fields: new Map([['house_ref', ref]]) }), units: [...units.values()], problems };
}

const withoutRef = (line: number): RawHouse => ({
  line: () => line,
  fields: new Map(),
  units: [],
  problems: [{ severity: 'refused', line, houseRef: '', field: 'house_ref', value: '', reason: 'is missing, so the row belongs to no house' }],
});

/**
 * Reads the file twice: first counting the rows of each house, then putting houses together. Memory holds a number
 * per house and the rows of houses that are not complete yet.
 * @param onHeader hears the columns of the file.
 */
export async function* readCsv(
  source: FeedSource,
  onRead: (bytes: number) => void,
  onHeader: (names: readonly string[]) => void,
): FeedReader & AsyncGenerator<RawHouse> {
  const counts = new Map<string, number>();
  let header: Header | undefined;
  let broken: BrokenFeedError | undefined;
  // Where a file breaks off, nobody knows whether the last house had more rows: it is not taken.
  let lastRef = '';
  try {
    for await (const row of rowsOf(source)) {
      if (!header) onHeader((header = readHeader(row)).names);
      else {
        const ref = row.cells[header.house] ?? '';
        if (ref) counts.set(ref, (counts.get(ref) ?? 0) + 1);
        lastRef = ref;
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenFeedError) || !header) throw error;
    broken = error;
  }
  if (!header) throw new BrokenFeedError(1, 'the file has no header row');
  const waiting = new Map<string, Row[]>();
  let isHeader = true;
  try {
    for await (const row of rowsOf(source, onRead)) {
      if (isHeader) {
        isHeader = false;
        continue;
      }
      const ref = row.cells[header.house] ?? '';
      if (!ref) {
        yield withoutRef(row.line);
        continue;
      }
      const rows = waiting.get(ref) ?? [];
      rows.push(row);
      if (rows.length < (counts.get(ref) ?? 0)) waiting.set(ref, rows);
      else {
        waiting.delete(ref);
        if (!broken || ref !== lastRef) yield houseOf(ref, header, rows);
      }
    }
  } catch (error) {
    if (!broken) throw error;
  }
  if (broken) throw broken;
}
