/** Puts the rows of each house of a CSV feed together, wherever in the file they lie. Memory is bounded whatever the size of the file. */
import { CsvReader, csvRow } from './csv-rows.rules.ts';
import type { CsvRow } from './csv-rows.rules.ts';
import { largestHouse } from './feed.schema.ts';
import { ownText } from './feed-source.files.ts';
import { RowStore } from './row-store.files.ts';
import type { RowStoreLimits } from './row-store.files.ts';

/** What is known of a house before its rows are put together. */
export type HouseSize = {
  rows: number;
  /** Of its rows, by `weightOf`. */
  weight: number;
};

export type HouseRows = {
  readonly ref: string;
  /** In the order of the file; none of a house that is too large. */
  readonly rows: readonly CsvRow[];
  readonly count: number;
  /** Lines of its first and its last row. */
  readonly lines: { readonly first: number; readonly last: number };
  readonly isTooLarge: boolean;
};

export type Gathering = {
  /** Of every house with rows to come; those that are complete are taken out. */
  readonly sizes: Map<string, HouseSize>;
  /** The house a row belongs to; empty where the row does not say. */
  readonly refOf: (row: CsvRow) => string;
  /** What the rows of houses that have begun may weigh in memory. At least `largestHouse`, or one house might not fit. */
  readonly mostAside: number;
  readonly store: RowStoreLimits;
};

/** What a row takes in memory, about, in characters: one of many short cells takes more than its text. */
export const weightOf = ({ cells }: CsvRow): number => cells.reduce((sum, cell) => sum + cell.length + 8, 200);

/** Rows as they are set aside: a text that keeps nothing of the file's pieces, and begins with the line. */
const pack = ({ line, cells }: CsvRow): string => csvRow([String(line), ...cells]);

const unpackedRow = ({ cells: [line, ...cells] }: CsvRow): CsvRow => ({ line: Number(line), cells });

function unpack(packed: readonly string[]): CsvRow[] {
  const reader = new CsvReader();
  const rows: CsvRow[] = [];
  for (const text of packed) reader.read(text, (row) => rows.push(unpackedRow(row)));
  return rows;
}

/** A house of which rows are still to come. */
type Begun = { readonly ref: string; readonly first: number; count: number; weight: number; readonly packed: string[]; loose: CsvRow[] };

/** Rows of houses that have begun: those of the house at hand as they are, others packed, and on the disk when they grow too many. */
class RowsAside {
  readonly #gathering: Gathering;
  readonly #depth: number;
  readonly #begun = new Map<string, Begun>();
  #hand: Begun | undefined;
  #weight = 0;
  #store: RowStore | undefined;

  constructor(gathering: Gathering, depth: number) {
    this.#gathering = gathering;
    this.#depth = depth;
  }

  /** The house that is complete with this row. */
  add(row: CsvRow): HouseRows | undefined {
    const { sizes, refOf } = this.#gathering;
    const ref = refOf(row);
    const size = sizes.get(ref);
    const { line } = row;
    if (!size) return { ref, rows: [row], count: 1, lines: { first: line, last: line }, isTooLarge: false };
    const house = this.#take(ref, line);
    const isTooLarge = size.weight > largestHouse;
    house.count++;
    if (!isTooLarge) house.loose.push(row);
    if (house.count < size.rows) return undefined;
    this.#hand = undefined;
    sizes.delete(ref);
    return { ref, rows: [...unpack(house.packed), ...house.loose], count: house.count, lines: { first: house.first, last: line }, isTooLarge };
  }

  get isFull(): boolean {
    return this.#weight > this.#gathering.mostAside;
  }

  /** Takes a house in hand and sets aside the one that was. */
  #take(ref: string, line: number): Begun {
    if (this.#hand?.ref === ref) return this.#hand;
    this.#setAside();
    const house = this.#begun.get(ref) ?? { ref: ownText(ref), first: line, count: 0, weight: 0, packed: [], loose: [] };
    this.#begun.delete(ref);
    this.#weight -= house.weight;
    return (this.#hand = house);
  }

  #setAside(): void {
    const house = this.#hand;
    if (!house) return;
    for (const row of house.loose) {
      house.packed.push(pack(row));
      house.weight += weightOf(row);
    }
    house.loose = [];
    this.#weight += house.weight;
    this.#begun.set(house.ref, house);
    this.#hand = undefined;
  }

  /**
   * Brings to the disk what is set aside. From then on the houses it belongs to are not complete here: what is counted of them begins anew.
   * @throws {BrokenFeedError} when there is no room for it.
   */
  async spill(): Promise<void> {
    this.#store ??= await RowStore.open(this.#gathering.store, this.#depth);
    const houses = [...this.#begun.values()].filter(({ packed }) => packed.length > 0);
    await this.#store.write(houses);
    for (const { ref, weight } of houses) {
      this.#begun.delete(ref);
      this.#weight -= weight;
    }
  }

  /** What went to the disk, part by part: each has all rows of its houses, and fewer than all of them together. */
  async *parts(): AsyncGenerator<AsyncIterable<readonly CsvRow[]>> {
    if (!this.#store) return;
    this.#setAside();
    await this.spill();
    for await (const part of this.#store.parts()) yield storedRows(part);
  }

  async close(): Promise<void> {
    await this.#store?.close();
  }
}

async function* storedRows(part: AsyncIterable<string>): AsyncGenerator<readonly CsvRow[]> {
  const reader = new CsvReader();
  for await (const text of part) {
    const rows: CsvRow[] = [];
    reader.read(text, (row) => rows.push(unpackedRow(row)));
    yield rows;
  }
}

/**
 * Houses with all their rows: each when its last row was read, and those whose rows had to go to the disk at the end.
 * @param depth how often the rows were on the disk already.
 */
export async function* gatherHouses(pieces: AsyncIterable<readonly CsvRow[]>, gathering: Gathering, depth = 0): AsyncGenerator<HouseRows> {
  const aside = new RowsAside(gathering, depth);
  try {
    for await (const rows of pieces)
      for (const row of rows) {
        const house = aside.add(row);
        if (house) yield house;
        else if (aside.isFull) await aside.spill();
      }
    for await (const part of aside.parts()) yield* gatherHouses(part, gathering, depth + 1);
  } finally {
    await aside.close();
  }
}
