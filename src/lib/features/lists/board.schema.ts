/** Homes that somebody keeps, side by side: what a board of them shows, ready to print in one locale. */
import type { HouseId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import type { HouseCardFacts } from './list.schema.ts';

export type BoardHome = {
  readonly card: HouseCardFacts;
  /** The lowest weekly rent of the home, whatever lease its sum is of; undefined where nothing is free. */
  readonly lowest: Money | undefined;
};

/** Something to choose from. `value`: as a form sends it, empty for nothing asked. */
export type BoardChoice = { readonly value: string; readonly label: string; readonly current: boolean };

/** The question that all sums and ways of a board answer. */
export type BoardQuestion = {
  /** In words, one thing each: the school, the lease, the currencies. */
  readonly words: readonly string[];
  /** Schools of the cities of the homes, with none at first. */
  readonly schools: readonly BoardChoice[];
  /** Months and lengths that any of the homes lets. */
  readonly stays: readonly BoardChoice[];
  /** The currency chosen in the address, where it was: a form carries it on. */
  readonly currency: string | undefined;
  /** What the form of the comparison carries along, by name. */
  readonly carried: Readonly<Record<string, string>>;
};

export type Board = {
  /** Those that are offered, in the order asked for. */
  readonly homes: readonly BoardHome[];
  readonly question: BoardQuestion;
};

/** Boards, for other features. @param all the homes that decide which lease the sums are of, where only a part of them is shown. */
export type ShowBoard = (ids: readonly HouseId[], reader: Reader, all?: readonly HouseId[]) => Promise<Board>;

/** Homes of an address that somebody made and sent; or those of the reader's own device, which no server knows. */
export type Shortlist =
  | { readonly kind: 'device' /** The query that carries what the address asks: the way, the stay, the currency. */; readonly asks: string }
  | {
      readonly kind: 'shared';
      readonly name: string | undefined;
      readonly board: Board;
      /** How many of the address are no longer offered. */
      readonly gone: number;
      /** As in the address. */
      readonly ids: string;
      readonly href: string;
      /** Side by side, as many as fit; undefined for one alone. */
      readonly compareHref: string | undefined;
    };
