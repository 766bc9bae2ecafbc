import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import type { CsvRow } from '#lib/features/feeds/csv-rows.rules.ts';
import { readCsv } from '#lib/features/feeds/feed-csv.files.ts';
import { largestHouse } from '#lib/features/feeds/feed.schema.ts';
import type { FeedSource } from '#lib/features/feeds/feed-source.files.ts';
import { gatherHouses, weightOf } from '#lib/features/feeds/house-rows.files.ts';
import type { HouseRows, HouseSize } from '#lib/features/feeds/house-rows.files.ts';
import { asCsv, feedHouseWith } from '#tests/support/feed-files.ts';
import fc from '#tests/support/properties.ts';

const folder = mkdtempSync(join(tmpdir(), 'loftling-rows-'));
afterAll(() => rmSync(folder, { recursive: true }));

function sizesOf(rows: readonly CsvRow[]): Map<string, HouseSize> {
  const sizes = new Map<string, HouseSize>();
  for (const row of rows) {
    const ref = row.cells[0] ?? '';
    const { rows: before, weight } = sizes.get(ref) ?? { rows: 0, weight: 0 };
    if (ref !== '') sizes.set(ref, { rows: before + 1, weight: weight + weightOf(row) });
  }
  return sizes;
}

async function gathered(rows: readonly CsvRow[], pieces: number, mostAside: number, sizes = sizesOf(rows)): Promise<HouseRows[]> {
  async function* inPieces(): AsyncGenerator<readonly CsvRow[]> {
    for (let at = 0; at < rows.length; at += pieces) yield rows.slice(at, at + pieces);
  }
  const houses: HouseRows[] = [];
  for await (const house of gatherHouses(inPieces(), { sizes, refOf: ({ cells }) => cells[0] ?? '', mostAside, store: { folder, reserve: 0 } }))
    houses.push(house);
  return houses;
}

/** Refs that differ little, rows that do not say, and cells with all that a CSV could trip over. */
const rowsInAnyOrder = fc
  .array(fc.tuple(fc.constantFrom('', 'A', 'a', 'A ', '"', 'B,', 'C\n', '房'), fc.string({ unit: fc.constantFrom('x', '"', ',', '\r', '\n', '😀', ' ') })), {
    maxLength: 40,
  })
  .map((list) => list.map(([ref, text], at): CsvRow => ({ line: 3 * at + 2, cells: [ref, text] })));

test('rows of one house are put together wherever they lie and whatever fits into memory, in their order and with their lines', async () => {
  await fc.assert(
    fc.asyncProperty(rowsInAnyOrder, fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 500, 1_500, 1e9), async (rows, pieces, mostAside) => {
      const houses = await gathered(rows, pieces, mostAside);
      expect(houses.filter(({ ref }) => ref === '').flatMap((one) => one.rows)).toEqual(rows.filter(({ cells }) => cells[0] === ''));
      const named = houses.filter(({ ref }) => ref !== '');
      expect(named.map(({ ref }) => ref).sort()).toEqual([...sizesOf(rows).keys()].sort());
      for (const house of named) {
        const own = rows.filter(({ cells }) => cells[0] === house.ref);
        expect(house).toEqual({ ref: house.ref, rows: own, count: own.length, lines: { first: own[0]?.line, last: own.at(-1)?.line }, isTooLarge: false });
      }
      expect(readdirSync(folder)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('of a house beyond the bound no row is kept, however its rows lie; the others are whole', async () => {
  const rows = Array.from({ length: 60 }, (_, at): CsvRow => ({ line: at + 2, cells: [['big', 'A', 'B'][at % 3] ?? '', `row ${at}`] }));
  const sizes = sizesOf(rows);
  sizes.set('big', { rows: 20, weight: largestHouse + 1 });
  for (const mostAside of [0, 1e9]) {
    const houses = await gathered(rows, 7, mostAside, new Map(sizes));
    expect(houses.map(({ ref, rows: own, count, isTooLarge }) => [ref, own.length, count, isTooLarge]).sort()).toEqual([
      ['A', 20, 20, false],
      ['B', 20, 20, false],
      ['big', 0, 20, true],
    ]);
    expect(houses.find(({ ref }) => ref === 'big')?.lines).toEqual({ first: 2, last: 59 });
  }
});

test('whoever stops in the middle leaves no file behind', async () => {
  const rows = Array.from({ length: 40 }, (_, at): CsvRow => ({ line: at + 2, cells: [`H${at % 10}`] }));
  const gathering = { sizes: sizesOf(rows), refOf: ({ cells }: CsvRow) => cells[0] ?? '', mostAside: 0, store: { folder, reserve: 0 } };
  for await (const house of gatherHouses(Readable.from([rows], { objectMode: true }), gathering)) {
    expect(house.rows).toHaveLength(4);
    expect(readdirSync(folder)).toEqual([]);
    break;
  }
  expect(readdirSync(folder)).toEqual([]);
});

test('a file that is another one at the second reading counts as broken, and no house of it is taken in part', async () => {
  const [whole, less] = [asCsv([feedHouseWith('A'), feedHouseWith('B')]), asCsv([feedHouseWith('A')])];
  const texts = [whole, less];
  const source: FeedSource = {
    format: 'csv',
    bytes: whole.length,
    encoding: 'utf-8',
    remark: undefined,
    open: () => Readable.from([Buffer.from(texts.shift() ?? '')]),
  };
  const refs: unknown[] = [];
  const reading = (async () => {
    const gathering = { mostAside: 0, store: { folder, reserve: 0 } };
    for await (const house of readCsv(
      source,
      gathering,
      () => undefined,
      () => undefined,
    ))
      refs.push(house.fields.get('house_ref')); // prettier-ignore
  })();
  await expect(reading).rejects.toThrow('the file was changed while it was read');
  expect(refs).toEqual(['A']);
});

/** Reads a feed of so many rows, those of a house as far apart as can be, in a process whose heap is bounded. Says how many rows its houses had. */
const readScattered = (rows: number): string => `
  import { Readable } from 'node:stream';
  import { readCsv } from '#lib/features/feeds/feed-csv.files.ts';
  import { asCsv, feedHouseWith } from '#tests/support/feed-files.ts';
  const [header, row] = asCsv([feedHouseWith('HOUSE', { unit_ref: 'UNIT', description: 'Ten minutes on foot. '.repeat(10) })]).trim().split('\\n');
  function* text() {
    yield Buffer.from(header + '\\n');
    for (let at = 0; at < ${rows}; at += 100)
      yield Buffer.from(Array.from({ length: 100 }, (_, one) => row.replace('HOUSE', 'H' + ((at + one) % ${rows / 10})).replace('UNIT', 'U' + (at + one))).join('\\n') + '\\n');
  }
  const source = { format: 'csv', bytes: 1, open: () => Readable.from(text()) };
  let units = 0;
  for await (const house of readCsv(source, { mostAside: ${120 * rows}, store: { folder: process.argv[1], reserve: 0 } }, () => {}, () => {}))
    units += house.problems.length === 0 && house.units.length === 10 ? 10 : 0;
  console.log(units);
`;

/**
 * Without the 10 MB that the program itself takes, a row has less room here than 200,000 have in 96 MB, and as much of it may be set
 * aside. All of them kept in memory take more than there is.
 */
test('25,000 rows whose houses lie as far apart as can be go through a heap of 18 MB', () => {
  const bounds = ['--max-old-space-size=18', '--max-semi-space-size=4'];
  const { stdout, stderr } = spawnSync(process.execPath, [...bounds, '--input-type=module', '-e', readScattered(25_000), folder], { encoding: 'utf8' });
  expect(stdout.trim(), stderr.slice(-2_000)).toBe('25000');
});
