/** Repeats of a write: the same key gets the first answer again, and changes nothing. */

export type KeptAnswer = { readonly digest: string; readonly status: number; readonly body: string };

export type IdempotencyStore = {
  /**
   * Claims a key. `new`: the caller goes on and must `finish` or `release`. `known`: the first answer.
   * `busy`: the first call with this key is still under way.
   */
  claim(
    key: string,
    digest: string,
    now: Date,
  ): Promise<{ readonly kind: 'new' } | { readonly kind: 'busy' } | { readonly kind: 'known'; readonly answer: KeptAnswer }>;
  finish(key: string, answer: KeptAnswer): Promise<void>;
  release(key: string): Promise<void>;
};

/** Hours for which answers are kept. */
export const keptHours = 24;
