/**
 * Double entry: every posting moves amounts between accounts and sums to nothing in each currency. Rows are only ever added; the
 * database holds both. An effect is posted once, by its name.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Money } from '#lib/money/money.ts';

/**
 * `provider:stripe` what a provider holds for us; `supplier:12` what we owe a supplier, `deposit:12` of it deposits; `operator:fees`
 * what is ours; `customer:7` what somebody has paid and is still free; `landlord:9` what is held of rent 9 for a landlord who is not on
 * the site; `operator:funds` the operator's own money that came in or went; `costs:fees` and `costs:bank` what providers and banks keep;
 * `costs:losses` what is lost for good; `exchange` money that changes its currency: what it lacks in one it has in another; `bank` our own bank; `suspense` what nobody could assign yet.
 */
export type LedgerAccount =
  | `provider:${string}`
  | `supplier:${number}`
  | `deposit:${number}`
  | `landlord:${number}`
  | `customer:${number}`
  | 'operator:fees'
  | 'operator:funds'
  | 'costs:fees'
  | 'costs:bank'
  | 'costs:losses'
  | 'exchange'
  | 'bank'
  | 'suspense';

/** An amount above zero is a debit, one below a credit. */
export type LedgerEntry = { readonly account: LedgerAccount; readonly amount: Money };

export type Posting = {
  /** Names what caused it, such as `payment:K7QM2XPA:succeeded`: a second posting of the same effect changes nothing. */
  readonly effect: string;
  readonly entries: readonly [LedgerEntry, LedgerEntry, ...LedgerEntry[]];
};

/** What one posting moved on one account. */
export type LedgerLine = { readonly effect: string; readonly amount: Money; readonly at: Date };

export type Ledger = {
  /** @returns false where the effect was posted before. @throws {TypeError} where the entries do not sum to nothing. */
  readonly post: (tx: DbTransaction, posting: Posting, now: Date) => Promise<boolean>;
  readonly balance: (account: LedgerAccount, currency: Money['currency']) => Promise<Money>;
  /** What moved on an account between two times, oldest first, `most` of it. */
  readonly lines: (account: LedgerAccount, since: Date, until: Date, most: number) => Promise<readonly LedgerLine[]>;
  /** What these effects moved on an account, whenever that was. */
  readonly linesNamed: (account: LedgerAccount, effects: readonly string[]) => Promise<readonly LedgerLine[]>;
};
