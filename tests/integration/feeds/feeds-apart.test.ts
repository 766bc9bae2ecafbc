/** CSV feeds whose rows of one home lie apart: the order of rows is nobody's business. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CsvReader } from '#lib/features/feeds/csv-rows.rules.ts';
import { tenancyFields, unitFields } from '#lib/features/feeds/feed.schema.ts';
import type { Problem } from '#lib/features/feeds/feed.schema.ts';
import { feedDesk } from '#tests/support/feed-desk.ts';
import type { Imported } from '#tests/support/feed-desk.ts';
import { asCsv, feedHouse, feedHouseWith, feedTenancy, feedUnit } from '#tests/support/feed-files.ts';
import type { FeedHouse } from '#tests/support/feed-files.ts';
import fc from '#tests/support/properties.ts';

const feeds = feedDesk();

const leases = (count: number, changes: Readonly<Record<string, string>> = {}) =>
  Array.from({ length: count }, (_, at) => feedTenancy({ tenancy_ref: `T${at}`, rent_amount: `${200 + at}`, ...(at === count - 1 ? changes : {}) }));
/** A home of two units and five leases; not every row repeats its description. */
const homeWith = (ref: string, changes: Readonly<Record<string, string>> = {}, ofHouse = {}, ofUnit = {}): FeedHouse =>
  feedHouse({ house_ref: ref, house_name: `Yard ${ref}`, ...ofHouse }, [
    feedUnit({ unit_ref: 'U1' }, leases(3, changes)),
    feedUnit({ unit_ref: 'U2', unit_type: 'studio', description: '', ...ofUnit }, leases(2)),
  ]);

/** Good homes, and one of each way in which a row, a unit or a home is refused or mended. */
const homes = [
  homeWith('A'),
  homeWith('B', {}, { amenities: 'wifi;sauna' }),
  homeWith('C', { rent_amount: 'free' }),
  homeWith('D', {}, {}, { unit_type: 'cellar' }),
  homeWith('E', {}, { latitude: '91' }),
  homeWith('F', { promo_rent_amount: '900' }, { description: 'Says "quiet", and is.' }),
  homeWith('G'),
];
const [header = '', ...text] = asCsv(homes).trim().split('\n');
/** One row without a home, and one with a cell too many. */
const rows = [...text, text[0]?.replace(/^A,/, ',') ?? '', text[5]?.replace('Yard B', 'Yard B,') ?? ''];

const cells: (readonly string[])[] = [];
new CsvReader().read(`${rows.join('\n')}\n`, (row) => cells.push(row.cells));
const columns = header.split(',');
const cellOf = (at: number, name: string): string => cells[at]?.[columns.indexOf(name)] ?? '';

/** The line of a problem when the rows stand in another order: of its own row, or of the first row of the unit or home it is about. */
function lineIn(order: readonly number[], { line, field }: Problem): number {
  const own = line - 2;
  const lineOf = (isOf: (at: number) => boolean): number => order.findIndex(isOf) + 2;
  if (field === '' || field === 'house_ref' || (tenancyFields as readonly string[]).includes(field)) return lineOf((at) => at === own);
  // A row with too many cells says nothing but that.
  const isSameHome = (at: number): boolean => cells[at]?.length === columns.length && cellOf(at, 'house_ref') === cellOf(own, 'house_ref');
  const isOfUnit = (unitFields as readonly string[]).includes(field);
  return lineOf((at) => isSameHome(at) && (!isOfUnit || cellOf(at, 'unit_ref') === cellOf(own, 'unit_ref')));
}

const told = ({ severity, houseRef, field, value, reason }: Problem, line: number): string => JSON.stringify([line, severity, houseRef, field, value, reason]);

/** What readers see, without the numbers that the database gives and the places of units in lists. */
function withoutNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNumbers).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)); // prettier-ignore
  if (typeof value === 'bigint') return String(value);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (/^(id|.*_id|content_hash|card|position|sort)$/.test(name) ? [] : [[name, withoutNumbers(one)]])),
  );
}

const counts = ({ added, refusedHouses, problems, isComplete }: Imported) => ({ added, refusedHouses, problems, isComplete });

describe('the rows of a home in any order', () => {
  test('give the same homes, leases, figures and refusals as the sorted feed, each with its own line', async () => {
    const sorted = await feeds.importing(feeds.write('sorted.csv', [header, ...rows].join('\n')));
    expect(counts(sorted)).toMatchObject({ added: 3, refusedHouses: 4, problems: { refused: 5 } });
    const seen = withoutNumbers(await feeds.catalogue());
    const order = fc.shuffledSubarray([...rows.keys()], { minLength: rows.length });
    await fc.assert(
      fc.asyncProperty(order, fc.constantFrom(0, 4_000, 1e9), fc.boolean(), async (at, mostAside, isPacked) => {
        await feeds.empty();
        const file = feeds.write(isPacked ? 'any.csv.gz' : 'any.csv', [header, ...at.map((one) => rows[one])].join('\n'));
        const expected = sorted.problemList.map((one) => told(one, lineIn(at, one))).sort();
        for (const dryRun of [true, false]) {
          const result = await feeds.importing(file, { mostAside, dryRun });
          expect(result.problemList.map((one) => told(one, one.line)).sort()).toEqual(expected);
          expect(counts(result)).toEqual(counts(sorted));
        }
        expect(withoutNumbers(await feeds.catalogue())).toEqual(seen);
      }),
      { numRuns: 12 },
    );
    expect(readdirSync(feeds.folder).filter((name) => name.startsWith('feed-rows-'))).toEqual([]);
  });

  test('what only some rows of a home say holds for all of them, whichever comes first; two that disagree are refused with both lines', async () => {
    const [head = '', ...lines] = asCsv([homeWith('A', {}, {}, { description: 'Ten minutes on foot.' })])
      .trim()
      .split('\n');
    const bare = lines.map((line, at) => (at === 2 ? line : line.replace('Ten minutes on foot.', at === 1 ? 'null' : '')));
    for (const some of [bare, bare.toReversed()]) {
      await feeds.empty();
      expect(await feeds.importing(feeds.write('some.csv', [head, ...some].join('\n')))).toMatchObject({ added: 1, problems: { refused: 0 } });
      expect(await feeds.db.selectFrom('houses').select('description').execute()).toEqual([{ description: 'Ten minutes on foot.' }]);
    }
    const other = bare.with(4, bare[4]?.replace('Yard A', 'Yard Z') ?? '');
    const { problemList } = await feeds.importing(feeds.write('other.csv', [head, ...other].join('\n')));
    expect(problemList).toEqual([
      { severity: 'refused', line: 6, houseRef: 'A', field: 'house_name', value: 'Yard Z', reason: 'line 2 says "Yard A" for the same house' },
    ]);
  });

  test('count as named by a full feed, also those of homes that went to the disk', async () => {
    const all = ['A', 'B', 'C', 'D'].map((ref) => homeWith(ref));
    await feeds.importing(feeds.write('all.csv', asCsv(all)));
    const [head, ...lines] = asCsv(all.slice(0, 3)).trim().split('\n');
    const apart = lines.toSorted((one, other) => (one.slice(2) < other.slice(2) ? -1 : 1));
    const file = feeds.write('apart.csv', [head, ...apart].join('\n'));
    expect(await feeds.importing(file, { full: true, mostAside: 0 })).toMatchObject({ closed: 1, keptOpenBecause: undefined });
    expect(await feeds.db.selectFrom('houses').select('ref').where('status', '=', 'closed').execute()).toEqual([{ ref: 'D' }]);
  });

  test('of a file that breaks off, give the homes that are whole, and not the last one', async () => {
    const [head, a1, a2, b1, b2] = asCsv([
      feedHouseWith('A'),
      feedHouseWith('A', { unit_ref: 'U2' }),
      feedHouseWith('B'),
      feedHouseWith('B', { unit_ref: 'U2' }),
    ])
      .trim()
      .split('\n');
    const file = feeds.write('cut.csv', [head, a1, b1, a2, b2, 'C,"never closed'].join('\n'));
    const result = await feeds.importing(file, { mostAside: 0 });
    expect(result).toMatchObject({ added: 1, refusedHouses: 1, isComplete: false });
    expect(result.problemList.map(({ line, houseRef, reason }) => [line, houseRef, reason.slice(0, 24)])).toEqual([
      [5, 'B', 'is the last house before'],
      [6, '', 'a quotation mark is open'],
    ]);
  });

  test('that do not fit on the disk either are refused in plain words; homes that were whole by then are taken, and none is closed', async () => {
    await feeds.importing(feeds.write('before.csv', asCsv([feedHouseWith('OLD')])));
    const [head, ...lines] = asCsv([homeWith('A'), homeWith('B'), homeWith('C')])
      .trim()
      .split('\n');
    const apart = [...lines.slice(0, 5), lines[5], lines[10], ...lines.slice(6, 10), ...lines.slice(11)];
    const file = feeds.write('full-disk.csv', [head, ...apart].join('\n'));
    const result = await feeds.importing(file, { mostAside: 0, diskReserve: Number.MAX_SAFE_INTEGER / 2, full: true });
    expect(result).toMatchObject({ added: 1, closed: 0, isComplete: false, keptOpenBecause: 'the file was not read to its end' });
    expect(result.problemList.map(({ reason }) => reason).join()).toMatch(/there is no room for them\. Sort the file by house_ref/);
    expect(await feeds.importing(file, { diskReserve: Number.MAX_SAFE_INTEGER / 2 })).toMatchObject({ added: 2, unchanged: 1, isComplete: true });
  });

  test('a house of more rows than one can have is refused with its first line, and the rest goes on', async () => {
    const [head, good, bad = ''] = asCsv([feedHouseWith('GOOD'), feedHouseWith('BAD')])
      .trim()
      .split('\n');
    const many = Array.from({ length: 30_000 }, (_, at) => bad.replace('T1', `T${at}`));
    const result = await feeds.importing(feeds.write('many.csv.gz', [head, many[0], good, ...many.slice(1)].join('\n')));
    expect(result).toMatchObject({ added: 1, refusedHouses: 1, isComplete: true });
    expect(result.problemList).toEqual([
      {
        severity: 'refused',
        line: 2,
        houseRef: 'BAD',
        field: 'house_ref',
        value: 'BAD',
        reason: 'has 30,000 rows, which are more than one house can be: 16 million characters',
      },
    ]);
  });
});
