/** What a posting must be before it is written. Pure. */
import type { LedgerAccount, LedgerEntry, Posting } from './ledger.schema.ts';

/**
 * Entries of one account and currency as one; those that come to nothing are left out.
 * @example netted([{ account: 'bank', amount: money(5n, 'GBP') }, { account: 'bank', amount: money(-5n, 'GBP') }]) // []
 */
export function netted(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const sums = new Map<string, LedgerEntry>();
  for (const { account, amount } of entries) {
    const key = `${account} ${amount.currency}`;
    const minor = (sums.get(key)?.amount.minor ?? 0n) + amount.minor;
    sums.set(key, { account, amount: { minor, currency: amount.currency } });
  }
  return [...sums.values()].filter(({ amount }) => amount.minor !== 0n);
}

/** What is over in the first currency that does not sum to nothing; undefined where all do. */
export function imbalanceOf(entries: Posting['entries'] | readonly LedgerEntry[]): LedgerEntry['amount'] | undefined {
  const sums = new Map<LedgerEntry['amount']['currency'], bigint>();
  for (const { amount } of entries) sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + amount.minor);
  for (const [currency, minor] of sums) if (minor !== 0n) return { minor, currency };
  return undefined;
}

/** The account of somebody who has paid; it keeps its number when the account of theirs is erased. */
export const customerAccount = (userId: number): LedgerAccount => `customer:${userId}`;

/** What is held of a rent for its landlord until it is passed on. */
export const rentAccount = (rentId: number): LedgerAccount => `landlord:${rentId}`;
