/** What the search of the desk finds. */

/** Kinds of what staff find, in the order in which they are shown. */
export const findKinds = ['order', 'person', 'thread', 'house', 'supplier'] as const;
export type FindKind = (typeof findKinds)[number];

/** Characters of what is looked for. */
export const longestQuery = 100;

/** `words`: each has to be found, in any order; one of the `ways` is enough. */
export type DeskQuery = { readonly ways: readonly (readonly string[])[] };

/** What of a kind is read next: below this number, the newest first. */
export type FindPage = { readonly before?: number | undefined; readonly most: number };
