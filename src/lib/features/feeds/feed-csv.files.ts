/** Reads a feed of one row per tenancy. The rows of a house may lie apart; a house is given out when its last row was read. */
import { CsvReader } from './csv-rows.rules.ts';
import type { CsvRow } from './csv-rows.rules.ts';
import { BrokenFeedError, houseFields, requiredColumns, unitFields } from './feed.schema.ts';
import type { FeedReader, Problem, RawHouse, RawRecord, RawUnit } from './feed.schema.ts';
import { Problems } from './feed-problems.rules.ts';
import { ownText, textOf } from './feed-source.files.ts';
import type { FeedSource } from './feed-source.files.ts';

/** The rows of the file, as many at a time as a piece of it has. Those before a break are given before it is thrown. */
async function* rowsOf(source: FeedSource, onRead?: (bytes: number) => void): AsyncGenerator<readonly CsvRow[]> {
  const reader = new CsvReader();
  let rows: CsvRow[] = [];
  const take = (row: CsvRow): void => void rows.push(row);
  let broken: unknown;
  for await (const text of textOf(source.open(onRead))) {
    try {
      reader.read(text, take);
    } catch (error) {
      broken = error;
    }
    yield rows;
    rows = [];
    if (broken) throw broken;
  }
  try {
    reader.end(take);
  } catch (error) {
    broken = error;
  }
  yield rows;
  if (broken) throw broken;
}

type Header = { readonly names: readonly string[]; readonly house: number };

function readHeader({ line, cells }: CsvRow): Header {
  const names = cells.map((cell) => cell.toLowerCase());
  const missing = requiredColumns.filter((oneOf) => !oneOf.some((name) => names.includes(name))).map((oneOf) => oneOf.join(' or '));
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

function houseOf(ref: string, { names }: Header, rows: readonly CsvRow[]): RawHouse {
  const problems = new Problems();
  const units = new Map<string, RawUnit & { tenancies: RawRecord[] }>();
  let house: RawRecord | undefined;
  for (const { line, cells } of rows) {
    const extra = cells.slice(names.length).some((cell) => cell !== '');
    if (extra || cells.length < names.length) {
      problems.add('refused', () => ({
        line,
        houseRef: ref,
        field: '',
        value: '',
        reason: `the row has ${cells.length} cells where the header has ${names.length}`,
      }));
      continue;
    }
    const record: RawRecord = { line: () => line, fields: fieldsOf(names, cells) };
    if (house) for (const one of disagreements('house', house, record, ref)) problems.add('refused', () => one);
    house ??= record;
    const unitRef = record.fields.get('unit_ref') ?? '';
    const unit = units.get(unitRef);
    if (unit) for (const one of disagreements('unit', unit, record, ref)) problems.add('refused', () => one);
    if (unit) unit.tenancies.push(record);
    else units.set(unitRef, { ...record, tenancies: [record] });
  }
  const first = rows[0]?.line ?? 0;
  return { ...(house ?? { line: () => first, fields: new Map([['house_ref', ref]]) }), units: [...units.values()], problems: problems.list() };
}

const withoutRef = (line: number): RawHouse => ({
  line: () => line,
  fields: new Map(),
  units: [],
  isUnreadable: true,
  problems: [{ severity: 'refused', line, houseRef: '', field: 'house_ref', value: '', reason: 'is missing, so the row belongs to no house' }],
});

const brokenOff = (row: CsvRow, ref: string): RawHouse => ({
  line: () => row.line,
  fields: new Map([['house_ref', ref]]),
  units: [],
  isUnreadable: true,
  problems: [
    {
      severity: 'refused',
      line: row.line,
      houseRef: ref,
      field: 'house_ref',
      value: ref,
      reason: 'is the last house before the file breaks off: rows of it may be missing, so it is not taken',
    },
  ],
});

/**
 * Reads the file twice: first counting the rows of each house, then putting houses together. Memory holds a number
 * per house that is not complete, and the rows of those that have begun.
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
    for await (const rows of rowsOf(source)) {
      for (const row of rows) {
        if (!header) onHeader((header = readHeader(row)).names);
        else {
          const ref = row.cells[header.house] ?? '';
          const count = counts.get(ref);
          if (ref) counts.set(count === undefined ? ownText(ref) : ref, (count ?? 0) + 1);
          lastRef = ref;
        }
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenFeedError) || !header) throw error;
    broken = error;
  }
  if (!header) throw new BrokenFeedError(1, 'the file has no header row');
  const waiting = new Map<string, CsvRow[]>();
  let isHeader = true;
  try {
    for await (const rows of rowsOf(source, onRead)) {
      for (const row of rows) {
        if (isHeader) {
          isHeader = false;
          continue;
        }
        const ref = row.cells[header.house] ?? '';
        if (!ref) {
          yield withoutRef(row.line);
          continue;
        }
        const begun = waiting.get(ref) ?? [];
        begun.push(row);
        if (begun.length < (counts.get(ref) ?? 0)) waiting.set(ref, begun);
        else {
          waiting.delete(ref);
          counts.delete(ref);
          yield broken && ref === lastRef ? brokenOff(row, ref) : houseOf(ref, header, begun);
        }
      }
    }
  } catch (error) {
    if (!broken) throw error;
  }
  if (broken) throw broken;
}
