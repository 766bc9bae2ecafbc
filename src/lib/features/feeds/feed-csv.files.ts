/** Reads a feed of one row per tenancy, in any order. */
import { CsvReader, isSeparatorRow, separatorOf, unwrapped } from './csv-rows.rules.ts';
import type { CsvRow } from './csv-rows.rules.ts';
import { BrokenFeedError, houseFields, largestHouse, requiredColumns, unitFields } from './feed.schema.ts';
import type { FeedReader, Problem, RawHouse, RawRecord } from './feed.schema.ts';
import { Problems } from './feed-problems.rules.ts';
import { tidy } from './feed-text.rules.ts';
import { ownText, textOf } from './feed-source.files.ts';
import type { FeedSource } from './feed-source.files.ts';
import { gatherHouses, weightOf } from './house-rows.files.ts';
import type { Gathering, HouseRows, HouseSize } from './house-rows.files.ts';

/** So much of a file is looked at to see what parts its cells. */
const beginning = 65_536;

/** The rows of the file, as many at a time as a piece of it has. Those before a break are given before it is thrown. */
async function* rowsOf(source: FeedSource): AsyncGenerator<readonly CsvRow[]> {
  if (source.rows) return yield* source.rows();
  let reader: CsvReader | undefined;
  let waiting = '';
  let rows: CsvRow[] = [];
  const take = (row: CsvRow): void => {
    if (!isSeparatorRow(row)) rows.push({ line: row.line, cells: row.cells.map(unwrapped) });
  };
  let broken: unknown;
  function read(text: string): void {
    try {
      reader ??= new CsvReader(separatorOf(text));
      reader.read(text, take);
    } catch (error) {
      broken = error;
    }
  }
  for await (const text of textOf(source.open(), source.encoding)) {
    waiting += text;
    if (!reader && waiting.length < beginning) continue;
    read(waiting);
    waiting = '';
    yield rows;
    rows = [];
    if (broken) throw broken;
  }
  if (waiting) read(waiting);
  try {
    if (!broken) reader?.end(take);
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
  if (missing.length > 0)
    throw new BrokenFeedError(line, `the header row has no ${missing.join(', ')}; it names the fields of version 1, parted by commas, semicolons or tabs`);
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) throw new BrokenFeedError(line, `the header row names ${twice} twice`);
  return { names, house: names.indexOf('house_ref') };
}

const fieldsOf = (names: readonly string[], cells: readonly string[]): Map<string, string> =>
  new Map(names.flatMap((name, index) => (name === '' || !cells[index] ? [] : [[name, cells[index]]])));

/** A record that several rows tell of: each says what the others say, or nothing. */
class SharedRecord {
  readonly record: RawRecord;
  readonly #fields: Map<string, string>;
  readonly #line: number;
  /** Of the fields that the first row leaves empty. */
  readonly #lines = new Map<string, number>();

  constructor(line: number, fields: Map<string, string>) {
    this.#line = line;
    this.#fields = fields;
    this.record = { line: (field) => this.#lineOf(field), fields };
  }

  #lineOf(field = ''): number {
    return this.#lines.get(field) ?? this.#line;
  }

  /** Takes what a further row says, and gives what it says otherwise than a row before it. */
  add(level: 'house' | 'unit', line: number, fields: ReadonlyMap<string, string>, houseRef: string): Problem[] {
    const ofLevel: readonly string[] = level === 'house' ? houseFields : unitFields;
    return ofLevel.flatMap((field): Problem[] => {
      const [value, before] = [fields.get(field), this.#fields.get(field)];
      if (value === undefined || value === before || tidy(value) === '') return [];
      if (before === undefined || tidy(before) === '') {
        this.#fields.set(field, value);
        this.#lines.set(field, line);
        return [];
      }
      const reason = `line ${this.#lineOf(field)} says ${JSON.stringify(before.slice(0, 80))} for the same ${level}`;
      return [{ severity: 'refused', line, houseRef, field, value, reason }];
    });
  }
}

function houseOf({ ref, rows, lines }: HouseRows, { names }: Header): RawHouse {
  const problems = new Problems();
  const units = new Map<string, { readonly shared: SharedRecord; readonly tenancies: RawRecord[] }>();
  let house: SharedRecord | undefined;
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
    const fields = fieldsOf(names, cells);
    if (house) for (const one of house.add('house', line, fields, ref)) problems.add('refused', () => one);
    else house = new SharedRecord(line, new Map(fields));
    const unitRef = fields.get('unit_ref') ?? '';
    const unit = units.get(unitRef);
    if (unit) for (const one of unit.shared.add('unit', line, fields, ref)) problems.add('refused', () => one);
    const tenancy: RawRecord = { line: () => line, fields };
    if (unit) unit.tenancies.push(tenancy);
    else units.set(unitRef, { shared: new SharedRecord(line, new Map(fields)), tenancies: [tenancy] });
  }
  const record = house?.record ?? { line: () => lines.first, fields: new Map([['house_ref', ref]]) };
  return { ...record, units: [...units.values()].map(({ shared, tenancies }) => ({ ...shared.record, tenancies })), problems: problems.list() };
}

/** A house, or a row without one, of which nothing but the reason is told. */
const unreadable = (line: number, ref: string, reason: string): RawHouse => ({
  line: () => line,
  fields: new Map(ref === '' ? [] : [['house_ref', ref]]),
  units: [],
  isUnreadable: true,
  problems: [{ severity: 'refused', line, houseRef: ref, field: 'house_ref', value: ref, reason }],
});

const brokenOff = 'is the last house before the file breaks off: rows of it may be missing, so it is not taken';
const withoutRef = 'is missing, so the row belongs to no house';
const tooLarge = (rows: number): string =>
  `has ${rows.toLocaleString('en')} rows, which are more than one house can be: ${largestHouse / 1_000_000} million characters`;

type Census = {
  readonly header: Header;
  readonly sizes: Map<string, HouseSize>;
  readonly rows: number;
  /** Where the file cannot be read further. */
  readonly broken: BrokenFeedError | undefined;
  /** Where a file breaks off, nobody knows whether the house of the last row had more of them. */
  readonly lastRef: string;
};

/** The first reading: what there is of each house. */
async function count(source: FeedSource, onHeader: (names: readonly string[]) => void): Promise<Census> {
  const sizes = new Map<string, HouseSize>();
  let header: Header | undefined;
  let broken: BrokenFeedError | undefined;
  let lastRef = '';
  let rows = 0;
  function take(row: CsvRow): void {
    if (!header) return onHeader((header = readHeader(row)).names);
    rows++;
    lastRef = row.cells[header.house] ?? '';
    const size = sizes.get(lastRef);
    if (size) {
      size.rows++;
      size.weight += weightOf(row);
    } else if (lastRef) sizes.set(ownText(lastRef), { rows: 1, weight: weightOf(row) });
  }
  try {
    for await (const piece of rowsOf(source)) piece.forEach(take);
  } catch (error) {
    if (!(error instanceof BrokenFeedError) || !header) throw error;
    broken = error;
  }
  if (!header) throw new BrokenFeedError(1, 'the file has no header row');
  return { header, sizes, rows, broken, lastRef };
}

/** The second reading: the rows behind the header, up to where the first one ended. */
async function* rowsAgain(source: FeedSource, { broken }: Census): AsyncGenerator<readonly CsvRow[]> {
  let isHeader = true;
  try {
    for await (const rows of rowsOf(source)) {
      yield isHeader ? rows.slice(1) : rows;
      isHeader &&= rows.length === 0;
    }
  } catch (error) {
    if (!broken) throw error;
  }
}

/**
 * Reads the file twice: first counting the rows of each house, then putting houses together. Memory holds two numbers per house, and
 * of rows as many as `gathering` allows.
 * @param onRead hears how much of the file was given out, in bytes.
 * @param onHeader hears the columns of the file.
 */
export async function* readCsv(
  source: FeedSource,
  gathering: Pick<Gathering, 'mostAside' | 'store'>,
  onRead: (bytes: number) => void,
  onHeader: (names: readonly string[]) => void,
): FeedReader & AsyncGenerator<RawHouse> {
  const census = await count(source, onHeader);
  const { header, sizes, broken, lastRef } = census;
  let given = 0;
  for await (const house of gatherHouses(rowsAgain(source, census), { ...gathering, sizes, refOf: ({ cells }) => cells[header.house] ?? '' })) {
    const { ref, lines } = house;
    onRead((source.bytes * (given += house.count)) / census.rows);
    if (ref === '') yield unreadable(lines.first, ref, withoutRef);
    else if (broken && ref === lastRef) yield unreadable(lines.last, ref, brokenOff);
    else if (house.isTooLarge) yield unreadable(lines.first, ref, tooLarge(house.count));
    else yield houseOf(house, header);
  }
  if (broken) throw broken;
  if (sizes.size > 0) throw new BrokenFeedError(0, 'the file was changed while it was read');
}
