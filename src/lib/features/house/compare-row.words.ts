/** One row of a comparison: a cell of words for each home, and which of them is the best. */
import { localUnit } from '#lib/features/catalogue/local-rent.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import type { WholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { billsApart } from '#lib/features/catalogue/bills.rules.ts';
import type { BillsApart } from '#lib/features/catalogue/bills.rules.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import { bestOf } from './compare-best.rules.ts';
import type { Standing } from './compare-best.rules.ts';
import type { CompareColumn, Comparison } from './house.schema.ts';

export type CompareCell = {
  readonly text: string;
  /** The language of the text where it is not the reader's. */
  readonly lang?: 'en' | undefined;
  /** What stands below it, smaller. */
  readonly subs: readonly string[];
  /** An amount to tell in the reader's own currency too. */
  readonly amount?: Money | undefined;
  readonly at?: Date | undefined;
  /** Why it is not what was asked for. */
  readonly care?: string | undefined;
  /** What makes it the best of its row. */
  readonly best?: string | undefined;
};

export type CompareRow = {
  readonly key: string;
  readonly label: string;
  /** How its figures come about. */
  readonly note?: string | undefined;
  /** Set in bold: what most decide by. */
  readonly isMain: boolean;
  /** One of each home, in the order of the columns. */
  readonly cells: readonly CompareCell[];
  /** Whether not all homes say the same; never with one home. */
  readonly differs: boolean;
};

export type CompareWords = Pick<Reader, 't' | 'intl' | 'locale' | 'now'>;

/** A home with its price and the bills beside its rent. */
export type PricedColumn = CompareColumn & { readonly price: WholePrice | undefined; readonly bills: BillsApart | undefined };

/** What makes a home the best of a row, and the word that says so. */
export type Best = { readonly word: MessageKey; readonly by: 'lowest' | 'highest'; readonly of: (column: PricedColumn) => Standing | undefined };

export const nothing: CompareCell = { text: '–', subs: [] };
export const plain = (text: string | undefined, ...subs: readonly string[]): CompareCell => (text === undefined ? nothing : { text, subs });

export type RowMaker = ReturnType<typeof rowMaker>;

/** What rows of these homes are made with. */
export function rowMaker({ columns }: Pick<Comparison, 'columns'>, { t, intl }: CompareWords) {
  const priced = columns.map(
    (column): PricedColumn => ({
      ...column,
      price: column.offer && wholePrice(column.offer.tenancy),
      bills: billsApart(column.house.bills, column.unit?.unitType, column.house.city.country),
    }),
  );

  /** The lowest amount; amounts of several currencies cannot be put in order. */
  function lowest(of: (column: PricedColumn) => { readonly amount: Money; readonly canWin: boolean } | undefined): Best {
    const isOne = new Set(priced.flatMap((column) => of(column)?.amount.currency ?? [])).size === 1;
    return {
      word: 'house.best_lowest',
      by: 'lowest',
      of: (column) => {
        const told = of(column);
        return told && isOne ? { value: told.amount.minor, canWin: told.canWin } : undefined;
      },
    };
  }

  return {
    priced,
    /** That of the country, or of the first home's where they are of several. */
    unit: localUnit(columns[0]?.house.city.country.rentUnit ?? 'MONTH'),
    money: (amount: Money | undefined): CompareCell => plain(amount && formatMoney(amount, intl)),
    lowest,
    lowestOf: (amountOf: (price: WholePrice) => Money): Best => lowest(({ price }) => price && { amount: amountOf(price), canWin: true }),

    row(
      key: string,
      label: string,
      cellOf: (column: PricedColumn) => CompareCell,
      { isMain = false, best, note }: { readonly isMain?: boolean; readonly best?: Best | undefined; readonly note?: string } = {},
    ): CompareRow {
      const said = priced.map(cellOf);
      const wins = best ? bestOf(priced.map(best.of), best.by) : [];
      return {
        key,
        label,
        note,
        isMain,
        cells: said.map((cell, at) => (best && wins[at] ? { ...cell, best: t(best.word) } : cell)),
        differs: new Set(said.map(({ text, subs }) => JSON.stringify([text, ...subs]))).size > 1,
      };
    },
  };
}
