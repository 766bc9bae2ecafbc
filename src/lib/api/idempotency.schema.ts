/** Repeats of a write: the same key gets the first answer again, and changes nothing. */

/** The first answer, as it is given again: without cookies, which were its asker's alone. */
export type KeptAnswer = { readonly status: number; readonly body: string };

/**
 * What became of a claim. `new`: the caller goes on, and must `finish` or `release` with this id. `known`: the first answer,
 * and what it was asked. `busy`: the first call with this key is still under way.
 */
export type Claim =
  | { readonly kind: 'new'; readonly claimId: string }
  | { readonly kind: 'busy' }
  | { readonly kind: 'known'; readonly digest: string; readonly answer: KeptAnswer };

/** What came of work inside a transaction; `keep` false takes the transaction back and leaves the key free. */
export type Worked<T> = { readonly value: T; readonly answer: KeptAnswer; readonly keep: boolean };

export type IdempotencyStore<Tx> = {
  /** Claims a key for `leaseSeconds` by the database's clock. */
  claim(key: string, digest: string, leaseSeconds: number): Promise<Claim>;
  /** Holds a claim for another `leaseSeconds`. False: it is no longer this one's. */
  renew(key: string, claimId: string, leaseSeconds: number): Promise<boolean>;
  /** Keeps the answer. False: the claim is no longer this one's, and nothing was written. */
  finish(key: string, claimId: string, answer: KeptAnswer): Promise<boolean>;
  /** Frees the key, if the claim is still this one's. */
  release(key: string, claimId: string): Promise<void>;
  /** Claim, effect and answer in one transaction: all of it is there afterwards, or none. */
  within<T>(
    key: string,
    digest: string,
    work: (tx: Tx) => Promise<Worked<T>>,
  ): Promise<{ readonly kind: 'done'; readonly value: T } | Exclude<Claim, { readonly kind: 'new' }>>;
  /** A transaction without a key. */
  transact<T>(work: (tx: Tx) => Promise<Worked<T>>): Promise<T>;
};

/** Hours for which answers are kept. */
export const keptHours = 24;
